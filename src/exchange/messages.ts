import { l10n } from 'vscode';
import { quoted } from '../document/outcomeWords.ts';
import { listOf, localNumber, oneLine, plainText } from '../workbench/plainText.ts';
import type { RewrittenColumn } from './rewritten.ts';

/** Why a file is not a CSV of records, or a part of it is left out. */
export const csvWords = {
  notUtf8: () => l10n.t('The file is not UTF-8. In the spreadsheet, save it as "CSV UTF-8", then compare it again.'),
  noId: () => l10n.t('The file is neither JSON nor a CSV with a column "id" on line 1.'),
  namelessColumn: () => l10n.t('Columns without a name on line 1 are left out.'),
  repeatedColumn: (column: string) =>
    l10n.t('Column {0} is on line 1 more than once and is left out.', quoted([column])),
  otherLength: (line: number, cells: number, columns: number) =>
    l10n.t('Line {0} has {1} cells instead of {2} and is left out.', line, cells, columns),
  unclosedQuote: (line: number) => l10n.t('A quotation mark in the row that begins on line {0} is not closed.', line),
  strayQuote: (line: number) =>
    l10n.t('The row that begins on line {0} has a quotation mark in the wrong place.', line),
} as const;

/** What is left out of a comparison. */
export const givenWords = {
  item: (file: string, number: number) => l10n.t('{0}, record {1}', oneLine(file, 80), number),
  line: (file: string, line: number) => l10n.t('{0}, line {1}', oneLine(file, 80), line),
  problem: (where: string, why: string) => l10n.t('{0}: {1}', plainText(where, 100), why),
  noId: () => l10n.t('There is no positive integer in "id".'),
  repeatedId: (id: number) => l10n.t('Record {0} is there more than once and is left out.', id),
  link: () => l10n.t('Symbolic links are not followed.'),
  tooLarge: (megabytes: number) => l10n.t('The file is larger than {0} MB.', localNumber(megabytes)),
  foreign: (fields: readonly string[]) =>
    l10n.t('The records of the service have no field {0}. It is left out.', quoted(fields)),
  unreadable: (id: number, fields: readonly string[]) =>
    l10n.t('Record {0}: {1} is not valid JSON and is left out.', id, quoted(fields)),
  unread: (ids: readonly number[], reason: string) =>
    l10n.t('Could not be read from the service: {0}. {1}', listOf(ids.map(String), 12), plainText(reason, 300)),
  conflict: (id: number, fields: readonly string[]) =>
    l10n.t(
      'Someone else also changed {0} of record {1}. Choose Keep Mine or Take Theirs above its row.',
      quoted(fields),
      id,
    ),
  cut: (count: number) => l10n.t('{0} more records differ. Save these, then compare again.', localNumber(count)),
} as const;

export const compareWords = {
  title: () => l10n.t('Compare Files with Service'),
  folder: () => l10n.t('Folder of JSON Files'),
  file: () => l10n.t('CSV, JSON or JSON Lines File'),
  compare: () => l10n.t('Compare'),
  reading: (count: number) => l10n.t('Reading {0} files', localNumber(count)),
  noRecords: () => l10n.t('There are no records to compare.'),
  nothing: (count: number, areFiles: boolean) => {
    if (count === 1) return l10n.t('The record equals the service.');
    const all = localNumber(count);
    return areFiles
      ? l10n.t('All {0} files equal the service.', all)
      : l10n.t('All {0} records equal the service.', all);
  },
  different: (count: number, all: number) =>
    l10n.t(
      '{0} of {1} records differ. Their values are now unsaved changes. Save to send them.',
      localNumber(count),
      localNumber(all),
    ),
  unknownBasis: (count: number, service: string) =>
    count === 1
      ? l10n.t('1 record changed on "{0}" since, or nobody knows. Take its values from the file?', service)
      : l10n.t(
          '{0} records changed on "{1}" since, or nobody knows. Take their values from the file?',
          localNumber(count),
          service,
        ),
  unknownDetail: () =>
    l10n.t(
      'Without the base file of the export, older values in the file look like your changes. You see all of them before you save.',
    ),
  takeThem: () => l10n.t('Take Them'),
  leaveOut: () => l10n.t('Leave Them Out'),
  otherAddress: (service: string) => l10n.t('The base file is not from "{0}". Compare without it?', service),
  otherDetail: (theirs: string, ours: string) =>
    l10n.t('The base file names {0}. The address of the service is {1}.', plainText(theirs, 200), ours),
  withoutBase: () => l10n.t('Compare Without Base'),
  rewritten: (columns: readonly RewrittenColumn[]) =>
    l10n.t('The spreadsheet seems to have rewritten {0}. Leave it alone?', quoted(columns.map(({ field }) => field))),
  rewrittenCell: ({ field, before, after, count }: RewrittenColumn) =>
    l10n.t(
      '{0} in {1} rows, such as {2} as {3}',
      quoted([field]),
      localNumber(count),
      plainText(before, 60),
      plainText(after, 60),
    ),
  leaveAlone: () => l10n.t('Leave Alone'),
  takeAnyway: () => l10n.t('Take Anyway'),
} as const;

