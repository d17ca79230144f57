import * as vscode from 'vscode';

/** Filters while one types. Enter or a click on a row keeps the filter, Escape brings back the one that was. */
export function askFilter(
  before: string,
  filter: (text: string) => void,
  view: Pick<vscode.TreeView<unknown>, 'selection' | 'onDidChangeSelection'>,
): void {
  const input = vscode.window.createInputBox();
  input.title = 'Filter Recent Records';
  input.placeholder = 'Words of the title, category, speakers or service, or a number. Empty shows all';
  input.value = before;
  // Else the click on a row would end it as Escape does, and all rows come back under the pointer.
  input.ignoreFocusOut = true;
  let wanted = before;
  const keep = () => {
    wanted = input.value;
    input.hide();
  };
  // Rows that the filter takes away are no longer selected, which is no choice.
  let selected = view.selection;
  const choosing = view.onDidChangeSelection(({ selection }) => {
    const chosen = selection.some((row) => !selected.includes(row));
    selected = selection;
    if (chosen) keep();
  });
  input.onDidChangeValue(filter);
  input.onDidAccept(keep);
  input.onDidHide(() => {
    filter(wanted);
    choosing.dispose();
    input.dispose();
  });
  input.show();
}
