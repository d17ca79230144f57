import { l10n } from 'vscode';
import { quoted } from '../document/outcomeWords.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf, localNumber, plainText } from '../workbench/plainText.ts';
import { maxRecords } from '../worksheet/uri.ts';
import type { RewrittenColumn } from './rewritten.ts';

/** Why a file is not read, or a part of it is left out. */
export const csvWords = {
  notUtf8: () => l10n.t('The file is not UTF-8. Save it as UTF-8, then compare it again.'),
  notCsvUtf8: () => l10n.t('The file is not UTF-8. In the spreadsheet, save it as "CSV UTF-8", then compare it again.'),
  tooMany: (max: number) => l10n.t('The file has more than {0} records.', localNumber(max)),
  tooManyCells: (max: number) => l10n.t('The file has more than {0} cells.', localNumber(max)),
  noId: () => l10n.t('The file is neither JSON nor a CSV with a column "id" on line 1.'),
  namelessColumn: () => l10n.t('Columns without a name on line 1 are left out.'),
  repeatedColumn: (column: string) =>
    l10n.t('Column {0} is on line 1 more than once and is left out.', quoted([column])),
  otherLength: (line: number, cells: number, columns: number) =>
    l10n.t('Line {0} has {1} cells instead of {2} and is left out.', line, cells, columns),
  longRow: (line: number, megabytes: number) =>
    l10n.t('The row that begins on line {0} is longer than {1} MB.', line, megabytes),
  unclosedQuote: (line: number) => l10n.t('A quotation mark in the row that begins on line {0} is not closed.', line),
  strayQuote: (line: number) =>
    l10n.t('The row that begins on line {0} has a quotation mark in the wrong place.', line),
} as const;

/** What is left out, and why. */
export const leftOut = {
  item: (file: string, number: number) => l10n.t('{0}, record {1}', file, number),
  line: (file: string, line: number) => l10n.t('{0}, line {1}', file, line),
  because: (where: string, why: string) => l10n.t('{0}: {1}', plainText(where, 100), plainText(why, 300)),
  noId: () => l10n.t('There is no positive integer in "id".'),
  repeatedId: (id: number) => l10n.t('Record {0} is there more than once and is left out.', id),
  /** In no sentence if the service has all fields. */
  foreign: (fields: readonly string[]) =>
    fields.length === 0
      ? []
      : [l10n.t('The records of the service have no field {0}. It is left out.', quoted(fields))],
  /** In no sentence if no value contains one. */
  secret: (fields: readonly string[]) =>
    fields.length === 0 ? [] : [l10n.t('{0} contains a credential and is left out.', quoted(fields))],
  unreadable: (id: number, fields: readonly string[]) =>
    fields.length === 0 ? [] : [l10n.t('Record {0}: {1} is not valid JSON and is left out.', id, quoted(fields))],
  cut: (id: number, fields: readonly string[]) =>
    fields.length === 0
      ? []
      : [l10n.t('Record {0}: {1} was cut after 32,767 characters and is left out.', id, quoted(fields))],
  /** In no sentence if all were read. */
  unread: (unread: ReadonlyMap<number, unknown>) => {
    const [failure] = unread.values();
    const [ids, reason] = [listOf([...unread.keys()].map(String), 12), plainText(messageOf(failure), 300)];
    return unread.size === 0 ? [] : [l10n.t('Could not be read from the service: {0}. {1}', ids, reason)];
  },
} as const;

export const compareWords = {
  title: () => l10n.t('Compare Files with Service'),
  nothing: (count: number) =>
    count === 1
      ? l10n.t('The record equals the service.')
      : l10n.t('All {0} records equal the service.', localNumber(count)),
  leftOut: () => l10n.t('Some records or fields were left out.'),
  differing(count: number) {
    if (count === 1) return l10n.t('1 record differs. Its values are now unsaved changes. Save to send them.');
    const [all, most] = [localNumber(count), localNumber(maxRecords)];
    if (count <= maxRecords)
      return l10n.t('{0} records differ. Their values are now unsaved changes. Save to send them.', all);
    return l10n.t(
      '{0} records differ. The values of the first {1} are now unsaved changes. Save to send them, then compare again.',
      all,
      most,
    );
  },
  unknownBasis: (count: number, service: string) =>
    count === 1
      ? l10n.t('1 record may have changed on "{0}" since the file was written. Take its values from the file?', service)
      : l10n.t(
          '{0} records may have changed on "{1}" since the file was written. Take their values from the file?',
          localNumber(count),
          service,
        ),
  rewritten: (columns: readonly RewrittenColumn[]) =>
    l10n.t('The spreadsheet seems to have rewritten {0}. Leave it alone?', quoted(columns.map(({ field }) => field))),
  rewrittenCell: ({ field, before, after, count }: RewrittenColumn) => {
    const [earlier, now] = [plainText(before, 60), plainText(after, 60)];
    return l10n.t('{0} in {1} rows, such as {2} as {3}', quoted([field]), localNumber(count), earlier, now);
  },
} as const;
