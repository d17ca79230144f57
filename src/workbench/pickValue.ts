import * as vscode from 'vscode';
import { iconsAsText, isolate, localNumber, type PlainText, visible } from './plainText.ts';
import { createPick } from './prompts.ts';

interface ValueQuestion {
  readonly title: PlainText;
  readonly placeholder: PlainText;
  /** How many records have each value that is offered. Nobody waits for them to type one. */
  readonly counts: ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** What a value would do, or why it can't be taken. */
  note?(value: string): { readonly text: string; readonly isRefused: boolean };
}

type Item = vscode.QuickPickItem & { readonly value: string };

const maxOffered = 1000;
const longestLabel = 200;

/** Asks for a value: one that records have, or what is typed. Rejects if the user cancels. */
export function pickValue({ title, placeholder, counts, note }: ValueQuestion): Promise<string> {
  const pick = createPick<Item>(title, placeholder);
  let known: readonly Item[] = [];
  let isDrawn = false;
  const show = () => {
    const { value } = pick;
    const about = note?.(value).text;
    const typed = { ...shown(value), alwaysShow: true, ...(about && { detail: about }) };
    const exact = known.find((item) => item.value === value);
    const isNew = value !== '' && !exact;
    const items = isNew ? [{ ...typed, description: vscode.l10n.t('as typed') }, ...known] : known;
    pick.items = items;
    const [first] = items;
    if (value !== '' && first) pick.activeItems = [exact ?? first];
    isDrawn = false;
  };
  pick.ignoreFocusOut = true;
  pick.onDidChangeValue(show);
  pick.onDidChangeActive(() => {
    isDrawn = true;
  });
  pick.busy = true;
  return new Promise((resolve, reject) => {
    const offer = (loaded: ReadonlyMap<string, number>) => {
      known = [...loaded]
        .slice(0, maxOffered)
        .map(([value, count]) => ({ ...shown(value), description: localNumber(count) }));
      pick.busy = false;
      show();
    };
    const fail = (failure: unknown) => {
      reject(failure);
      pick.hide();
    };
    if (counts instanceof Map) offer(counts);
    else Promise.resolve(counts).then(offer, fail);
    pick.onDidAccept(() => {
      // With Enter right after the last key, a row of the previous list is still active.
      const value = (isDrawn ? pick.activeItems[0]?.value : undefined) ?? pick.value;
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
  const text = iconsAsText(isolate(visible(value.slice(0, longestLabel))));
  return { label: value.trim() === value ? text : `"${text}"`, value };
}
