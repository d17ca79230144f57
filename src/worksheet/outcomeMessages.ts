import { l10n } from 'vscode';
import { mergedMessage, quoted } from '../document/saveMessages.ts';
import type { NotStored } from '../document/sendRecord.ts';
import type { Refusal } from '../record/plan.ts';
import { isRecordError } from '../service/recordError.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { commandLink } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf, localNumber, oneLine, plainText } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import type { RowOutcome } from './rowFacts.ts';
import { words } from './worksheetMessages.ts';

export type RowOutcomes = ReadonlyMap<number, RowOutcome>;
type SavedRow = Extract<RowOutcome, { kind: 'saved' }>;

/** Why a record was not saved, or what the service made of it. Undefined for one that was saved as asked. */
export function outcomeMessage(id: number, outcome: RowOutcome): string | undefined {
  switch (outcome.kind) {
    case 'unchanged':
      return undefined;
    case 'saved':
      return savedNews(outcome);
    case 'conflict': {
      const fields = quoted(outcome.conflicts.map(({ field }) => field));
      return outcome.isBaseLost
        ? l10n.t(
            'The version of record {0} that you started from is not known, and the service has other values for {1}.',
            id,
            fields,
          )
        : l10n.t('Someone else also changed {0} of record {1}.', fields, id);
    }
    case 'invalid':
      return plainText(outcome.problems[0] ? fieldProblemMessage(outcome.problems[0]) : '');
    case 'refused':
      return refusal(id, outcome);
    case 'declined':
      return l10n.t('The record was not saved.');
    case 'notStored':
      return notStored(outcome);
    case 'failed':
      return plainText(messageOf(outcome.failure), 600);
    case 'openElsewhere':
      return words.openElsewhere();
    case 'notStarted':
      return l10n.t('The save was cancelled before this record was sent.');
  }
}

function savedNews(outcome: SavedRow): string | undefined {
  const { ignored, rewritten, isWhole } = outcome;
  const merged = mergedFields(outcome);
  return sentences(
    merged.length > 0 && mergedMessage(merged),
    ignored.length > 0 && l10n.t('The service did not change {0}.', quoted(ignored)),
    rewritten.length > 0 && l10n.t('The service stored a different value for {0}.', quoted(rewritten)),
    isWhole === true && sentWhole(),
  );
}

function sentWhole(): string {
  return l10n.t('The service does not allow PATCH. Whole records were sent with PUT.');
}

/** The service sets the time of every change, so everyone else's change comes with another one. */
function mergedFields({ theirs }: SavedRow): readonly string[] {
  return theirs.filter((field) => field !== 'updated');
}

function refusal(id: number, { code, field }: Refusal): string {
  if (code === 'fieldRemoved') {
    return l10n.t(
      "PATCH can't remove {0}. Put the field back, or use PUT in the record's own editor.",
      quoted([field]),
    );
  }
  return l10n.t("The ID of record {0} can't be changed.", id);
}

function notStored({ reason, fields, failure }: NotStored): string {
  const cause = failure ? plainText(messageOf(failure), 400) : '';
  switch (reason) {
    case 'noEffect':
      return l10n.t('The service accepted the save but did not change {0}, so nothing was saved.', quoted(fields));
    case 'lost':
      return l10n.t('The service still has the old values of the record. {0}', cause);
    case 'otherValues':
      return l10n.t('The service now has other values for {0} than the ones you saved. {1}', quoted(fields), cause);
    case 'unknown':
      return l10n.t('It is not known whether the record was saved. {0}', cause);
  }
}

/** How a save of many records went, in one message. */
export function summary(outcomes: RowOutcomes): string {
  const count = (...kinds: RowOutcome['kind'][]) =>
    [...outcomes.values()].filter(({ kind }) => kinds.includes(kind)).length;
  const saved = count('saved', 'unchanged');
  const [conflicts, left, cancelled] = [count('conflict'), count('openElsewhere'), count('notStarted')];
  const unknown = [...outcomes.values()].filter((one) => one.kind === 'notStored' && one.reason === 'unknown').length;
  const failed = outcomes.size - saved - conflicts - left - cancelled - unknown;
  return (
    sentences(
      savedOf(saved, outcomes.size),
      troubles(conflicts, failed),
      unknown > 0 && l10n.t('Outcome not known: {0}.', localNumber(unknown)),
      left === 1 && l10n.t('1 record has unsaved changes in its own editor and was left out.'),
      left > 1 && l10n.t('{0} records have unsaved changes in their own editors and were left out.', localNumber(left)),
      cancelled === 1 && l10n.t('1 record was not sent.'),
      cancelled > 1 && l10n.t('{0} records were not sent.', localNumber(cancelled)),
      newsOf(outcomes),
    ) ?? ''
  );
}

