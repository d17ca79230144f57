/** Names under which VS Code knows parts of the extension. It stores some of them with a window. */
export const recordScheme = 'videorecord';
/** A field of a record as a document of its own. */
export const fieldScheme = 'videorecordfield';
export const worksheetScheme = 'videoworksheet';
/** The type of the preview's webview. */
export const previewType = 'videoRecords.preview';
/** The type of the editor that shows a worksheet as a table. */
export const tableType = 'videoRecords.table';
/** The type under which VS Code passes dragged rows within the view of recent records. */
export const draggedRows = 'application/vnd.code.tree.videorecords.recent';
