import { l10n } from 'vscode';
import type { RecordName } from '../service/services.ts';
import { agoText, isolated, listOf, localNumber, markdownText, plainText } from '../workbench/plainText.ts';
import type { WriteEntry, WriteSummary } from './entry.ts';
import { startOfDay } from './rows.ts';

/** The plain sentences. */
export const historyWords = {
  showAll: () => l10n.t('Show All'),
  recordFilter: ({ service, id }: RecordName) => l10n.t('Record {0} on {1}', id, service),
  wordFilter: (words: string) => l10n.t('Filter: {0}', isolated(words)),
  filterTitle: () => l10n.t('Filter History'),
  filterPlaceholder: () => l10n.t('ID, or words in the title, fields or service'),
  noSuchWrite: () => l10n.t('This save is no longer in the history.'),
  tooLarge: () => l10n.t('The values of this save were too large for the history.'),
  otherAddress: ({ service, serviceAddress }: WriteEntry, now: string) =>
    l10n.t('This save went to {0}, but "{1}" now means {2}.', serviceAddress, service, now),
  noService: ({ serviceAddress }: WriteEntry) =>
    l10n.t('This save went to {0}, and no service with that address is configured.', serviceAddress),
  readyToRevert: (id: number) =>
    l10n.t('The earlier values are now in record {0} as unsaved changes. Save to send them.', id),
  nothingToRevert: (id: number) => l10n.t('Nothing was changed in record {0}.', id),
  hasEarlierValue: (field: string) => l10n.t('"{0}" already has its earlier value.', plainText(field, 60)),
  hasUnsavedChanges: (field: string) => l10n.t('"{0}" has unsaved changes, which are kept.', plainText(field, 60)),
  hadCredential: (field: string) =>
    l10n.t('"{0}" contained a credential, which the history does not keep. It keeps its value.', plainText(field, 60)),
  credentialRemoved: () =>
    l10n.t('This save contained a credential, which the history does not keep. There is no whole request to copy.'),
  andMore: (count: number) => l10n.t('And {0} more.', localNumber(count)),
  nothingInBatch: () => l10n.t('Nothing was changed.'),
  inRecord: (id: number, reason: string) => l10n.t('Record {0}: {1}', id, reason),
  notRead: (id: number) => l10n.t('Record {0} could not be read and is left out.', id),
  fieldNotThere: (field: string) =>
    l10n.t('"{0}" was added by this save. To remove it, revert this record alone.', plainText(field, 60)),
  readingRecords: (count: number) => l10n.t('Reading {0} records', localNumber(count)),
  exportTitle: () => l10n.t('Export History'),
  copied: () => l10n.t('Copied without credentials.'),
  batchLabel: (count: number) => l10n.t('{0} records', localNumber(count)),
  notRecorded: (id: number, reason: string) =>
    plainText(
      l10n.t('The history could not record the save of record {0}. {1} Further failures are only logged.', id, reason),
    ),
  /** What a screen reader says of a write or a batch: what is seen, and the service. */
  spokenWrite: (label: string, description: string, service: string) =>
    l10n.t('{0}, {1}, on {2}', label, description, service),
  diffTitle: ({ id, title }: WriteSummary) => l10n.t('{0} (Before ↔ After)', plainText(`${id} ${title}`.trim(), 60)),
};

const day = 86_400_000;

/** "Today", "Yesterday", or the date. */
export function dayLabel(start: number, now: number, language: string): string {
  const today = startOfDay(now);
  if (start === today) return l10n.t('Today');
  if (start === startOfDay(today - 1)) return l10n.t('Yesterday');
  return new Date(start).toLocaleDateString(language, { dateStyle: 'full' });
}

/** "now", "5 min. ago", "3 hr. ago"; the time of day where the day is another. */
export function writeTime(time: number, now: number, language: string): string {
  if (now - time < day) return agoText(time, now, language);
  return new Date(time).toLocaleTimeString(language, { timeStyle: 'short' });
}

function dateAndTime(time: number, language: string): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** "364 Status of the Harbour", or the number alone. */
export function writeLabel({ id, title }: WriteSummary): string {
  return title === '' ? `${id}` : `${id} ${isolated(title)}`;
}

/** When, the changed fields, and the service if there are several: a narrow sidebar cuts the end off. */
export function writeDescription(
  { fields, unconfirmed }: Pick<WriteSummary, 'fields' | 'unconfirmed'>,
  service: string | undefined,
  when: string,
): string {
  const doubt = unconfirmed ? l10n.t('not confirmed') : '';
  return [when, doubt, fieldList(fields), service ?? ''].filter(Boolean).join(' · ');
}

function fieldList(fields: readonly string[]): string {
  return listOf(fields.map((field) => isolated(field, 60)));
}

export function spokenDay(label: string, count: number): string {
  return count === 1 ? l10n.t('{0}, 1 save', label) : l10n.t('{0}, {1} saves', label, localNumber(count));
}

/** Markdown. Text of the service appears as text. */
export function writeTooltip(entry: WriteEntry, language: string): string {
  const { title, id, service, method, address, time, fields, tooLarge, unconfirmed } = entry;
  const shown = (text: string) => markdownText(isolated(text, 300), 400);
  const otherwise = fields.filter(({ stored }) => stored !== undefined).map(({ field }) => field);
  const lines = [
    `**${shown(title === '' ? `${id}` : `${id} ${title}`)}**`,
    l10n.t('Service: {0}', shown(service)),
    l10n.t('Request: {0}', shown(`${method} ${address}`)),
    l10n.t('Saved: {0}', shown(dateAndTime(Date.parse(time), language))),
    l10n.t('Fields: {0}', shown(fieldList(fields.map(({ field }) => field)))),
  ];
  if (otherwise.length > 0) lines.push(l10n.t('Stored differently: {0}', shown(fieldList(otherwise))));
  if (tooLarge) lines.push(historyWords.tooLarge());
  if (unconfirmed) lines.push(l10n.t('There was no clear answer. It is not known whether the service stored this.'));
  return lines.join('\n\n');
}

/** Why a field keeps its value. */
export function changedAgain(field: string, time: number | undefined, language: string): string {
  const name = plainText(field, 60);
  return time === undefined
    ? l10n.t('"{0}" was changed again and keeps its value.', name)
    : l10n.t('"{0}" was changed again ({1}) and keeps its value.', name, dateAndTime(time, language));
}

export function batchReady(count: number): string {
  return count === 1
    ? l10n.t('The earlier values are now in 1 record as unsaved changes. Save to send them.')
    : l10n.t('The earlier values are now in {0} records as unsaved changes. Save to send them.', localNumber(count));
}

export function askToDelete(): { readonly message: string; readonly detail: string; readonly action: string } {
  return {
    message: l10n.t('Delete the history of all saves?'),
    detail: l10n.t('Nothing changes on the services, but earlier saves can no longer be reverted.'),
    action: l10n.t('Delete History'),
  };
}

export function offerToDelete(): { readonly message: string; readonly action: string } {
  return {
    message: l10n.t('Saves are no longer recorded. Earlier saves are still in the history.'),
    action: l10n.t('Delete History'),
  };
}

export function exported(count: number, file: string): string {
  return count === 1
    ? l10n.t('Exported 1 save to {0}.', file)
    : l10n.t('Exported {0} saves to {1}.', localNumber(count), file);
}
