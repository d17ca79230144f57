/** The type under which VS Code hands rows of the view from one place of it to another. */
export const draggedRows = 'application/vnd.code.tree.videorecords.recent';
