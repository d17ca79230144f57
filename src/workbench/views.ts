import * as vscode from 'vscode';
import { folded } from '../record/searchText.ts';
import type { Access } from '../service/services.ts';
import type { PlainText } from './plainText.ts';

/** How the access to a service is shown. */
export const accessLooks: Readonly<Record<Access, { readonly icon: string; readonly meaning: () => string }>> = {
  readWrite: { icon: 'database', meaning: () => vscode.l10n.t('Saves without asking.') },
  confirm: { icon: 'shield', meaning: () => vscode.l10n.t('Asks before each save.') },
  readOnly: { icon: 'lock', meaning: () => vscode.l10n.t('Records can be read but not edited.') },
};

/** Whether an argument is a row of a view: VS Code passes the focused one to every command in the view's title. */
export function isRow(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'kind' in argument;
}

interface FilterInput {
  readonly title: PlainText;
  readonly placeholder: PlainText;
  readonly before: string;
  readonly filter: (text: string) => void;
  readonly view: Pick<vscode.TreeView<unknown>, 'selection' | 'onDidChangeSelection'>;
}

/** Filters a view while the user types. Enter or a click on a row keeps the filter, Escape restores the previous one. */
export function askFilter({ title, placeholder, before, filter, view }: FilterInput): void {
  const input = vscode.window.createInputBox();
  input.title = title;
  input.placeholder = placeholder;
  input.value = before;
  // A click on a row would otherwise end the input like Escape, and bring back all rows under the pointer.
  input.ignoreFocusOut = true;
  let kept = before;
  const keep = () => {
    kept = input.value;
    input.hide();
  };
  // The filter also deselects rows by hiding them; only a newly selected row is a click.
  let selected = view.selection;
  const clicks = view.onDidChangeSelection(({ selection }) => {
    const clicked = selection.some((row) => !selected.includes(row));
    selected = selection;
    if (clicked) keep();
  });
  input.onDidChangeValue(filter);
  input.onDidAccept(keep);
  input.onDidHide(() => {
    filter(kept);
    clicks.dispose();
    input.dispose();
  });
  input.show();
}

const longestQuery = 1000;

/** Finds items by words of their text. Every word must be there, without regard to accents and case. */
export function wordSearch<T extends object>(textOf: (item: T) => string) {
  const texts = new WeakMap<T, string>();
  const foldedTextOf = (item: T): string => {
    const text = texts.get(item) ?? folded(textOf(item));
    texts.set(item, text);
    return text;
  };
  return (items: readonly T[], text: string): readonly T[] => {
    const words = folded(text.slice(0, longestQuery)).split(/\s+/).filter(Boolean);
    return words.length === 0
      ? items
      : items.filter((item) => words.every((word) => foldedTextOf(item).includes(word)));
  };
}
