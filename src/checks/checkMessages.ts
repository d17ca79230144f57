import { l10n } from 'vscode';
import type { ToDoRow } from '../document/knownRecord.ts';
import { quoted } from '../document/outcomeWords.ts';
import { listOf, localNumber, plainText, visibleLine } from '../workbench/plainText.ts';
import type { Finding } from './checkRecords.ts';
import type { Choice } from './finding.ts';
import { allKinds, isSafe, type Kind, kindOf } from './kinds.ts';
import { linkMessages } from './links/linkMessages.ts';
import { type LeftOfKind, left, type ToDo } from './toDo.ts';

/** What a finding says. Text of the record in it is bounded, on one line, and hides nothing. */
export function findingMessage(finding: Finding): string {
  const { rule, kind, field, values = [], ids, isMixed } = finding;
  const label = kindLabel(kindOf(finding));
  // What is said of one of several values is not true of the others.
  if (ids && isMixed) return l10n.t('{0}. This concerns {1} records.', label, localNumber(ids.length));
  const [first = '', second = ''] = values.map((value) => visibleLine(value, 80));
  const message = messages[kind === undefined ? rule : `${rule}.${kind}`]?.(field, first, second) ?? label;
  return ids ? l10n.t('{0} This concerns {1} records.', message, localNumber(ids.length)) : message;
}

/** By rule, or by rule and kind. */
const messages: Readonly<Record<string, (field: string, first: string, second: string) => string>> = {
  mojibake: (field) => l10n.t('"{0}" has characters in the wrong encoding.', field),
  textEntities: (_, first) => l10n.t('"{0}" has an HTML entity.', first),
  'spaces.spaces': (field) => l10n.t('"{0}" has extra spaces.', field),
  'spaces.blanks': (field) => l10n.t('"{0}" has tabs or special spaces.', field),
  'spaces.lines': (field) => l10n.t('"{0}" has extra line ends.', field),
  'spaces.invisible': (field) => l10n.t('"{0}" has invisible characters.', field),
  'spaces.letters': (field) => l10n.t('"{0}" has letters that consist of several characters.', field),
  placeholderText: (_, first) => l10n.t('"{0}" is a placeholder, not a value.', first),
  speakersJoined: (_, first) => l10n.t('"{0}" names several speakers.', first),
  speakerOnlyInTitle: (_, first) => l10n.t('The title names "{0}", who is missing from the speakers.', first),
  'tagRepeats.speaker': (_, first) => l10n.t('The tag "{0}" repeats a speaker.', first),
  'tagRepeats.tag': (_, first) => l10n.t('The tag "{0}" repeats another tag.', first),
  'tagRepeats.category': (_, first) => l10n.t('The tag "{0}" repeats the category.', first),
  titleHasCategory: (_, first) => l10n.t('The title contains the category: "{0}".', first),
  titleHasSpeaker: (_, first) => l10n.t('The title contains a speaker\'s name: "{0}".', first),
  'nameVariants.same': (_, first, second) => l10n.t('"{0}" is also spelled "{1}".', first, second),
  'nameVariants.near': (_, first, second) => l10n.t('"{0}" differs from "{1}" in one letter.', first, second),
  'addresses.spaces': (field) => l10n.t('The address in "{0}" contains spaces.', field),
  'addresses.password': (field) => l10n.t('The address in "{0}" contains a user name or password.', field),
  'addresses.http': (_, first) => l10n.t('Addresses of "{0}" use http instead of https.', first),
  dateInText: (_, first, second) => l10n.t('The text mentions {0}, but "recorded" is {1}.', first, second),
  durationInMinutes: (_, first) => l10n.t('All durations of "{0}" look like minutes.', first),
  sameText: () => l10n.t('The summary and the description are the same.'),
  'sameText.title': (field) => l10n.t('"{0}" only repeats the title.', field),
  'dates.future': (_, first) => l10n.t('{0} is in the future.', first),
  'dates.past': (_, first) => l10n.t('{0} is before 1950.', first),
  'dates.year': (_, first, second) => l10n.t('{0} is not in {1}, the year of the category.', first, second),
  'duplicates.title': (_, first) => l10n.t('The title is the same as that of {0}, in the same category.', first),
  'duplicates.video': (_, first) => l10n.t('This is the same video as {0}.', first),
  missing: (field) => l10n.t('"{0}" is empty.', field),
  'missing.video': () => l10n.t('The record has no address of a video.'),
  htmlInText: (field, first) => l10n.t('"{0}" contains HTML: {1}', field, first),
  titleIsFileName: () => l10n.t('The title is a file name.'),
  ...linkMessages,
};

