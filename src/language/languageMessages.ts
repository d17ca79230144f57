import { l10n } from 'vscode';
import type { FieldType } from '../record/fields.ts';
import { shortened } from '../record/textEdits.ts';
import type { RecordName } from '../service/services.ts';
import { localNumber, plainText } from '../workbench/plainText.ts';
import { maxLines, type Unshowable } from './lineEndings.ts';

export function typeName(type: FieldType): string {
  switch (type) {
    case 'text':
      return l10n.t('String');
    case 'textOrNull':
      return l10n.t('String or null');
    case 'texts':
      return l10n.t('List of strings');
    case 'list':
      return l10n.t('List');
    case 'flag':
      return l10n.t('Boolean');
    case 'integer':
      return l10n.t('Integer');
    case 'integerOrNull':
      return l10n.t('Integer or null');
    case 'numberOrNull':
      return l10n.t('Number or null');
  }
}

export const hoverWords = {
  before: () => l10n.t('Before your change:'),
  added: () => l10n.t('You added this field. The record on the service does not have it.'),
  duration: (seconds: string, minutes: string) =>
    l10n.t('If the unit is seconds: {0}. If it is minutes: {1}.', seconds, minutes),
  size: (amount: string) => l10n.t('If the unit is bytes: {0}.', amount),
  dateTime: (date: string, time: string) => l10n.t('{0}, {1} (no time zone)', date, time),
  open: (host: string) => l10n.t('Open {0}', host),
  unencrypted: (link: string) => l10n.t('{0} (not encrypted)', link),
};

export const suggestionWords = {
  today: () => l10n.t('Today'),
  used: (field: string) => l10n.t('Used in "{0}" of recent records', field),
};

export const lensWords = {
  record: ({ service, id }: RecordName) => l10n.t('#{0} on {1}', id, service),
  changed(count: number): string {
    if (count === 0) return l10n.t('no changes');
    return count === 1 ? l10n.t('1 field changed') : l10n.t('{0} fields changed', count);
  },
  readOnly: (reason: string) => l10n.t('Read-only. {0}', plainText(reason)),
  review: () => l10n.t('Review'),
  reviewTooltip: () => l10n.t('Compare your unsaved changes with the saved version'),
  compare: () => l10n.t('Compare'),
  compareTooltip: () => l10n.t('Compare with the version on the service'),
  preview: () => l10n.t('Preview'),
  previewTooltip: () => l10n.t('Open the preview to the side'),
  editAsText: () => l10n.t('Edit Field as Text'),
};

export const fixWords = {
  trim: () => l10n.t('Remove leading and trailing whitespace'),
  changeTo: (value: string) => l10n.t('Change to "{0}"', shortened(value, 60)),
  removeEmptyItem: () => l10n.t('Remove the empty item'),
  removeDuplicateItem: () => l10n.t('Remove the duplicate item'),
  removeAdded: (field: string) => l10n.t('Remove the added field "{0}"', shortName(field)),
  restoreRemoved: (field: string) => l10n.t('Restore the removed field "{0}"', shortName(field)),
  restore: (field: string) => l10n.t('Restore "{0}"', shortName(field)),
  editAsText: (field: string) => l10n.t('Edit "{0}" as Text', shortName(field)),
  restoreRecord: () => l10n.t('Restore the Whole Record'),
};

export const restoreWords = {
  unknownBase: () => l10n.t('The version to restore is not known. Reload the record.'),
  changed: () => l10n.t('The record was not restored because it changed meanwhile. Try again.'),
};

export const placeCursor = () => l10n.t('Place the cursor in the field to edit, then run the command again.');

/** What is said of a field that is edited as text, and of its record. */
export function fieldTextWords(field: string, id: number | undefined) {
  const name = shortName(field);
  const record = id ?? '';
  return {
    changedInRecord: () =>
      l10n.t(
        '"{0}" was also changed in record {1}. Your text is kept here. Copy what you need, then run Revert File to see the text in the record.',
        name,
        record,
      ),
    changedMeanwhile: () =>
      l10n.t('"{0}" of record {1} was not saved because the record changed meanwhile. Save again.', name, record),
    notSaved: (reason: Unshowable) =>
      l10n.t('"{0}" of record {1} was not saved. {2}', name, record, unshowableReason(reason)),
    notEditable: (reason: Unshowable) =>
      l10n.t(
        '"{0}" of record {1} can\'t be edited as text. {2} Edit it in the record.',
        name,
        record,
        unshowableReason(reason),
      ),
    notString: () => l10n.t('"{0}" of record {1} is not a string.', name, record),
    notInRecord: () => l10n.t('Record {0} has no field "{1}".', record, name),
    unreadable: (reason: string) =>
      l10n.t('"{0}" of record {1} can\'t be read right now. {2}', name, record, plainText(reason)),
  };
}

function unshowableReason(reason: Unshowable): string {
  switch (reason) {
    case 'nul':
      return l10n.t('It contains a NUL character, so editors treat it as binary.');
    case 'halfCharacter':
      return l10n.t("It contains half of a character, which files can't store.");
    case 'separator':
      return l10n.t('It contains a line or paragraph separator, which editors offer to remove.');
    case 'lineBreaks':
      return l10n.t('It mixes several kinds of line breaks in more than {0} lines.', localNumber(maxLines));
  }
}

function shortName(field: string): string {
  return plainText(field, 60);
}
