import { l10n } from 'vscode';
import type { SaveOutcome } from '../document/outcome.ts';
import { mergedFields } from '../document/outcomeWords.ts';
import { isRecordError } from '../service/recordError.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import {
  commandLink,
  links,
  listOfIds,
  localNumber,
  type PlainText,
  plainText,
  sentences,
} from '../workbench/plainText.ts';
import type { RowOutcomes } from './saveRows.ts';

/** How a save of many records went, in one message. */
export function summary(outcomes: RowOutcomes): PlainText {
  const count = (...kinds: SaveOutcome['kind'][]) =>
    [...outcomes.values()].filter(({ kind }) => kinds.includes(kind)).length;
  const saved = count('saved', 'unchanged');
  const [conflicts, left, cancelled] = [count('conflict'), count('openElsewhere'), count('notStarted')];
  const unknown = [...outcomes.values()].filter((one) => one.kind === 'notStored' && one.reason === 'unknown').length;
  const failed = outcomes.size - saved - conflicts - left - cancelled - unknown;
  return sentences(
    savedOf(saved, outcomes.size),
    conflicts === 1 && l10n.t('1 conflict.'),
    conflicts > 1 && l10n.t('{0} conflicts.', localNumber(conflicts)),
    failed > 0 && l10n.t('{0} failed.', localNumber(failed)),
    unknown > 0 && l10n.t('Outcome not known: {0}.', localNumber(unknown)),
    left === 1 && l10n.t('1 record has unsaved changes in its own editor and was left out.'),
    left > 1 && l10n.t('{0} records have unsaved changes in their own editors and were left out.', localNumber(left)),
    cancelled === 1 && l10n.t('1 record was not sent.'),
    cancelled > 1 && l10n.t('{0} records were not sent.', localNumber(cancelled)),
    newsOf(outcomes) || undefined,
  );
}

function savedOf(saved: number, all: number): PlainText {
  if (saved < all) return l10n.t('{0} of {1} records saved.', localNumber(saved), localNumber(all));
  return all === 1 ? l10n.t('1 record saved.') : l10n.t('{0} records saved.', localNumber(all));
}

/** What differs from a plain save of the records that were saved; empty if nothing does. */
export function newsOf(outcomes: RowOutcomes): PlainText {
  const saved = [...outcomes.values()].filter((outcome) => outcome.kind === 'saved');
  const others = saved.filter(({ ignored, rewritten }) => ignored.length + rewritten.length > 0).length;
  const isMerged = saved.some((outcome) => mergedFields(outcome).length > 0);
  const isWhole = saved.some((outcome) => outcome.isWhole);
  return sentences(
    others === 1 && l10n.t('The service has other values than you saved in 1 record.'),
    others > 1 && l10n.t('The service has other values than you saved in {0} records.', localNumber(others)),
    isMerged && l10n.t('Changes on the service were merged.'),
    isWhole && l10n.t('The service does not allow PATCH. Whole records were sent with PUT.'),
  );
}

/** What can be done after a save that left records behind, as links. VS Code's own message has Retry as a button. */
export function waysOn(batch: string | undefined): PlainText {
  const problems = commandLink(l10n.t('Show Problems'), 'workbench.actions.view.problems', undefined);
  // Not "Revert": VS Code's own Revert beside it discards unsaved changes.
  const undo = commandLink(l10n.t('Undo Saved Records…'), commandIds.revertWrite, { batch });
  return batch === undefined ? problems : links(problems, undo);
}

/** The records that could not be read, in one message. */
export function unreadMessage(unread: ReadonlyMap<number, unknown>): PlainText {
  const ids = listOfIds([...unread.keys()]);
  const failure = [...unread.values()].find((one) => !isRecordError(one) || one.kind !== 'notFound');
  const reason = failure ? plainText(messageOf(failure), 300) : l10n.t('Not found, or not visible to you.');
  return unread.size === 1
    ? l10n.t('Record {0} could not be read. {1}', ids, reason)
    : l10n.t('{0} records could not be read: {1}. {2}', localNumber(unread.size), ids, reason);
}