/** What is found, with its count beside it. */
export function kindLabel(kind: Kind): string {
  return labels[kind]();
}

const labels: Readonly<Record<Kind, () => string>> = {
  mojibake: () => l10n.t('Characters in the wrong encoding'),
  textEntities: () => l10n.t('HTML entities'),
  spaces: () => l10n.t('Stray spaces and characters'),
  placeholderText: () => l10n.t('Placeholders'),
  speakersJoined: () => l10n.t('Several speakers in one name'),
  speakerOnlyInTitle: () => l10n.t('Speakers only in the title'),
  tagRepeats: () => l10n.t('Repeated tags'),
  titleHasCategory: () => l10n.t('Titles that contain the category'),
  titleHasSpeaker: () => l10n.t("Titles that contain a speaker's name"),
  nameVariants: () => l10n.t('Names with several spellings'),
  addresses: () => l10n.t('Incorrect or insecure addresses'),
  dateInText: () => l10n.t('Another date in the text'),
  durationInMinutes: () => l10n.t('Durations in minutes'),
  sameText: () => l10n.t('Repeated texts'),
  dates: () => l10n.t('Implausible dates'),
  duplicates: () => l10n.t('Duplicate records'),
  missing: () => l10n.t('Missing values'),
  htmlInText: () => l10n.t('HTML in texts'),
  titleIsFileName: () => l10n.t('Titles that are file names'),
  'links.gone': () => l10n.t('Links that are gone'),
  'links.unknown': () => l10n.t('Links that could not be checked'),
  whiteboard: () => l10n.t('Notes on the whiteboard'),
};

/** What a finding's fix, or one of its choices, does. */
export function fixTitle({ rule, kind, fix = '', ids }: Finding, choice?: Choice): string {
  const title = (fixes[rule] ?? fixes[`${rule}.${kind}`])?.();
  const records = ids && localNumber(ids.length);
  if (title !== undefined) return records === undefined ? title : l10n.t('{0} (in {1} records)', title, records);
  const value = visibleLine(choice?.name ?? fix.replace(/^"|"$/g, ''), 80);
  return records === undefined
    ? l10n.t('Change to "{0}"', value)
    : l10n.t('Change to "{0}" in {1} records', value, records);
}

/** The other direction of a choice. */
export function turnTitle(name: string, by: string): string {
  return l10n.t('Change "{0}" to "{1}" in other records', visibleLine(name, 80), visibleLine(by, 80));
}

const fixes: Readonly<Record<string, () => string>> = {
  mojibake: () => l10n.t('Correct the encoding'),
  textEntities: () => l10n.t('Decode HTML entities'),
  'spaces.spaces': () => l10n.t('Remove extra spaces'),
  'spaces.blanks': () => l10n.t('Use ordinary spaces'),
  'spaces.lines': () => l10n.t('Remove extra line ends'),
  'spaces.invisible': () => l10n.t('Remove invisible characters'),
  'spaces.letters': () => l10n.t('Write each letter as one character'),
  placeholderText: () => l10n.t('Remove the placeholder'),
  speakersJoined: () => l10n.t('Split into several speakers'),
  tagRepeats: () => l10n.t('Remove repeated tags'),
  'addresses.http': () => l10n.t('Use https'),
  dateInText: () => l10n.t('Use the date in the text'),
  durationInMinutes: () => l10n.t('Multiply by 60'),
  sameText: () => l10n.t('Remove the text'),
  links: () => l10n.t('Empty the field'),
};

/** The rows of To Do: all, then what is safe and many first, what is done, and what was dismissed. */
export function toDoRows(toDo: ToDo): readonly ToDoRow[] {
  const rank = ({ kind, ids }: LeftOfKind) => (ids.length === 0 ? 2 : isSafe(kind) ? 0 : 1);
  const found = byCount(left(toDo)).toSorted((one, other) => rank(one) - rank(other));
  const all = localNumber(new Set(found.flatMap(({ ids }) => ids)).size);
  const dismissed = toDo.dismissed.map(({ key, label }) => ({ rule: key, label: plainText(label), isDismissed: true }));
  return [
    ...(found.length > 0 ? [{ rule: allKinds, label: toDoWords.allKinds(), count: all }] : []),
    ...found.map(({ kind, ids, done }) => ({
      rule: kind,
      label: kindLabel(kind),
      count: toDoWords.done(done, done + ids.length),
    })),
    ...dismissed.reverse(),
  ];
}