export const exportWords = {
  title: () => l10n.t('Export Records'),
  json: () => l10n.t('JSON Files'),
  jsonDetail: () => l10n.t('A folder with one file for each record, as the editor shows it.'),
  csv: () => l10n.t('CSV File'),
  csvDetail: () => l10n.t('One row for each record, for spreadsheets.'),
  fields: () => ({
    title: l10n.t('Fields of the Export'),
    placeHolder: l10n.t('Select the fields to export. "id" and "updated" are always there.'),
  }),
  select: () => l10n.t('Export Here'),
  tooMany: (max: number) => l10n.t('Up to {0} records can be exported at once.', localNumber(max)),
  ownScheme: () => l10n.t("Records can't be exported into a service. Choose a folder or file on disk."),
  replace: (count: number, first: string) =>
    count === 1
      ? l10n.t('{0} exists. Replace it?', oneLine(first, 100))
      : l10n.t('{0} files of the export exist, such as {1}. Replace them?', localNumber(count), oneLine(first, 100)),
  replaceButton: () => l10n.t('Replace'),
  writing: (count: number) => l10n.t('Writing {0} files', localNumber(count)),
  cancelled: (written: number, all: number) =>
    l10n.t('The export was cancelled after {0} of {1} files.', localNumber(written), localNumber(all)),
  failed: (reason: string) => l10n.t('The export could not be written. {0}', plainText(reason, 300)),
  done: (count: number, to: string) =>
    count === 1
      ? l10n.t('Exported 1 record to {0}.', oneLine(to, 100))
      : l10n.t('Exported {0} records to {1}.', localNumber(count), oneLine(to, 100)),
  longCell: (id: number, fields: readonly string[]) =>
    l10n.t('Record {0}: {1} is longer than 32,767 characters. Excel would cut it.', id, quoted(fields)),
  unsaved: () => l10n.t('Unsaved changes are not exported.'),
} as const;

export const serviceWords = {
  compareTitle: () => l10n.t('Compare with Another Service'),
  copyTitle: () => l10n.t('Copy to Service'),
  fields: () => ({
    title: l10n.t('Fields to Copy'),
    placeHolder: l10n.t('Select the fields to copy. "id", "added" and "updated" are never copied.'),
  }),
  noOther: () => l10n.t('There is no other service. Add one, then try again.'),
  diffTitle: (id: number, left: string, right: string) => l10n.t('Record {0} ({1} ↔ {2})', id, left, right),
  over: () => l10n.t('This comparison is over. Compare again to see the record of the other service.'),
  differentTalks: (id: number, other: string) =>
    l10n.t('Record {0} is a different talk on "{1}": its title and slug differ.', id, other),
  leftOut: (id: number, other: string) =>
    l10n.t('Record {0} is a different talk on "{1}" and is left out: its title and slug differ.', id, other),
  equal: (count: number, other: string) =>
    count === 1
      ? l10n.t('The record on "{0}" has the same values.', other)
      : l10n.t('The records on "{0}" have the same values.', other),
  copied: (count: number, other: string) =>
    count === 1
      ? l10n.t('The values are now unsaved changes of 1 record on "{0}". Save to send them.', other)
      : l10n.t(
          'The values are now unsaved changes of {0} records on "{1}". Save to send them.',
          localNumber(count),
          other,
        ),
} as const;
