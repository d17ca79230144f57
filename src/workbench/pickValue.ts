import * as vscode from 'vscode';
import { iconsAsText, isolate, localNumber, visible } from './plainText.ts';

interface ValueQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** How many records have each value that is offered. */
  readonly counts: ReadonlyMap<string, number>;
  /** What a value would do, or why it can't be taken. */
  note?(value: string): { readonly text: string; readonly isRefused: boolean };
}

type Item = vscode.QuickPickItem & { readonly value: string };

const maxOffered = 1000;
const longestLabel = 200;

/** Asks for a value: one that records have, or what is typed. Rejects if the user cancels. */
export function pickValue({ title, placeholder, counts, note }: ValueQuestion): Promise<string> {
  const pick = vscode.window.createQuickPick<Item>();
  const known = [...counts]
    .slice(0, maxOffered)
    .map(([value, count]): Item => ({ ...shown(value), description: localNumber(count) }));
  const show = () => {
    const { value } = pick;
    const about = note?.(value).text;
    const typed = { ...shown(value), alwaysShow: true, ...(about && { detail: about }) };
    const isOffered = value === '' || counts.has(value);
    pick.items = isOffered ? known : [{ ...typed, description: vscode.l10n.t('as typed') }, ...known];
  };
  Object.assign(pick, { title, placeholder, ignoreFocusOut: true });
  pick.onDidChangeValue(show);
  show();
  return new Promise((resolve, reject) => {
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      const value = item?.value ?? pick.value;
      if (note?.(value).isRefused) return;
      resolve(value);
      pick.hide();
    });
    pick.onDidHide(() => {
      reject(new vscode.CancellationError());
      pick.dispose();
    });
    pick.show();
  });
}

/** With all of its spaces: two values may differ in nothing else. */
function shown(value: string): Item {
  return { label: iconsAsText(isolate(visible(value.slice(0, longestLabel)))), value };
}
