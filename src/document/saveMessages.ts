import { l10n } from 'vscode';
import type { Conflict } from '../record/merge.ts';
import type { Refusal } from '../record/plan.ts';
import type { Problem } from '../record/validation.ts';
import type { RecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { commandLink, failureLinks } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf, localNumber, plainName, plainText } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import type { RecordDocument } from './recordDocument.ts';
import type { Saved } from './saveRecord.ts';
import type { NotStored } from './sendRecord.ts';

export type SaveFailureKind = 'refused' | 'declined' | 'invalid' | 'conflict' | 'notStored' | 'readOnly';

/** Why a save stopped. VS Code shows the message after "Failed to save", and renders its links. */
export class SaveFailure extends UserError {
  readonly kind: SaveFailureKind;

  constructor(kind: SaveFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export function refusedMessage({ name, uri }: RecordDocument, { code, field, id }: Refusal): string {
  switch (code) {
    case 'idChanged':
      return id === undefined
        ? l10n.t('The ID of record {0} can\'t be changed. Remove "id" again.', name.id)
        : l10n.t('The ID of record {0} can\'t be changed. Set "id" back to {1}.', name.id, plainText(id, 20));
    case 'fieldRemoved': {
      const save = commandLink(l10n.t('Save with PUT'), commandIds.saveWithPut, uri);
      return l10n.t(
        "PATCH can't remove {0} from record {1}. Put the field back, or send the whole record: {2}.",
        quoted([field]),
        name.id,
        save,
      );
    }
    case 'otherRecord':
      return l10n.t(
        'This is the text of record {0}, so it was not saved as record {1}.',
        plainText(id ?? '', 20),
        name.id,
      );
  }
}

export function readOnlyMessage({ id }: RecordName, reason: string): string {
  return plainText(`${l10n.t('Record {0} is read-only.', id)} ${reason}`);
}

export function invalidMessage({ id }: RecordName, problems: readonly Problem[]): string {
  const [first] = problems;
  const sentences = [l10n.t('Record {0} was not saved.', id), plainText(first ? fieldProblemMessage(first) : '')];
  if (problems.length > 1) sentences.push(l10n.t('({0} more)', localNumber(problems.length - 1)));
  return sentences.join(' ');
}

export function conflictMessage({ name, uri, base }: RecordDocument, conflicts: readonly Conflict[]): string {
  const fields = quoted(conflicts.map(({ field }) => field));
  const what = base
    ? l10n.t('Someone else also changed {0} of record {1}.', fields, name.id)
    : l10n.t(
        'The version of record {0} that you started from is not known, and the service has other values for {1}.',
        name.id,
        fields,
      );
  const choices = l10n.t(
    'Nothing was sent. {0}, {1} or {2}.',
    commandLink(l10n.t('Compare'), commandIds.compare, uri),
    commandLink(l10n.t('Keep Mine'), commandIds.keepMine, uri),
    commandLink(l10n.t('Take Theirs'), commandIds.takeTheirs, uri),
  );
  return `${what} ${choices}`;
}

export function notStoredMessage({ name, uri }: RecordDocument, { reason, fields, failure }: NotStored): string {
  const cause = failure ? `${plainText(messageOf(originOf(failure)), 600)} ` : '';
  const links = failureLinks(failure, name, uri);
  switch (reason) {
    case 'noEffect':
      return l10n.t(
        "The service accepted the save but did not change {0} of record {1}, so nothing was saved. Revert the file to see the service's version.",
        quoted(fields),
        name.id,
      );
    case 'lost':
      return `${cause}${l10n.t('The service still has the old values of record {0}. Save again to send your changes.', name.id)}${links}`;
    case 'otherValues':
      return (
        cause +
        l10n.t(
          'The service now has other values for {0} of record {1} than the ones you saved. {2} before you save again.',
          quoted(fields),
          name.id,
          commandLink(l10n.t('Compare'), commandIds.compare, uri),
        )
      );
    case 'unknown':
      return `${cause}${l10n.t('It is not known whether record {0} was saved. Save again when the service answers.', name.id)}${links}`;
  }
}

/** What a failed request means for a read or a save, with what the user can do about it. */
export function requestFailedMessage({ name, uri }: RecordDocument, failure: unknown): string {
  return plainText(messageOf(failure), 600) + failureLinks(failure, name, uri);
}

/** What differs from a plain save; undefined if the service stored just what was sent. */
export function savedMessage({ id }: RecordName, { theirs, ignored, rewritten }: Saved): string | undefined {
  const merged = theirs.filter((field) => field !== 'updated');
  const sentences = [
    merged.length > 0 && mergedMessage(merged),
    ignored.length > 0 && l10n.t('The service did not change {0}.', quoted(ignored)),
    rewritten.length > 0 && l10n.t('The service stored a different value for {0}.', quoted(rewritten)),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? `${l10n.t('Saved record {0}.', id)} ${sentences.join(' ')}` : undefined;
}

/** The news of a reload that kept unsaved changes. */
export function reloadedMessage(id: number, theirs: readonly string[]): string {
  const news = theirs.length > 0 ? mergedMessage(theirs) : l10n.t('It has not changed on the service.');
  return `${l10n.t('Reloaded record {0}.', id)} ${news} ${l10n.t('Your unsaved changes are kept.')}`;
}

export function mergedMessage(theirs: readonly string[]): string {
  // The service sets it with every change.
  const fields = theirs.length > 1 ? theirs.filter((field) => field !== 'updated') : theirs;
  return fields.length === 1
    ? l10n.t('A change to {0} on the service was merged.', quoted(fields))
    : l10n.t('Changes to {0} on the service were merged.', quoted(fields));
}

/** VS Code offers Save As after every failed save, but its dialog starts among the records and can't leave them. */
export function copyInstead(uri: string): string {
  const copy = commandLink(l10n.t('Save a Copy'), commandIds.saveCopy, uri);
  return ` ${l10n.t('Instead of Save As, use {0} to keep your text in a file.', copy)}`;
}

/** Field names in quotes, as many as fit a sentence. */
export function quoted(fields: readonly string[]): string {
  return listOf(fields.map((field) => l10n.t('"{0}"', plainName(field))));
}

/** The outcome of a write without an answer is known here, so only its cause is shown. */
function originOf(failure: RecordError): unknown {
  return failure.reason === 'writeUnanswered' ? failure.cause : failure;
}
