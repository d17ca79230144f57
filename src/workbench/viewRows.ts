/** Whether an argument is a row of the tree: VS Code hands the focused one to every command in the view's title. */
export function isRow(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'kind' in argument;
}
