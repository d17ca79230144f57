import { l10n } from 'vscode';
import type { SaveOutcome } from '../document/outcome.ts';
import { quoted } from '../document/outcomeWords.ts';
import { listOfIds, localNumber, type PlainText, plainText, sentences } from '../workbench/plainText.ts';
import type { RowFacts, RowProblem } from './facts.ts';
import type { WorksheetName } from './uri.ts';

export const words = {
  label: (count: number) => (count === 1 ? l10n.t('1 record') : l10n.t('{0} records', localNumber(count))),
  reading: (count: number) =>
    count === 1 ? l10n.t('Reading 1 record') : l10n.t('Reading {0} records', localNumber(count)),
  saving: (count: number, service: string) =>
    count === 1
      ? l10n.t('Saving 1 record on {0}', plainText(service))
      : l10n.t('Saving {0} records on {1}', localNumber(count), plainText(service)),
  noneRead: (count: number, reason: PlainText) =>
    count === 1
      ? l10n.t('The record could not be read. {0}', reason)
      : l10n.t('None of the {0} records could be read. {1}', localNumber(count), reason),
  tooMuch: () => l10n.t('The records are too large to be read together. Choose fewer of them.'),
  readOnly: (service: string) => l10n.t('The settings make "{0}" read-only.', plainText(service)),
  noneActive: () => l10n.t('No worksheet is active. Open a worksheet, then run the command again.'),
  declined: () => l10n.t('The worksheet was not saved.'),
  edited: () => l10n.t('The worksheet was edited meanwhile. Your text was not changed. Try again.'),
  saveFirst: () => l10n.t('The worksheet has unsaved changes. Save or revert them first.'),
  reloaded: (conflicts: readonly number[]) =>
    sentences(
      l10n.t('Reloaded the worksheet.'),
      conflicts.length === 1 &&
        l10n.t('Someone else changed the same fields as you in record {0}. Save to decide.', conflicts[0] ?? 0),
      conflicts.length > 1 &&
        l10n.t('Someone else changed the same fields as you in records {0}. Save to decide.', listOfIds(conflicts)),
      l10n.t('Your unsaved changes are kept.'),
    ),
  reviewTitle: (count: number) =>
    count === 1 ? l10n.t('Review 1 Changed Record') : l10n.t('Review {0} Changed Records', localNumber(count)),
} as const;

const maxFieldsNamed = 12;

/** The question before several records are saved, and what will change. */
export function confirmation(changed: readonly RowFacts[], service: string): { message: string; detail: string } {
  const message =
    changed.length === 1
      ? l10n.t('Save 1 record on {0}?', service)
      : l10n.t('Save {0} records on {1}?', localNumber(changed.length), service);
  const changes = changed.flatMap(({ edits }) => edits?.changes ?? []);
  const fields = [...Map.groupBy(changes, ({ field }) => field)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const more = fields.length - maxFieldsNamed;
  const detail = joined(
    '\n',
    ...fields.slice(0, maxFieldsNamed).map(([field, { length }]) => changeCount(field, length)),
    more > 0 && l10n.t('And {0} more.', localNumber(more)),
    unknownBases(changed),
  );
  return { message, detail };
}

/** Where all changes go, for a question that shows them. */
export function destination(address: string, changed: readonly RowFacts[]): string {
  return joined(' ', l10n.t('These changes are sent to {0}.', plainText(address)), unknownBases(changed));
}

function unknownBases(changed: readonly RowFacts[]): string | undefined {
  const unknown = changed.filter(({ edits }) => !edits?.base).length;
  return unknown > 0 ? l10n.t('The versions that {0} of them started from are not known.', unknown) : undefined;
}

function changeCount(field: string, count: number): string {
  return count === 1
    ? l10n.t('{0} will change in 1 record.', quoted([field]))
    : l10n.t('{0} will change in {1} records.', quoted([field]), localNumber(count));
}

export function revertQuestion(rows: readonly RowFacts[]): { message: string; detail: string } {
  const fields = new Set(rows.flatMap(({ edits }) => edits?.reverts ?? []));
  return {
    message: l10n.t("Revert someone else's changes to {0}?", quoted([...fields])),
    detail: l10n.t(
      "Records: {0}. Keep Theirs keeps the service's values and saves your other changes. Save Anyway sends your values.",
      listOfIds(rows.map(({ id = 0 }) => id)),
    ),
  };
}

/** What a row's problem is, for its diagnostic and for the save that it stops. */
export function problemMessage(problem: RowProblem): PlainText {
  switch (problem.kind) {
    case 'syntax':
      return l10n.t('This is not a record in valid JSON.');
    case 'noId':
      return l10n.t('A record of a worksheet needs its "id".');
    case 'unknownId':
      return l10n.t(
        "Record {0} is not in this worksheet. An ID can't be changed, and records can't be added.",
        problem.id,
      );
    case 'doubledId':
      return l10n.t('Record {0} is in this worksheet twice.', problem.id);
    case 'otherField':
      return l10n.t('The field {0} is not one of the fields of this worksheet.', quoted([problem.field]));
  }
}

/** Why nothing of a worksheet was sent. */
export function stoppedMessage(first: PlainText, line: number, more: number): PlainText {
  if (more === 0) return l10n.t('Nothing was sent. Line {0}: {1}', line, first);
  return l10n.t('Nothing was sent. Line {0}: {1} ({2} more)', line, first, more);
}

/** The lens above the list. `access` says what is special about saving to the service. */
export function summaryTitle(
  { service, ids }: WorksheetName,
  access: string | undefined,
  { changed, problems, unread, removed }: Readonly<Record<'changed' | 'problems' | 'unread' | 'removed', number>>,
): string {
  return joined(
    ' · ',
    ids.length === 1 ? l10n.t('1 record on {0}', service) : l10n.t('{0} records on {1}', ids.length, service),
    access,
    changed > 0 && l10n.t('{0} changed', changed),
    problems === 1 && l10n.t('1 with problems'),
    problems > 1 && l10n.t('{0} with problems', problems),
    unread > 0 && l10n.t('{0} not read', unread),
    removed === 1 && l10n.t('1 removed from this worksheet, unchanged on the service'),
    removed > 1 && l10n.t('{0} removed from this worksheet, unchanged on the service', removed),
  );
}

/** The lens above a record. */
export function rowTitle({ id, problem, edits }: RowFacts, outcome: SaveOutcome | undefined): string {
  const count = edits?.changes.length ?? 0;
  return joined(
    ' · ',
    id !== undefined && `#${id}`,
    problem && l10n.t('has a problem'),
    count === 1 && l10n.t('1 field changed'),
    count > 1 && l10n.t('{0} fields changed', count),
    outcome?.kind === 'conflict' && l10n.t('conflict'),
    outcome && outcome.kind !== 'conflict' && l10n.t('not saved'),
  );
}

/** The parts that there are. */
export function joined(separator: string, ...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}

export const lensWords = {
  open: () => l10n.t('Open'),
  compare: () => l10n.t('Compare'),
  preview: () => l10n.t('Preview'),
  keepMine: () => l10n.t('Keep Mine'),
  takeTheirs: () => l10n.t('Take Theirs'),
} as const;
