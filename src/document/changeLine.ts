import { l10n } from 'vscode';
import type { Change } from '../record/changes.ts';
import { escapeAll } from '../record/format.ts';
import { shortened } from '../record/shortened.ts';
import { editBetween } from '../record/textEdits.ts';
import { oneLine } from '../workbench/plainText.ts';

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
    text: `${oneLine(field, 60)}: ${old?.text ?? l10n.t('(none)')} → ${next?.text ?? l10n.t('(removed)')}`,
    isCut: old?.isCut === true || next?.isCut === true,
  };
}

/** Both values, or of long ones the parts that differ: their beginnings may be the same. */
export function differingParts(
  one: string | undefined,
  other: string | undefined,
): readonly [ChangeLine | undefined, ChangeLine | undefined] {
  const isLong = Math.max(one?.length ?? 0, other?.length ?? 0) > longValue;
  const { offset, length, text } = editBetween(one ?? '', other ?? '');
  const from = isLong ? Math.max(0, offset - context) : 0;
  const shown = (raw: string | undefined, end: number): ChangeLine | undefined => {
    if (raw === undefined) return undefined;
    const whole = part(raw, from, isLong ? end : raw.length);
    return { text: shortened(whole, longest), isCut: whole.length > longest };
  };
  return [shown(one, offset + length), shown(other, offset + text.length)];
}

function part(raw: string, from: number, to: number): string {
  const end = Math.min(raw.length, to + context);
  return `${from > 0 ? '…' : ''}${visible(raw.slice(from, end))}${end < raw.length ? '…' : ''}`;
}

/** On one line. A space that is not a plain one and characters that would not be seen are escapes, as JSON has them. */
function visible(raw: string): string {
  const oneLined = raw.toWellFormed().replace(/[\r\n]\s*/g, ' ');
  const escaped = escapeAll(oneLined, /[\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\S ]/g);
  // The dialog would show several spaces as one.
  return escaped.replace(/ {2,}/g, (spaces) => '\u00a0'.repeat(spaces.length));
}
