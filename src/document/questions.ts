import { l10n } from 'vscode';
import type { Change } from '../record/changes.ts';
import type { Conflict } from '../record/merge.ts';
import { editBetween, shortened } from '../record/textEdits.ts';
import type { RecordName, Service } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { isCutName, isolate, localNumber, plainName, plainText, visible } from '../workbench/plainText.ts';
import { chooseInDialog } from '../workbench/prompts.ts';
import type { Conflicted, PlannedWrite } from './outcome.ts';
import { outcomeMessage, quoted } from './outcomeWords.ts';
import type { Consent } from './saveRecord.ts';
import { unsavedDocument } from './spellings.ts';

/** For services with access `confirm`: shows what will change, and asks. Enter takes the first choice, which saves nothing. */
export async function confirmWrite(record: RecordName, { name }: Service, write: PlannedWrite): Promise<Consent> {
  // What a program saves is in no editor.
  const isReviewable = unsavedDocument(record) !== undefined;
  const message = l10n.t('Save record {0} on {1}?', record.id, name);
  const answer = await chooseInDialog(message, describeWrite(write), [
    isReviewable ? [l10n.t('Review Changes'), 'review' as const] : [l10n.t("Don't Save"), undefined],
    [l10n.t('Save'), 'agreed' as const],
  ]);
  // Not awaited: it may need this record's turn.
  if (answer === 'review') void runCommand(commandIds.reviewChanges, record);
  return answer === 'agreed' ? answer : { kind: 'declined', why: 'user' };
}

/** Asks before a save reverts someone else's change. It shows all changes, so it is the confirmation too. */
export async function confirmRevert(
  { id, service }: RecordName,
  write: PlannedWrite,
  fields: readonly string[],
): Promise<Consent> {
  const message = l10n.t("Revert someone else's change to {0} of record {1} on {2}?", quoted(fields), id, service);
  const explanation = l10n.t(
    "Keep Theirs keeps the service's value of {0} and saves your other changes. Save Anyway sends these values.",
    quoted(fields),
  );
  const answer = await chooseInDialog<Consent>(message, `${describeWrite(write)}\n\n${explanation}`, [
    [l10n.t('Keep Theirs'), 'keepTheirs'],
    [l10n.t('Save Anyway'), 'agreed'],
  ]);
  return answer ?? { kind: 'declined', why: 'user' };
}

type Side = 'mine' | 'theirs';
type ConflictChoice = 'compare' | Side;

/**
 * Asks what to do with fields that both changed. Without an answer nothing is sent, and the text stays as it is.
 * `suggested` comes first.
 */
export async function askAboutConflict(
  name: RecordName,
  conflict: Conflicted,
  suggested?: Side,
): Promise<ConflictChoice | undefined> {
  const explanation = l10n.t(
    "Keep Mine saves your version of these fields. Take Theirs keeps the service's version of them. Your other changes are saved either way.",
  );
  const choices: readonly [string, ConflictChoice][] = [
    [l10n.t('Compare'), 'compare'],
    [l10n.t('Keep Mine'), 'mine'],
    [l10n.t('Take Theirs'), 'theirs'],
  ];
  const isLater = ([, choice]: readonly [string, ConflictChoice]) => Number(choice !== suggested);
  const ordered = choices.toSorted((one, other) => isLater(one) - isLater(other));
  const detail = `${describeConflicts(conflict.conflicts)}\n\n${explanation}`;
  return chooseInDialog(outcomeMessage(name, conflict) ?? '', detail, ordered);
}

/** The request and its first changes, for a dialog: a paragraph of one line each. */
export function describeWrite({ method, address, changes }: PlannedWrite): string {
  const shown = changes.slice(0, 12).map((change) => changeLine(change).text);
  return paragraphs([`${method} ${plainText(address)}`, ...shown], changes.length - shown.length);
}

/** The first fields in conflict with both values, for a dialog: three lines each. */
export function describeConflicts(conflicts: readonly Conflict[]): string {
  const shown = conflicts.slice(0, 5).map(({ field, mine, theirs }) => {
    const [own, other] = differingParts(mine, theirs).map((part) => part?.text ?? l10n.t('(removed)'));
    const values = [l10n.t('Mine: {0}', own ?? ''), l10n.t('Theirs: {0}', other ?? '')];
    return [plainName(field), ...values.map((line) => `  ${line}`)].join('\n');
  });
  return paragraphs(shown, conflicts.length - shown.length);
}

function paragraphs(shown: readonly string[], more: number): string {
  return [...shown, ...(more > 0 ? [l10n.t('And {0} more.', localNumber(more))] : [])].join('\n\n');
}

export interface ChangeLine {
  readonly text: string;
  /** Whether a part of what changes is not shown. */
  readonly isCut: boolean;
}

const longValue = 160;
/** Unchanged characters around the place where a long value changes. */
const context = 24;
const longest = longValue + 2 * context;

/** A change on one line of a dialog, which shows text as it is. */
export function changeLine({ field, before, after }: Change): ChangeLine {
  const [old, next] = differingParts(before, after);
  return {
    text: `${plainName(field)}: ${old?.text ?? l10n.t('(none)')} → ${next?.text ?? l10n.t('(removed)')}`,
    isCut: isCutName(field) || old?.isCut === true || next?.isCut === true,
  };
}

/** Both values, or of long ones the parts that differ: their beginnings may be the same. */
function differingParts(
  one: string | undefined,
  other: string | undefined,
): readonly [ChangeLine | undefined, ChangeLine | undefined] {
  const isLong = [one, other].some((raw = '') => raw.length > longValue || oneLined(raw).length > longValue);
  const { offset, length, text } = editBetween(one ?? '', other ?? '');
  const from = isLong ? Math.max(0, offset - context) : 0;
  const shown = (raw: string | undefined, end: number): ChangeLine | undefined => {
    if (raw === undefined) return undefined;
    const to = isLong ? Math.min(raw.length, end + context) : raw.length;
    const whole = `${from > 0 ? '…' : ''}${oneLined(raw.slice(from, to))}${to < raw.length ? '…' : ''}`;
    return { text: isolate(shortened(whole, longest)), isCut: whole.length > longest };
  };
  return [shown(one, offset + length), shown(other, offset + text.length)];
}

/** In JSON, a line break is only between values. */
function oneLined(raw: string): string {
  return visible(raw.toWellFormed().replace(/[\r\n]\s*/g, ' '));
}
