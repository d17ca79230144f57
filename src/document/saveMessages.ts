import type { Change } from '../record/changes.ts';
import type { Conflict } from '../record/merge.ts';
import type { Refusal } from '../record/plan.ts';
import type { Problem } from '../record/validation.ts';
import type { RecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { commandLink, failureLinks } from '../workbench/failureLinks.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf } from '../workbench/localText.ts';
import { plainText } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import type { RecordDocument } from './recordDocument.ts';
import type { Saved } from './saveRecord.ts';
import type { NotStored, PlannedWrite } from './sendRecord.ts';

export type SaveFailureKind = 'refused' | 'declined' | 'invalid' | 'conflict' | 'notStored' | 'readOnly';

/** Why a save stopped. VS Code shows the message behind "Failed to save", and its links as links. */
export class SaveFailure extends Error {
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
        ? `The ID of record ${name.id} can't be changed. Remove "id" again.`
        : `The ID of record ${name.id} can't be changed. Set "id" back to ${plainText(id, 20)}.`;
    case 'fieldRemoved': {
      const save = commandLink('Save with PUT', commandIds.saveWithPut, uri);
      return `PATCH can't remove ${quoted([field])} from record ${name.id}. Put the field back, or send the whole record: ${save}.`;
    }
    case 'otherRecord':
      return `This is the text of record ${plainText(id ?? '', 20)}, so it was not saved as record ${name.id}.`;
  }
}

export function readOnlyMessage({ id }: RecordName, reason: string): string {
  return plainText(`Record ${id} is read-only. ${reason}`);
}

export function invalidMessage({ id }: RecordName, problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (${problems.length - 1} more)` : '';
  return `Record ${id} was not saved. ${plainText(first ? fieldProblemMessage(first) : '')}${more}`;
}

export function conflictMessage({ name, uri, base }: RecordDocument, conflicts: readonly Conflict[]): string {
  const fields = quoted(conflicts.map(({ field }) => field));
  const what = base
    ? `Someone else also changed ${fields} of record ${name.id}.`
    : `The version of record ${name.id} that you started from is not known, and the service has other values for ${fields}.`;
  const ways = [
    commandLink('Compare', commandIds.compare, uri),
    commandLink('Keep Mine', commandIds.keepMine, uri),
    commandLink('Take Theirs', commandIds.takeTheirs, uri),
  ];
  return `${what} Nothing was sent. ${ways[0]}, ${ways[1]} or ${ways[2]}.`;
}

export function notStoredMessage({ name, uri }: RecordDocument, { reason, fields, failure }: NotStored): string {
  const cause = failure ? `${plainText(messageOf(originOf(failure)), 600)} ` : '';
  const links = failureLinks(failure, name, uri);
  switch (reason) {
    case 'noEffect':
      return `The service accepted the save but did not change ${quoted(fields)} of record ${name.id}, so nothing was saved. Revert the file to see the service's version.`;
    case 'lost':
      return `${cause}Record ${name.id} was not saved: the service still has the old values.${links}`;
    case 'otherValues':
      return `${cause}The service now has other values for ${quoted(fields)} of record ${name.id} than the ones you saved. ${commandLink('Compare', commandIds.compare, uri)} before you save again.`;
    case 'unknown':
      return `${cause}It is not known whether record ${name.id} was saved. Save again when the service answers.${links}`;
  }
}

/** What a failed request means for the save, with what the user can do about it. */
export function requestFailedMessage({ name, uri }: RecordDocument, failure: unknown): string {
  return plainText(messageOf(failure), 600) + failureLinks(failure, name, uri);
}

/** What a plain "saved" would hide; undefined for a save that did just what was asked. */
export function savedMessage({ id }: RecordName, { theirs, ignored, rewritten }: Saved): string | undefined {
  const merged = theirs.filter((field) => field !== 'updated');
  const sentences = [
    merged.length > 0 && `Someone else's change to ${quoted(merged)} was merged.`,
    ignored.length > 0 && `The service did not change ${quoted(ignored)}.`,
    rewritten.length > 0 && `The service stored a different value for ${quoted(rewritten)}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? `Saved record ${id}. ${sentences.join(' ')}` : undefined;
}

/** The request and its first changes, for a dialog: a paragraph of one line each. */
export function describeWrite({ method, address, changes }: PlannedWrite): string {
  const shown = changes.slice(0, 12).map(describeChange);
  return paragraphs([`${method} ${plainText(address)}`, ...shown], changes.length - shown.length);
}

/** The first fields in conflict with both values, for a dialog: three lines each. */
export function describeConflicts(conflicts: readonly Conflict[]): string {
  const shown = conflicts.slice(0, 5).map(({ field, mine, theirs }) => {
    const values = `  Mine: ${value(mine, '(removed)')}\n  Theirs: ${value(theirs, '(removed)')}`;
    return `${plainText(field, 60)}\n${values}`;
  });
  return paragraphs(shown, conflicts.length - shown.length);
}

/** VS Code offers Save As with every failed save, but has no way out of the records of the service there. */
export function copyInstead(uri: string): string {
  return ` Instead of Save As, use ${commandLink('Save a Copy', commandIds.saveCopy, uri)} to keep your text in a file.`;
}

/** One line: the field, its value and the value it gets. */
export function describeChange({ field, before, after }: Change): string {
  return `${plainText(field, 60)}: ${value(before, '(none)')} → ${value(after, '(removed)')}`;
}

function value(raw: string | undefined, absent: string): string {
  return raw === undefined ? absent : plainText(raw, 120);
}

function paragraphs(shown: readonly string[], more: number): string {
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n');
}

/** Field names in quotes, as many as fit a sentence. */
export function quoted(fields: readonly string[]): string {
  return listOf(fields.map((field) => `"${plainText(field, 60)}"`));
}

/** A write without an answer says that its outcome is not known; here it is. */
function originOf(failure: RecordError): unknown {
  return failure.reason === 'writeUnanswered' ? failure.cause : failure;
}
