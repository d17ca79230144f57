import { l10n } from 'vscode';
import type { Refusal } from '../record/plan.ts';
import type { Problem } from '../record/validation.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { failureLinks } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import {
  commandLink,
  links,
  listOf,
  localNumber,
  type PlainText,
  plainName,
  plainText,
  sentences,
} from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import type { Conflicted, NotStored, Saved, SaveOutcome } from './outcome.ts';

/**
 * Why a record was not saved, in a sentence that its editor, a worksheet's row and a program all show. With the URI of
 * its editor it has links, which VS Code renders. Undefined if it was saved.
 */
export function outcomeMessage(name: RecordName, outcome: SaveOutcome, uri?: string): PlainText | undefined {
  switch (outcome.kind) {
    case 'saved':
    case 'unchanged':
      return undefined;
    case 'conflict':
      return conflictMessage(name, outcome, uri);
    case 'invalid':
      return invalidMessage(name, outcome.problems);
    case 'refused':
      return refusedMessage(name, outcome, uri);
    case 'notStored':
      return notStoredMessage(name, outcome, uri);
    case 'readOnly':
      return sentences(l10n.t('Record {0} is read-only.', name.id), plainText(outcome.reason));
    case 'declined':
      if (outcome.why !== 'automatic') return l10n.t('Record {0} was not saved.', name.id);
      return autoSaveDeclined();
    case 'failed':
      return failureText(outcome.failure);
    case 'openElsewhere':
      return l10n.t('Record {0} has unsaved changes in its own editor, so the worksheet left it out.', name.id);
    case 'notStarted':
      return l10n.t('The save was cancelled before record {0} was sent.', name.id);
  }
}

/** The same as an error. A request that failed stays what it is. */
export function notSaved(name: RecordName, outcome: SaveOutcome, uri?: string): unknown {
  const { kind } = outcome;
  if (kind === 'saved' || kind === 'unchanged') return undefined;
  if (kind === 'failed') return outcome.failure;
  const isLeftOut = kind === 'openElsewhere' || kind === 'notStarted';
  return new UserError(outcomeMessage(name, outcome, uri) ?? sentences(), {
    cause: kind === 'notStored' ? outcome.failure : undefined,
    kind: isLeftOut ? 'declined' : kind,
  });
}

/** Of a record or a worksheet. */
export function autoSaveDeclined(): PlainText {
  return l10n.t('Auto save does not write to the service. Save your changes yourself.');
}

/** VS Code was to save a record and wrote nothing: its editor is read-only in the session, or a save of it runs. */
export function notWritten(): UserError {
  return new UserError(l10n.t('VS Code did not save the record.'));
}

/** What differs from a plain save; undefined if the service stored just what was sent. */
export function savedMessage({ id }: RecordName, saved: Saved): PlainText | undefined {
  const { ignored, rewritten, isWhole } = saved;
  const merged = mergedFields(saved);
  const news = [
    merged.length > 0 && mergedMessage(merged),
    ignored.length > 0 && l10n.t('The service did not change {0}.', quoted(ignored)),
    rewritten.length > 0 && l10n.t('The service stored a different value for {0}.', quoted(rewritten)),
    isWhole && l10n.t('The service does not allow PATCH, so the whole record was sent with PUT.'),
  ].filter((sentence) => sentence !== false);
  return news.length > 0 ? sentences(l10n.t('Saved record {0}.', id), ...news) : undefined;
}

/** The fields of others that a save merged, without the service's own clock. */
export function mergedFields({ theirs }: Pick<Saved, 'theirs'>): readonly string[] {
  return theirs.filter((field) => field !== 'updated');
}

/** The news of a reload that kept unsaved changes. */
export function reloadedMessage(id: number, theirs: readonly string[]): PlainText {
  const merged = mergedFields({ theirs });
  const news = merged.length > 0 ? mergedMessage(merged) : l10n.t('It has not changed on the service.');
  return sentences(l10n.t('Reloaded record {0}.', id), news, l10n.t('Your unsaved changes are kept.'));
}

/** Why a version of the service could not be merged into unsaved changes, which stay as they are. */
export function notMergedMessage(id: number, fields: readonly string[]): PlainText {
  return l10n.t(
    'Someone else also changed {0} of record {1}. Your text was not changed. Compare or save to decide.',
    quoted(fields),
    id,
  );
}

/** What VS Code shows after "Failed to save", or in place of an editor. It renders links. */
export function fileMessage(
  name: RecordName | undefined,
  uri: string,
  failure: unknown,
  doing: 'read' | 'save',
): PlainText {
  if (doing === 'save' && isRecordError(failure, 'cancelled')) {
    return l10n.t('The save was cancelled. Nothing was saved; your text is still here.');
  }
  const link = name && failureLinks(failure, name, uri);
  const message = sentences(failureText(failure, doing), link);
  // Whoever declined a save knows why it was not done.
  if (doing === 'read' || (failure instanceof UserError && failure.kind === 'declined')) return message;
  // VS Code offers Save As after every failed save, but its dialog starts among the records and can't leave them.
  const copy = commandLink(l10n.t('Save a Copy'), commandIds.saveCopy, uri);
  return message.endsWith(')') ? links(message, copy) : sentences(message, copy);
}

