import { l10n } from 'vscode';
import type { kindOf } from '../document/recordApi.ts';
import type { RecordName } from '../service/services.ts';
import { listOfIds, localNumber, type PlainText, plainText, visible } from '../workbench/plainText.ts';

/** A link that would open a worksheet asks first. */
export const linkWords = {
  question: (count: number, service: string) =>
    count === 1
      ? l10n.t('Open a worksheet with 1 record on {0}?', service)
      : l10n.t('Open a worksheet with {0} records on {1}?', localNumber(count), service),
  detail: (query: string | undefined) =>
    [
      query !== undefined && l10n.t('The link asks for all records that match: {0}', plainText(visible(query), 200)),
      l10n.t('Each record is one request. Nothing is changed.'),
    ]
      .filter(Boolean)
      .join('\n\n'),
};

/** The address comes from the link's author. */
export function unknownServiceMessage(address: string): PlainText {
  return l10n.t('The link leads to a record on {0}, which is not one of your services.', plainText(address));
}

/** After numbers without a record in this direction. */
export function noneFoundMessage({ service, id }: RecordName, direction: 1 | -1, tried: number): PlainText {
  const [count, name] = [localNumber(tried), plainText(service)];
  if (direction === 1) return l10n.t('"{0}" has no record among the {1} numbers after {2}.', name, count, id);
  if (id === 1) return l10n.t('There is no record before 1.');
  if (id <= tried) return l10n.t('"{0}" has no record before {1}.', name, id);
  return l10n.t('"{0}" has no record among the {1} numbers before {2}.', name, count, id);
}

export function openedMessage(opened: number, all: number): string {
  if (opened === 0) return l10n.t('None of the {0} records were opened.', localNumber(all));
  if (opened === 1) return l10n.t('1 of {0} records was opened.', localNumber(all));
  return l10n.t('{0} of {1} records were opened.', localNumber(opened), localNumber(all));
}

type FailureKind = NonNullable<ReturnType<typeof kindOf>>;

/** Why these records were not opened: a few words for the usual kinds of failure, else its own message. */
export function reasonMessage(kind: FailureKind | undefined, message: string, ids: readonly number[]): string {
  const list = listOfIds(ids);
  return (kind && usualReasons[kind]?.(list)) ?? l10n.t('{0} Records: {1}.', message, list);
}

const usualReasons: Readonly<Partial<Record<FailureKind, (list: string) => string>>> = {
  notFound: (list) => l10n.t('Not found: {0}.', list),
  unauthorized: (list) => l10n.t('Credential needed: {0}.', list),
  forbidden: (list) => l10n.t('Not permitted: {0}.', list),
  timeout: (list) => l10n.t('No answer in time: {0}.', list),
  network: (list) => l10n.t('No connection: {0}.', list),
  unavailable: (list) => l10n.t('Service not available: {0}.', list),
  tooLarge: (list) => l10n.t('Too large: {0}.', list),
};