function savedOf(saved: number, all: number): string {
  if (saved < all) return l10n.t('{0} of {1} records saved.', localNumber(saved), localNumber(all));
  return all === 1 ? l10n.t('1 record saved.') : l10n.t('{0} records saved.', localNumber(all));
}

function troubles(conflicts: number, failures: number): string | undefined {
  const [count, failed] = [localNumber(conflicts), localNumber(failures)];
  if (conflicts === 0) return failures === 0 ? undefined : l10n.t('{0} failed.', failed);
  if (conflicts === 1) return failures === 0 ? l10n.t('1 conflict.') : l10n.t('1 conflict, {0} failed.', failed);
  return failures === 0 ? l10n.t('{0} conflicts.', count) : l10n.t('{0} conflicts, {1} failed.', count, failed);
}

/** What differs from a plain save of the records that were saved; undefined if nothing does. */
export function newsOf(outcomes: RowOutcomes): string | undefined {
  const saved = [...outcomes.values()].filter((outcome) => outcome.kind === 'saved');
  const others = saved.filter(({ ignored, rewritten }) => ignored.length + rewritten.length > 0).length;
  const isMerged = saved.some((outcome) => mergedFields(outcome).length > 0);
  const isWhole = saved.some((outcome) => outcome.isWhole);
  return sentences(
    others === 1 && l10n.t('The service has other values than you saved in 1 record.'),
    others > 1 && l10n.t('The service has other values than you saved in {0} records.', localNumber(others)),
    isMerged && l10n.t('Changes on the service were merged.'),
    isWhole && sentWhole(),
  );
}

function sentences(...some: (string | false | undefined)[]): string | undefined {
  const said = some.filter((sentence) => typeof sentence === 'string');
  return said.length > 0 ? said.join(' ') : undefined;
}

/** What can be done after a save that left records behind, as links. VS Code's own message has Retry as a button. */
export function waysOn(uri: string, batch: string | undefined): string {
  const links = [
    commandLink(l10n.t('Show Problems'), 'workbench.actions.view.problems', undefined),
    commandLink(words.showReport(), commandIds.worksheetAction, { uri, action: 'report' }),
    ...(batch === undefined ? [] : [commandLink(words.revertSaved(), commandIds.revertWrite, { batch })]),
  ];
  return ` ${links.join(' · ')}`;
}

/** The records that could not be read, in one message. */
export function unreadMessage(unread: ReadonlyMap<number, unknown>): string {
  const ids = listOf([...unread.keys()].map(String), 12);
  const failure = [...unread.values()].find((one) => !isRecordError(one) || one.kind !== 'notFound');
  const reason = failure ? plainText(messageOf(failure), 300) : l10n.t('Not found, or not visible to you.');
  return unread.size === 1
    ? l10n.t('Record {0} could not be read and is not in the worksheet. {1}', ids, reason)
    : l10n.t(
        '{0} records could not be read and are not in the worksheet: {1}. {2}',
        localNumber(unread.size),
        ids,
        reason,
      );
}

/** How a save and a read went, record by record. */
export function reportText(outcomes: RowOutcomes, unread: ReadonlyMap<number, unknown>): string {
  const saved = [...outcomes].map(([id, outcome]) => reportLine(id, stateOf(outcome), outcomeMessage(id, outcome)));
  const left = [...unread].map(([id, failure]) => reportLine(id, l10n.t('not read'), messageOf(failure)));
  const head = outcomes.size > 0 ? [summary(outcomes), ''] : [];
  return `${[...head, ...saved, ...left].join('\n')}\n`;
}

function reportLine(id: number, state: string, message: string | undefined): string {
  return message === undefined ? `${id}\t${state}` : `${id}\t${state}\t${oneLine(message, 600)}`;
}

function stateOf({ kind }: RowOutcome): string {
  if (kind === 'saved') return l10n.t('saved');
  return kind === 'unchanged' ? l10n.t('unchanged') : l10n.t('not saved');
}
