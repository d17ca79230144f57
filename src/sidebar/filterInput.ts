import * as vscode from 'vscode';

/** Filters while one types. Escape brings back the filter that was. */
export function askFilter(before: string, filter: (text: string) => void): void {
  const input = vscode.window.createInputBox();
  input.title = 'Filter Recent Records';
  input.placeholder = 'Words of the title, category, speakers or service, or a number. Empty shows all';
  input.value = before;
  let wanted = before;
  input.onDidChangeValue(filter);
  input.onDidAccept(() => {
    wanted = input.value;
    input.hide();
  });
  input.onDidHide(() => {
    filter(wanted);
    input.dispose();
  });
  input.show();
}