/** A failed request. After a save that ends with one, the service has nothing of it. */
export function failureText(failure: unknown, doing?: 'read' | 'save'): PlainText {
  // A message with a kind is worded already, with its links.
  if (failure instanceof UserError && failure.kind) return failure.message;
  const text = plainText(messageOf(failure), 600);
  if (doing !== 'save' || !isRecordError(failure)) return text;
  return sentences(text, l10n.t('Nothing was saved; your text is still here.'));
}

export function notOpen(id: number | undefined): PlainText {
  return l10n.t('Record {0} is not open. Open it with the command Open Record.', id ?? 0);
}

/** Field names in quotes, as many as fit a sentence. */
export function quoted(fields: readonly string[]): PlainText {
  return listOf(fields.map((field) => l10n.t('"{0}"', plainName(field))));
}

function mergedMessage(fields: readonly string[]): PlainText {
  return fields.length === 1
    ? l10n.t('A change to {0} on the service was merged.', quoted(fields))
    : l10n.t('Changes to {0} on the service were merged.', quoted(fields));
}

function conflictMessage(
  { id }: RecordName,
  { conflicts, isBaseLost }: Conflicted,
  uri: string | undefined,
): PlainText {
  const fields = quoted(conflicts.map(({ field }) => field));
  const what = isBaseLost
    ? l10n.t(
        'The version of record {0} that you started from is not known, and the service has other values for {1}.',
        id,
        fields,
      )
    : l10n.t('Someone else also changed {0} of record {1}.', fields, id);
  if (uri === undefined) return what;
  const choices = l10n.t(
    'Nothing was sent. {0}, {1} or {2}.',
    commandLink(l10n.t('Compare'), commandIds.compare, uri),
    commandLink(l10n.t('Keep Mine'), commandIds.keepMine, uri),
    commandLink(l10n.t('Take Theirs'), commandIds.takeTheirs, uri),
  );
  return sentences(what, choices);
}

function invalidMessage({ id }: RecordName, problems: readonly Problem[]): PlainText {
  const [first] = problems;
  return sentences(
    l10n.t('Record {0} was not saved.', id),
    first && plainText(fieldProblemMessage(first)),
    problems.length > 1 && l10n.t('({0} more)', localNumber(problems.length - 1)),
  );
}

function refusedMessage(name: RecordName, { code, field, id }: Refusal, uri: string | undefined): PlainText {
  switch (code) {
    case 'idChanged':
      return id === undefined
        ? l10n.t('The ID of record {0} can\'t be changed. Remove "id" again.', name.id)
        : l10n.t('The ID of record {0} can\'t be changed. Set "id" back to {1}.', name.id, plainText(id, 20));
    case 'fieldRemoved':
      return uri === undefined
        ? l10n.t(
            "PATCH can't remove {0} from record {1}. Put the field back, or use PUT in the record's own editor.",
            quoted([field]),
            name.id,
          )
        : l10n.t(
            "PATCH can't remove {0} from record {1}. Put the field back, or send the whole record: {2}.",
            quoted([field]),
            name.id,
            commandLink(l10n.t('Save with PUT'), commandIds.saveWithPut, uri),
          );
    case 'otherRecord':
      return l10n.t(
        'This is the text of record {0}, so it was not saved as record {1}.',
        plainText(id ?? '', 20),
        name.id,
      );
  }
}

function notStoredMessage(
  name: RecordName,
  { reason, fields, failure }: NotStored,
  uri: string | undefined,
): PlainText {
  // The outcome of a write without an answer is known here, so only its cause is shown.
  const origin = failure?.reason === 'writeUnanswered' ? failure.cause : failure;
  const cause = failure && plainText(messageOf(origin), 600);
  const link = uri === undefined ? undefined : failureLinks(failure, name, uri);
  switch (reason) {
    case 'noEffect':
      return l10n.t(
        "The service accepted the save but did not change {0} of record {1}, so nothing was saved. Revert the file to see the service's version.",
        quoted(fields),
        name.id,
      );
    case 'lost':
      return sentences(
        cause,
        l10n.t('The service still has the old values of record {0}. Save again to send your changes.', name.id),
        link,
      );
    case 'otherValues': {
      const compare = l10n.t('Compare');
      const sentence = l10n.t(
        'The service now has other values for {0} of record {1} than the ones you saved. {2} before you save again.',
        quoted(fields),
        name.id,
        uri === undefined ? compare : commandLink(compare, commandIds.compare, uri),
      );
      return sentences(cause, sentence);
    }
    case 'unknown':
      return sentences(
        cause,
        l10n.t('It is not known whether record {0} was saved. Save again when the service answers.', name.id),
        link,
      );
  }
}
