import { l10n } from 'vscode';
import { type FieldType, fieldType } from '../record/fields.ts';
import { maxCounts, maxDepth } from '../record/json.ts';
import type { InvalidReferenceError } from '../record/references.ts';
import { shortened } from '../record/textEdits.ts';
import type { Expected, RecordTextError } from '../record/textError.ts';
import type { Problem } from '../record/validation.ts';
import { localNumber } from './plainText.ts';

/** What is wrong with the value of a field. */
export function fieldProblemMessage({ code, field, item }: Problem): string {
  return item === undefined ? valueMessages[code](field) : itemMessage(code, field, item);
}

const valueMessages: Readonly<Record<Problem['code'], (field: string) => string>> = {
  type: (field) => typeMessages[fieldType(field) ?? 'text'](field),
  id: () => l10n.t("The ID of a record can't be changed."),
  date: (field) => l10n.t('"{0}" is not a valid date (YYYY-MM-DD).', field),
  dateTime: (field) => l10n.t('"{0}" is not a valid date and time (YYYY-MM-DDThh:mm:ss.mmm).', field),
  address: (field) => l10n.t('"{0}" is not an absolute address (https://example.org/talk).', field),
  slug: (field) => l10n.t('"{0}" must be lowercase words joined by hyphens.', field),
  emptyTitle: (field) => l10n.t('"{0}" is empty.', field),
  blankItem: (field) => l10n.t('"{0}" is empty.', field),
  doubledItem: (field) => l10n.t('"{0}" is a duplicate.', field),
  untrimmed: (field) => l10n.t('"{0}" has leading or trailing whitespace.', field),
};

const typeMessages: Readonly<Record<FieldType, (field: string) => string>> = {
  text: (field) => l10n.t('"{0}" must be a string.', field),
  textOrNull: (field) => l10n.t('"{0}" must be a string or null.', field),
  texts: (field) => l10n.t('"{0}" must be a list of strings.', field),
  list: (field) => l10n.t('"{0}" must be a list.', field),
  flag: (field) => l10n.t('"{0}" must be true or false.', field),
  integer: (field) => l10n.t('"{0}" must be an integer.', field),
  integerOrNull: (field) => l10n.t('"{0}" must be an integer or null.', field),
  numberOrNull: (field) => l10n.t('"{0}" must be a number or null.', field),
};

function itemMessage(code: Problem['code'], field: string, item: number): string {
  switch (code) {
    case 'blankItem':
      return l10n.t('Item {0} of "{1}" is empty.', item, field);
    case 'doubledItem':
      return l10n.t('Item {0} of "{1}" is a duplicate.', item, field);
    case 'untrimmed':
      return l10n.t('Item {0} of "{1}" has leading or trailing whitespace.', item, field);
    default:
      return l10n.t('Item {0} of "{1}" must be a string.', item, field);
  }
}

/** Why a text is not a record. `place` is given if the text is a part of another. */
export function textErrorMessage(
  error: RecordTextError,
  place: { readonly line: number; readonly column: number } = error,
): string {
  const { kind, details, offset } = error;
  const { line, column } = place;
  switch (kind) {
    case 'syntax':
      return syntaxMessages[details.expected ?? 'value'](line, column);
    case 'duplicateKey': {
      const field = shortened(details.field ?? '', 60);
      return l10n.t('Duplicate field "{0}" at line {1}, column {2}.', field, line, column);
    }
    case 'notAnObject':
      return l10n.t('A record must be a JSON object (line {0}, column {1}).', line, column);
    case 'tooDeep':
      return l10n.t('More than {0} nested levels at line {1}, column {2}.', maxDepth, line, column);
    case 'tooLarge':
      return l10n.t('The record has more than {0} characters.', localNumber(details.limit ?? 0));
    case 'tooMany':
      return details.counted === 'members'
        ? l10n.t('The record has more than {0} fields, nested ones included.', localNumber(maxCounts.members))
        : l10n.t('The record has more than {0} values.', localNumber(maxCounts.values));
    case 'encoding':
      return l10n.t('Invalid UTF-8 in byte {0} (line {1}, column {2}).', offset, line, column);
  }
}

const syntaxMessages: Readonly<Record<Expected, (line: number, column: number) => string>> = {
  end: (line, column) => l10n.t('Invalid JSON: expected the end of the text at line {0}, column {1}.', line, column),
  value: (line, column) => l10n.t('Invalid JSON: expected a value at line {0}, column {1}.', line, column),
  commaOrBrace: (line, column) => expectedEither(',', '}', line, column),
  commaOrBracket: (line, column) => expectedEither(',', ']', line, column),
  fieldName: (line, column) =>
    l10n.t('Invalid JSON: expected a field name in double quotes at line {0}, column {1}.', line, column),
  colon: (line, column) => l10n.t('Invalid JSON: expected "{0}" at line {1}, column {2}.', ':', line, column),
  closingQuote: (line) => l10n.t('A quotation mark is missing on line {0}.', line),
  escapedControl: (line, column) =>
    l10n.t('Invalid JSON: write the tab or control character at line {0}, column {1} as an escape.', line, column),
  escape: (line, column) => l10n.t('Invalid JSON: expected a valid escape at line {0}, column {1}.', line, column),
  list: () => l10n.t('A worksheet is a list of records in brackets.'),
};

function expectedEither(one: string, other: string, line: number, column: number): string {
  return l10n.t('Invalid JSON: expected "{0}" or "{1}" at line {2}, column {3}.', one, other, line, column);
}

/** Why a text names no record, and what does. */
export function referenceMessage(error: InvalidReferenceError): string {
  const help = l10n.t(
    'Enter an ID (12), several IDs (12, 15 20-25), the address of a record (https://host/api/v2/video/12), or a Video Records link.',
  );
  return `${referenceProblem(error)} ${help}`;
}

export function referenceProblem({ code, subject }: InvalidReferenceError): string {
  return referenceMessages[code](subject);
}

const referenceMessages: Readonly<Record<InvalidReferenceError['code'], (subject: string) => string>> = {
  empty: () => l10n.t('No record ID was entered.'),
  tooLong: () => l10n.t('The text is too long.'),
  tooMany: (max) => l10n.t('At most {0} records can be opened at once.', localNumber(Number(max))),
  notAnId: (subject) => l10n.t('"{0}" is not a record ID.', subject),
  backwards: (subject) => l10n.t('The range "{0}" must start with the lower number.', subject),
  notARecord: (subject) => l10n.t('"{0}" is not the address of a record.', subject),
  linkParameters: (subject) => l10n.t('The link "{0}" has an unknown or repeated parameter.', subject),
  userInfo: () => l10n.t("An address with a user name or password can't be opened."),
};
