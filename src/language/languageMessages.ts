import { l10n } from 'vscode';
import type { FieldType } from '../record/fields.ts';
import { localNumber, plainText } from '../workbench/plainText.ts';
import { maxLines, type Unshowable } from './lineEndings.ts';

export const typeNames: Readonly<Record<FieldType, () => string>> = {
  text: () => l10n.t('String'),
  textOrNull: () => l10n.t('String or null'),
  texts: () => l10n.t('List of strings'),
  list: () => l10n.t('List'),
  flag: () => l10n.t('Boolean'),
  integer: () => l10n.t('Integer'),
  integerOrNull: () => l10n.t('Integer or null'),
  numberOrNull: () => l10n.t('Number or null'),
};

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

/** The name of a field in a sentence. */
export function shortName(field: string): string {
  return plainText(field, 60);
}