function byCount(found: readonly LeftOfKind[]): readonly LeftOfKind[] {
  return found.toSorted((one, other) => other.ids.length - one.ids.length);
}

/** In how many records a check found something, of all and of each kind. */
export function summaryMessage(found: readonly LeftOfKind[], checked: number): string {
  const count = new Set(found.flatMap(({ ids }) => ids)).size;
  if (count === 0) return l10n.t('No problems found. Records checked: {0}', localNumber(checked));
  const list = listOf(
    byCount(found).map(({ kind, ids }) => `${kindLabel(kind)} (${localNumber(ids.length)})`),
    6,
  );
  return count === 1
    ? l10n.t('Problems found in 1 record: {0}', list)
    : l10n.t('Problems found in {0} records: {1}', localNumber(count), list);
}

export const checkWords = {
  title: () => l10n.t('Check Records'),
  what: () => l10n.t('Select what to check'),
  record: (id: number) => l10n.t('Record {0}', id),
  selectedRows: () => l10n.t('Selected rows'),
  worksheet: () => l10n.t('This worksheet'),
  catalogue: (service: string) => l10n.t('Catalogue of "{0}"', service),
  ofQuery: () => l10n.t('Records that match a query…'),
  query: () => l10n.t('Query for the catalogue; empty for all its records'),
  noMatch: () => l10n.t('No record in the catalogue matches.'),
  checking: () => l10n.t('Checking records'),
  tooMuch: () => l10n.t('The records have too much text to be checked together. Check fewer of them.'),
  fixAll: (label: string, records: number) =>
    l10n.t('Fix all in this document: {0} ({1} records)', label, localNumber(records)),
  fixEverything: () => l10n.t('Fix everything that has one clear fix'),
  noRecord: () => l10n.t('There is no record to check. Correct the syntax errors, then try again.'),
} as const;

export const toDoWords = {
  show: () => l10n.t('Show To Do'),
  first: (opened: number, all: number) =>
    l10n.t(
      'A worksheet has up to {0} records, so it shows the first of {1}. Save what you fix, then check again to see the others.',
      localNumber(opened),
      localNumber(all),
    ),
  allKinds: () => l10n.t('All kinds'),
  done: (done: number, all: number) =>
    done === 0 ? localNumber(all) : l10n.t('{0} of {1} done', localNumber(done), localNumber(all)),
} as const;

export const dismissWords = {
  noMistake: () => l10n.t('Not a Mistake'),
  notTheSame: () => l10n.t('Not the Same'),
  noneIn: (category: string, kind: string) => l10n.t('Not a Mistake in "{0}": {1}', category, kind),
  allIn: (kind: string, category: string) => l10n.t('{0}. All in "{1}".', kind, category),
} as const;

export const changeWords = {
  title: (rows: number) =>
    rows === 1 ? l10n.t('Change Field in 1 Row') : l10n.t('Change Field in {0} Rows', localNumber(rows)),
  pickField: () => l10n.t('Select the field to change.'),
  otherFields: () => l10n.t('Fields to add to the worksheet'),
  pickWay: (field: string) => l10n.t('Select what to change in {0}.', quoted([field])),
  value: () => l10n.t('New value'),
  /** What each way is called, the title of the step that asks for its value, and what it asks for first. */
  ways: {
    set: {
      label: () => l10n.t('Set the value'),
      title: (field: string) => l10n.t('Set {0}', quoted([field])),
      value: () => l10n.t('New value'),
    },
    add: {
      label: () => l10n.t('Add an item'),
      title: (field: string) => l10n.t('Add to {0}', quoted([field])),
      value: () => l10n.t('Item to add'),
    },
    remove: {
      label: () => l10n.t('Remove an item'),
      title: (field: string) => l10n.t('Remove from {0}', quoted([field])),
      value: () => l10n.t('Item to remove'),
    },
    replace: {
      label: () => l10n.t('Replace a value'),
      title: (field: string) => l10n.t('Replace in {0}', quoted([field])),
      value: () => l10n.t('Value to replace'),
    },
  },
  changes: (count: number, rows: number) =>
    l10n.t('Rows that change: {0} of {1}', localNumber(count), localNumber(rows)),
  json: () => l10n.t('The value is not valid JSON.'),
  id: () => l10n.t("The ID can't be changed."),
  type: (field: string) => l10n.t('The value has the wrong type for {0}.', quoted([field])),
  notAList: (field: string) => l10n.t('{0} is not a list.', quoted([field])),
} as const;
