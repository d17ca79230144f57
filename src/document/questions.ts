import { l10n } from 'vscode';
import type { Change } from '../record/changes.ts';
import type { Conflict } from '../record/merge.ts';
import { editBetween, shortened } from '../record/textEdits.ts';
import type { RecordName } from '../service/services.ts';
import { isCutName, isolate, localNumber, plainName, visible } from '../workbench/plainText.ts';
import { chooseInDialog } from '../workbench/prompts.ts';
import type { Conflicted } from './outcome.ts';
import { outcomeMessage } from './outcomeWords.ts';

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

/** The first fields in conflict with both values, for a dialog: three lines each. */
export function describeConflicts(conflicts: readonly Conflict[]): string {
  const shown = conflicts.slice(0, 5).map(({ field, mine, theirs }) => {
    const [own, other] = differingParts(mine, theirs).map((part) => part?.text ?? l10n.t('(removed)'));
    const values = [l10n.t('Mine: {0}', own ?? ''), l10n.t('Theirs: {0}', other ?? '')];
    return [plainName(field), ...values.map((line) => `  ${line}`)].join('\n');
  });
  const more = conflicts.length - shown.length;
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
