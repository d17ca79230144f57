import { env, l10n } from 'vscode';
import { messageOf } from '../workbench/failureMessages.ts';
import { agoText, listOf, localNumber, oneLine, type PlainText, plainName, plainText } from '../workbench/plainText.ts';
import type { UpdateProgress, UpdateResult } from './update.ts';

export const catalogueWords = {
  updateTitle: () => l10n.t('Update Catalogue'),
  deleteTitle: () => l10n.t('Delete Catalogue'),
  firstQuestion: (service: string) => l10n.t('Read all records of "{0}" into a catalogue?', service),
  firstDetail: (address: string) =>
    l10n.t(
      'Reads every record from {0} and keeps them on this computer, so that you can search them. If the service has no list of its records, they are read by number, four at a time, until 200 or more numbers in a row have no record. Nothing is written to the service, and you can cancel at any time.',
      address,
    ),
  readAll: () => l10n.t('Read All Records'),
  chooseIds: () => l10n.t('Choose IDs…'),
  idsPrompt: () => l10n.t('IDs to read'),
  updating: (service: string) => l10n.t('Updating the catalogue of "{0}"', plainText(service)),
  goOn: () => l10n.t('Continue'),
  lookFurther: () => l10n.t('Look Further'),
  againQuestion: (service: string) => l10n.t('Update the catalogue of "{0}"?', service),
  againDetail: (asOf: number, all: number, some: number, further: number) =>
    l10n.t(
      'The catalogue is as of {0}. Reading everything again takes about {1} requests, reading new numbers only about {2}. Looking further begins at number {3}.',
      agoText(asOf),
      localNumber(all),
      localNumber(some),
      further,
    ),
  everything: () => l10n.t('Everything'),
  newOnly: () => l10n.t('New Numbers Only'),
  deleteQuestion: (service: string) => l10n.t('Delete the catalogue of "{0}"?', service),
  deleteDetail: () =>
    l10n.t(
      'Its records, its To Do list and dismissed findings are deleted from this computer. Nothing is deleted on the service.',
    ),
  filterTitle: () => l10n.t('Filter Catalogue'),
  filterPlaceholder: () => l10n.t('Words, or category:"…", speakers:…, -language:… (all must match)'),
  filter: (text: string) => l10n.t('Filter: {0}', oneLine(text, 60)),
  openRecord: () => l10n.t('Open Record'),
  toDo: () => l10n.t('To Do'),
  dismissed: () => l10n.t('Dismissed'),
  groupTitle: () => l10n.t('Group By'),
  groupPlaceholder: () => l10n.t('Select a field to group the records by, or the order of the groups.'),
  order: () => l10n.t('Order'),
  byName: () => l10n.t('By Name'),
  byCount: () => l10n.t('By Count'),
  changeTitle: () => l10n.t('Change Value'),
  noGroup: () => l10n.t('No group is selected. Group the Catalogue view by a field, then select its values.'),
  newValue: (values: readonly string[]) => {
    const named = values.map((value) => (value === '' ? catalogueWords.none() : l10n.t('"{0}"', plainName(value))));
    return l10n.t('New value for {0}: select one, or type another', listOf(named));
  },
  wrongValue: (field: string) => l10n.t('The value has the wrong type for "{0}".', plainName(field)),
  nothingToChange: () => l10n.t('No record has this value any more.'),
  leftForLater: (count: number, left: number) =>
    l10n.t(
      'This worksheet has the first {0} records. Save it, then change the value again for the other {1}.',
      localNumber(count),
      localNumber(left),
    ),
  none: () => l10n.t('(none)'),
  similarValue: (count: string) => l10n.t('{0}, has similar values', count),
  nameTitle: () => l10n.t('Name Worksheet'),
  namePrompt: () => l10n.t('Name under which the Catalogue view keeps these records'),
  nameQueryPrompt: (query: string) =>
    l10n.t('Name under which the Catalogue view keeps the query {0}', plainText(query, 60)),
  replaced: (label: string) => l10n.t('Replaced the worksheet named "{0}".', plainText(label, 60)),
  removed: (label: string) => l10n.t('Removed the worksheet named "{0}".', plainText(label, 60)),
  tooManyNames: (max: number) =>
    l10n.t('Up to {0} worksheets can have a name. Remove one in the Catalogue view, then try again.', localNumber(max)),
  named: (name: string) => l10n.t('The Catalogue view keeps this worksheet as "{0}".', plainText(name)),
  openWorksheet: () => l10n.t('Open Worksheet'),
  notRead: () => l10n.t('not read yet'),
  incomplete: () => l10n.t('incomplete'),
  otherCredential: () => l10n.t('read with another credential'),
  similar: (found: readonly string[]) => l10n.t('similar to what you typed ({0})', listOf(found)),
  more: (count: number) => l10n.t('{0} more. Use the filter to find them.', localNumber(count)),
};

