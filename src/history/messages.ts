import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';
import { isolated, listOf, localNumber, markdownText, plainText } from '../workbench/plainText.ts';
import type { WriteEntry, WriteSummary } from './entry.ts';
import { startOfDay } from './rows.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "Today", "Yesterday", or the date. */
export function dayLabel(start: number, now: number, language: string): string {
  const today = startOfDay(now);
  if (start === today) return vscode.l10n.t('Today');
  if (start === startOfDay(today - 1)) return vscode.l10n.t('Yesterday');
  return new Date(start).toLocaleDateString(language, { dateStyle: 'full' });
}

/** "now", "5 min. ago", "3 hr. ago"; the time of day where the day is another. */
export function writeTime(time: number, now: number, language: string): string {
  const age = Math.max(0, now - time);
  if (age >= day) return new Date(time).toLocaleTimeString(language, { timeStyle: 'short' });
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (age < minute) return format.format(0, 'second');
  return age < hour
    ? format.format(-Math.floor(age / minute), 'minute')
    : format.format(-Math.floor(age / hour), 'hour');
}

function dateAndTime(time: number, language: string): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** "364 Status of the Harbour", or the number alone. */
export function writeLabel({ id, title }: WriteSummary): string {
  return title === '' ? `${id}` : `${id} ${isolated(title)}`;
}

export function batchLabel(count: number): string {
  return vscode.l10n.t('{0} records', localNumber(count));
}

/** When, the changed fields, and the service if there are several: a narrow sidebar cuts the end off. */
export function writeDescription(
  { fields, unconfirmed }: Pick<WriteSummary, 'fields' | 'unconfirmed'>,
  service: string | undefined,
  when: string,
): string {
  const doubt = unconfirmed ? vscode.l10n.t('not confirmed') : '';
  return [when, doubt, fieldList(fields), service ?? ''].filter(Boolean).join(' · ');
}

function fieldList(fields: readonly string[]): string {
  return listOf(fields.map((field) => isolated(field, 60)));
}

/** What a screen reader says of a write or a batch: what is seen, and the service. */
export function spokenWrite(label: string, description: string, service: string): string {
  return vscode.l10n.t('{0}, {1}, on {2}', label, description, service);
}

export function spokenDay(label: string, count: number): string {
  return count === 1 ? vscode.l10n.t('{0}, 1 save', label) : vscode.l10n.t('{0}, {1} saves', label, localNumber(count));
}

/** Markdown. Text of the service appears as text. */
export function writeTooltip(entry: WriteEntry, language: string): string {
  const { title, id, service, method, address, time, fields, tooLarge, unconfirmed } = entry;
  const shown = (text: string) => markdownText(isolated(text, 300), 400);
  const otherwise = fields.filter(({ stored }) => stored !== undefined).map(({ field }) => field);
  const lines = [
    `**${shown(title === '' ? `${id}` : `${id} ${title}`)}**`,
    vscode.l10n.t('Service: {0}', shown(service)),
    vscode.l10n.t('Request: {0}', shown(`${method} ${address}`)),
    vscode.l10n.t('Saved: {0}', shown(dateAndTime(Date.parse(time), language))),
    vscode.l10n.t('Fields: {0}', shown(fieldList(fields.map(({ field }) => field)))),
  ];
  if (otherwise.length > 0) lines.push(vscode.l10n.t('Stored differently: {0}', shown(fieldList(otherwise))));
  if (tooLarge) lines.push(tooLargeMessage());
  if (unconfirmed)
    lines.push(vscode.l10n.t('There was no clear answer. It is not known whether the service stored this.'));
  return lines.join('\n\n');
}

export function recordFilter({ service, id }: RecordName): string {
  return vscode.l10n.t('Record {0} on {1}', id, service);
}

export function wordFilter(words: string): string {
  return vscode.l10n.t('Filter: {0}', isolated(words));
}

export function filterTitle(): string {
  return vscode.l10n.t('Filter History');
}

