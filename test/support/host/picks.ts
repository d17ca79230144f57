import * as vscode from 'vscode';

/** Types into a pick and accepts the row with that or another label, after whatever happens while it is open. */
export function typedInto(
  pick: vscode.QuickPick<vscode.QuickPickItem>,
  text: string,
  meanwhile: (row: vscode.QuickPickItem) => unknown,
  label = text,
): vscode.QuickPick<vscode.QuickPickItem> {
  const accepted = new vscode.EventEmitter<void>();
  Object.defineProperty(pick, 'onDidAccept', { value: accepted.event });
  let isTyped = false;
  pick.onDidChangeActive(async ([row]) => {
    if (isTyped || row?.label !== label) return;
    isTyped = true;
    await meanwhile(row);
    accepted.fire();
  });
  const { show } = pick;
  pick.show = () => {
    Reflect.apply(show, pick, []);
    pick.value = text;
  };
  return pick;
}