/** Count, pace and time left, as far as they are known. */
export function progressMessage(progress: UpdateProgress, milliseconds: number): PlainText {
  const { read, asked, total, listed } = progress;
  if (listed) {
    return listed.total === undefined
      ? l10n.t('{0} records read', localNumber(listed.read))
      : l10n.t('{0} of {1} records read', localNumber(listed.read), localNumber(listed.total));
  }
  const pace = (asked / Math.max(milliseconds, 1)) * 1000;
  const perSecond = localNumber(Math.max(1, Math.round(pace)));
  if (total === undefined || total < asked) {
    return l10n.t('{0} records read, {1} requests per second', localNumber(read), perSecond);
  }
  const left = timeText(Math.ceil((total - asked) / Math.max(pace, 0.01)));
  return l10n.t(
    '{0} records read, {1} of {2} requests, {3} per second, {4} left',
    localNumber(read),
    localNumber(asked),
    localNumber(total),
    perSecond,
    plainText(left),
  );
}

function timeText(seconds: number): string {
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return new Intl.NumberFormat(env.language, { style: 'unit', unit: String(unit), unitDisplay: 'short' }).format(
    Number(value),
  );
}

export function resultMessage(service: string, result: UpdateResult): string {
  const { end } = result;
  if (!end) return outcomeMessage(service, result);
  const where = l10n.t("Read up to {0}. The next {1} numbers don't exist.", end.last, localNumber(end.upTo - end.last));
  return `${outcomeMessage(service, result)} ${where}`;
}

function outcomeMessage(service: string, { read, changed, failed, stopped, cause }: UpdateResult): string {
  const [count, news] = [localNumber(read), localNumber(changed)];
  switch (stopped) {
    case 'cancelled':
      return l10n.t('Stopped updating the catalogue of "{0}" after {1} records. They are kept.', service, count);
    case 'deleted':
      return l10n.t('The catalogue of "{0}" was deleted, so its update stopped.', service);
    case 'failures':
      return l10n.t(
        'Stopped updating the catalogue of "{0}" after {1} records. They are kept. {2}',
        service,
        count,
        plainText(messageOf(cause)),
      );
    case 'full':
      return l10n.t(
        'The catalogue of "{0}" is full: it has 50,000 records, 500 MB, or too much text to search.',
        service,
      );
    case 'storage':
      return l10n.t(
        'The catalogue of "{0}" could not be written: {1}',
        service,
        plainText(cause instanceof Error ? cause.message : String(cause)),
      );
    default:
      return failed === 0
        ? l10n.t('Updated the catalogue of "{0}": {1} records read, {2} new or changed.', service, count, news)
        : l10n.t(
            'Updated the catalogue of "{0}": {1} records read, {2} new or changed, {3} could not be read.',
            service,
            count,
            news,
            localNumber(failed),
          );
  }
}

/** "1,204 records, as of 3 days ago"; of a filtered list, "11 of 1,204 records". */
export function stateText(records: number, asOf: number, of = records): string {
  if (records !== of)
    return l10n.t('{0} of {1} records, as of {2}', localNumber(records), localNumber(of), agoText(asOf));
  return records === 1
    ? l10n.t('1 record, as of {0}', agoText(asOf))
    : l10n.t('{0} records, as of {1}', localNumber(records), agoText(asOf));
}