export function filterPlaceholder(): string {
  return vscode.l10n.t('ID, or words in the title, fields or service');
}

export function diffTitle({ id, title }: WriteSummary): string {
  return vscode.l10n.t('{0} (Before ↔ After)', plainText(`${id} ${title}`.trim(), 60));
}

export function noSuchWrite(): string {
  return vscode.l10n.t('This save is no longer in the history.');
}

export function tooLargeMessage(): string {
  return vscode.l10n.t('The values of this save were too large for the history.');
}

export function notRecorded(id: number, reason: string): string {
  return plainText(
    vscode.l10n.t(
      'The history could not record the save of record {0}. {1} Further failures are only logged.',
      id,
      reason,
    ),
  );
}

export function otherAddress({ service, serviceAddress }: WriteEntry, now: string): string {
  return vscode.l10n.t('This save went to {0}, but "{1}" now means {2}.', serviceAddress, service, now);
}

export function noService({ serviceAddress }: WriteEntry): string {
  return vscode.l10n.t('This save went to {0}, and no service with that address is configured.', serviceAddress);
}

export function readyToRevert(id: number): string {
  return vscode.l10n.t('The earlier values are now in record {0} as unsaved changes. Save to send them.', id);
}

export function nothingToRevert(id: number): string {
  return vscode.l10n.t('Nothing was changed in record {0}.', id);
}

/** Why a field keeps its value. */
export function changedAgain(field: string, time: number | undefined, language: string): string {
  const name = plainText(field, 60);
  return time === undefined
    ? vscode.l10n.t('"{0}" was changed again and keeps its value.', name)
    : vscode.l10n.t('"{0}" was changed again ({1}) and keeps its value.', name, dateAndTime(time, language));
}

export function hasEarlierValue(field: string): string {
  return vscode.l10n.t('"{0}" already has its earlier value.', plainText(field, 60));
}

export function hasUnsavedChanges(field: string): string {
  return vscode.l10n.t('"{0}" has unsaved changes, which are kept.', plainText(field, 60));
}

export function andMore(count: number): string {
  return vscode.l10n.t('And {0} more.', localNumber(count));
}

export function batchReady(count: number): string {
  return count === 1
    ? vscode.l10n.t('The earlier values are now in 1 record as unsaved changes. Save to send them.')
    : vscode.l10n.t(
        'The earlier values are now in {0} records as unsaved changes. Save to send them.',
        localNumber(count),
      );
}

export function nothingInBatch(): string {
  return vscode.l10n.t('Nothing was changed.');
}

export function inRecord(id: number, reason: string): string {
  return vscode.l10n.t('Record {0}: {1}', id, reason);
}

export function notRead(id: number): string {
  return vscode.l10n.t('Record {0} could not be read and is left out.', id);
}

export function fieldNotThere(field: string): string {
  return vscode.l10n.t('"{0}" was added by this save. To remove it, revert this record alone.', plainText(field, 60));
}

export function readingRecords(count: number): string {
  return vscode.l10n.t('Reading {0} records', localNumber(count));
}

export function askToDelete(): { readonly message: string; readonly detail: string; readonly action: string } {
  return {
    message: vscode.l10n.t('Delete the history of all saves?'),
    detail: vscode.l10n.t('Nothing changes on the services, but earlier saves can no longer be reverted.'),
    action: vscode.l10n.t('Delete History'),
  };
}

export function offerToDelete(): { readonly message: string; readonly action: string } {
  return {
    message: vscode.l10n.t('Saves are no longer recorded. Earlier saves are still in the history.'),
    action: vscode.l10n.t('Delete History'),
  };
}

export function exportTitle(): string {
  return vscode.l10n.t('Export History');
}

export function exported(count: number, file: string): string {
  return count === 1
    ? vscode.l10n.t('Exported 1 save to {0}.', file)
    : vscode.l10n.t('Exported {0} saves to {1}.', localNumber(count), file);
}

export function copied(): string {
  return vscode.l10n.t('Copied without credentials.');
}
