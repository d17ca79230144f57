import { env, l10n } from 'vscode';
import {
  agoText,
  isolated,
  listOf,
  localNumber,
  markdownText,
  plainText,
  recordLabel,
} from '../workbench/plainText.ts';
import type { WriteEntry, WriteSummary } from './entry.ts';

/** The plain sentences that are said in several places. */
export const historyWords = {
  noSuchWrite: () => l10n.t('This save is no longer in the history.'),
  tooLarge: () => l10n.t('The values of this save were too large for the history.'),
  inRecord: (id: number, reason: string) => l10n.t('Record {0}: {1}', id, reason),
  /** What a screen reader says of a write or a batch: what is seen, and the service. */
  spokenWrite: (label: string, description: string, service: string) =>
    l10n.t('{0}, {1}, on {2}', label, description, service),
  diffTitle: ({ id, title }: WriteSummary) => l10n.t('{0} (Before ↔ After)', plainText(`${id} ${title}`.trim(), 60)),
};

const day = 86_400_000;

/** "Today", "Yesterday", or the date. */
export function dayLabel(start: number): string {
  const today = startOfDay(Date.now());
  if (start === today) return l10n.t('Today');
  if (start === startOfDay(today - 1)) return l10n.t('Yesterday');
  return new Date(start).toLocaleDateString(env.language, { dateStyle: 'full' });
}

export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** "now", "5 min. ago", "3 hr. ago"; the time of day where the day is another. */
export function writeTime(time: number): string {
  if (Date.now() - time < day) return agoText(time);
  return new Date(time).toLocaleTimeString(env.language, { timeStyle: 'short' });
}

function dateAndTime(time: number): string {
  return new Date(time).toLocaleString(env.language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** When, the changed fields, and the service if there are several: a narrow sidebar cuts the end off. */
export function writeDescription(
  { fields, time, unconfirmed }: Pick<WriteSummary, 'fields' | 'time' | 'unconfirmed'>,
  service: string | undefined,
): string {
  const doubt = unconfirmed ? l10n.t('not confirmed') : '';
  return [writeTime(time), doubt, fieldList(fields), service ?? ''].filter(Boolean).join(' · ');
}

function fieldList(fields: readonly string[]): string {
  return listOf(fields.map((field) => isolated(field, 60)));
}

export function spokenDay(label: string, count: number): string {
  return count === 1 ? l10n.t('{0}, 1 save', label) : l10n.t('{0}, {1} saves', label, localNumber(count));
}

/** Markdown. Text of the service appears as text. */
export function writeTooltip(entry: WriteEntry): string {
  const { service, method, address, time, fields, tooLarge, unconfirmed } = entry;
  const shown = (text: string) => markdownText(isolated(text, 300), 400);
  const otherwise = fields.filter(({ stored }) => stored !== undefined).map(({ field }) => field);
  const lines = [
    `**${shown(recordLabel(entry))}**`,
    l10n.t('Service: {0}', shown(service)),
    l10n.t('Request: {0}', shown(`${method} ${address}`)),
    l10n.t('Saved: {0}', shown(dateAndTime(Date.parse(time)))),
    l10n.t('Fields: {0}', shown(fieldList(fields.map(({ field }) => field)))),
  ];
  if (otherwise.length > 0) lines.push(l10n.t('Stored differently: {0}', shown(fieldList(otherwise))));
  if (tooLarge) lines.push(historyWords.tooLarge());
  if (unconfirmed) lines.push(l10n.t('There was no clear answer. It is not known whether the service stored this.'));
  return lines.join('\n\n');
}

export type KeptWhy = keyof typeof keptReasons;

/** Why a field keeps its value. `changedAt` is when it was changed again, where that is known. */
export function keptReason(field: string, why: KeptWhy, changedAt?: number): string {
  return keptReasons[why](plainText(field, 60), changedAt);
}

const keptReasons = {
  redacted: (name: string) =>
    l10n.t('"{0}" contained a credential, which the history does not keep. It keeps its value.', name),
  hasEarlierValue: (name: string) => l10n.t('"{0}" already has its earlier value.', name),
  hasUnsavedChanges: (name: string) => l10n.t('"{0}" has unsaved changes, which are kept.', name),
  changedAgain: (name: string, at?: number) =>
    at === undefined
      ? l10n.t('"{0}" was changed again and keeps its value.', name)
      : l10n.t('"{0}" was changed again ({1}) and keeps its value.', name, dateAndTime(at)),
};

export function batchReady(count: number): string {
  return count === 1
    ? l10n.t('The earlier values are now in 1 record as unsaved changes. Save to send them.')
    : l10n.t('The earlier values are now in {0} records as unsaved changes. Save to send them.', localNumber(count));
}

export function exported(count: number, file: string): string {
  return count === 1
    ? l10n.t('Exported 1 save to {0}.', file)
    : l10n.t('Exported {0} saves to {1}.', localNumber(count), file);
}
