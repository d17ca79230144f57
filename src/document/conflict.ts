import type { Conflict } from '../record/merge.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { askInDialog } from '../workbench/dialog.ts';
import { listOf, plainText } from '../workbench/plainText.ts';
import type { RecordState } from './recordStates.ts';

export type ConflictChoice = 'compare' | 'mine' | 'theirs';

const choices: Readonly<Record<string, ConflictChoice>> = {
  Compare: 'compare',
  'Keep Mine': 'mine',
  'Take Theirs': 'theirs',
};

/** Asks what to do with fields that both changed. No answer means: nothing is sent, the text stays. */
export async function askAboutConflict(
  { name }: RecordState,
  conflicts: readonly Conflict[],
): Promise<ConflictChoice | undefined> {
  const detail = [
    ...conflicts
      .slice(0, 5)
      .map(({ field, mine, theirs }) => `${field}\n  Mine: ${shorten(mine)}\n  Theirs: ${shorten(theirs)}`),
    ...(conflicts.length > 5 ? [`And ${conflicts.length - 5} more.`] : []),
    'Keep Mine saves your version of these fields. Take Theirs keeps the service’s version of them. Your other changes are saved either way.',
  ].join('\n\n');
  const message = `Someone else also changed ${fieldList(conflicts)} of record ${name.id} on ${name.service}.`;
  const chosen = await askInDialog(message, detail, ...Object.keys(choices));
  return chosen === undefined ? undefined : choices[chosen];
}

/** What a conflict says when a save ends with it. Its links are ours, and are meant to be clicked. */
export class ConflictMessage extends Error {}

/** VS Code shows this behind "Failed to save"; the links do what the dialog offered. */
export function conflictMessage({ name, uri }: RecordState, conflicts: readonly Conflict[]): string {
  const argument = encodeURIComponent(JSON.stringify([uri.toString()]));
  const link = (label: string, command: string) => `[${label}](command:${command}?${argument})`;
  return `Someone else also changed ${fieldList(conflicts)} of record ${name.id}. Nothing was sent. ${link('Compare', commandIds.compare)}, ${link('Keep Mine', commandIds.keepMine)} or ${link('Take Theirs', commandIds.takeTheirs)}.`;
}

function fieldList(conflicts: readonly Conflict[]): string {
  return plainText(listOf(conflicts.map(({ field }) => field)));
}

function shorten(raw: string | undefined): string {
  return raw === undefined ? '(removed)' : plainText(raw, 120);
}
