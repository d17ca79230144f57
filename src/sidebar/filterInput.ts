import * as vscode from 'vscode';

/** Filters while one types. Enter or a click on a row keeps the filter, Escape brings back the one that was. */
export function askFilter(
  before: string,
  filter: (text: string) => void,
  onDidChangeSelection: vscode.Event<{ readonly selection: readonly unknown[] }>,
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
  // A row that the filter takes away is no longer selected, which is no choice.
  const choosing = onDidChangeSelection(({ selection }) => selection.length > 0 && keep());
  input.onDidChangeValue(filter);
  input.onDidAccept(keep);
  input.onDidHide(() => {
    filter(wanted);
    choosing.dispose();
    input.dispose();
  });
  input.show();
}
