import * as vscode from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import { settle } from '../files/owner.ts';
import { isUnsaved } from '../files/tabs.ts';
import { withValues } from '../record/splice.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { applyEdits, isStill } from '../workbench/edits.ts';
import { runCommand } from '../workbench/failure.ts';
import { complaintOf } from '../workbench/failureMessages.ts';
import { sentences } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { lockReason, refuseOtherAddress, serviceOf } from './configuredService.ts';
import { type Edits, mergeOnto, withFieldsOf } from './edits.ts';
import { detachedDocument } from './operations.ts';
import { ownFields } from './outcome.ts';
import { notMergedMessage, notSaved } from './outcomeWords.ts';
import type { RecordFile, RecordFileParts } from './recordFile.ts';
import { openUriOf } from './spellings.ts';

/** A field that was just saved, in the text that was sent. The service may have stored another value. */
interface SavedField {
  readonly field: string;
  readonly text: RecordText;
  /** The service has this save's value, not someone else's. */
  readonly isOwn: boolean;
}

/**
 * Merges the newest version of the service into a document with unsaved changes, and returns the fields in which someone
 * else's change was merged. If it can't be merged, the text stays as it is. Not during a save of the record.
 */
async function mergeIntoUnsaved(
  record: RecordFile,
  textDocument: vscode.TextDocument,
  services: Services,
  saved?: SavedField,
) {
  const { document, uri } = record;
  const { id } = document.name;
  refuseOtherAddress(document.name, document.base, serviceOf(services, document.name));
  // Whoever waits for a turn may find that there is nothing left to merge into.
  while (!textDocument.isClosed && isUnsaved(textDocument)) {
    const { basis, newest } = document;
    const { version } = textDocument;
    const before = textDocument.getText();
    const broken = complaintOf(() => basis.edits(before));
    if (broken) {
      const message = vscode.l10n.t('Record {0} was not reloaded, because its text is not a valid record.', id);
      throw new UserError(sentences(message, broken));
    }
    const { base, edited } = basis.edits(before);
    if (!newest || newest === basis.base) return [];
    const isOwn = (field: string) =>
      (field === saved?.field && saved.isOwn) || document.isOwnChange(field, newest, basis.base);
    const from = base && saved ? withFieldsOf(saved.text, base, [saved.field]) : base;
    const merge = mergeOnto(from, edited, newest.record, isOwn);
    const conflicts = merge.conflicts.map(({ field }) => field);
    if (conflicts.length > 0) {
      const compare = () => runCommand(commandIds.compare, uri.toString());
      const actions = [[vscode.l10n.t('Compare'), compare]] as const;
      throw new UserError(notMergedMessage(id, conflicts), { kind: 'conflict', actions });
    }
    // If the user types meanwhile, it is merged into what they have typed.
    const isReplaced = merge.text === before || (await replaceText(textDocument, version, merge.text));
    if (!isReplaced && isStill(textDocument, version)) throw readOnlyEditor(id);
    if (!isReplaced || document.basis !== basis) continue;
    const theirs = merge.theirs.filter((field) => !isOwn(field));
    document.merged(newest, parseRecord(before), theirs);
    return theirs;
  }
  return undefined;
}

/** VS Code can make an editor read-only in the session. */
export function readOnlyEditor(id: number): UserError {
  return new UserError(vscode.l10n.t('The editor of record {0} is read-only, so nothing was changed in it.', id));
}

export function editedMeanwhile(id: number): UserError {
  return new UserError(vscode.l10n.t('Record {0} was edited meanwhile. Your text was not changed. Try again.', id));
}

/** Values of fields as JSON. Undefined removes a field. */
export type FieldValues = ReadonlyMap<string, string | undefined>;

/** Replaces only what differs, so that the cursor stays. */
function replaceText(document: vscode.TextDocument, version: number, text: string): Promise<boolean> {
  return applyEdits(document, version, [editBetween(document.getText(), text)]);
}

export type RewrittenRecords = ReturnType<typeof rewrittenRecords>;

export function rewrittenRecords(
  { services, operations }: RecordFileParts,
  files: OpenFiles<RecordFile>,
  open: (name: RecordName) => Promise<vscode.Uri>,
) {
  /** Merges what the service has into unsaved changes, while no save of the record runs. */
  const merge = (record: RecordFile, textDocument: vscode.TextDocument, saved?: SavedField) =>
    operations.inTurn(record.name, () => mergeIntoUnsaved(record, textDocument, services, saved));

  /** Brings a document to the service's version. Returns the fields that were merged, if it has unsaved changes. */
  const refresh = async (record: RecordFile, textDocument: vscode.TextDocument) => {
    const title = vscode.l10n.t('Reading record {0}', record.name.id);
    const version = await withProgress(title, (signal) => operations.read(record.name, signal));
    record.document.received(version);
    const theirs = isUnsaved(textDocument) ? await merge(record, textDocument) : undefined;
    await settle(record);
    return theirs;
  };

  /**
   * Shows the newest version of a record with these values as unsaved changes. Nothing is written, other unsaved changes
   * stay, and one undo reverts them. A function gets the edits so far, whose base is that version.
   */
  const fill = async (name: RecordName, values: FieldValues | ((edits: Edits) => FieldValues)): Promise<vscode.Uri> => {
    const wasOpen = openUriOf(name) !== undefined;
    const uri = await open(name);
    const textDocument = await vscode.workspace.openTextDocument(uri);
    const record = await files.ready(uri);
    const { document } = record;
    // An editor that was there already is only shown again, not read.
    if (wasOpen) await refresh(record, textDocument);
    const reason = lockReason(document, services);
    if (reason) throw notSaved(name, { kind: 'readOnly', reason });
    const { version } = textDocument;
    const text = textDocument.getText();
    const given = typeof values === 'function' ? values(document.edits(text)) : values;
    if (await replaceText(textDocument, version, withValues(parseRecord(text), given))) return uri;
    throw isStill(textDocument, version) ? readOnlyEditor(name.id) : editedMeanwhile(name.id);
  };

  /** Saves one field of a record's document. Its other unsaved changes stay unsaved. Rejects if it was not saved. */
  const saveField = async (textDocument: vscode.TextDocument, field: string): Promise<void> => {
    const record = await files.ready(textDocument.uri);
    const { document, name, uri } = record;
    const { basis } = document;
    const { base, edited, changes } = basis.edits(textDocument.getText());
    if (!basis.base || !base || changes.every((change) => change.field === field)) {
      if (!isUnsaved(textDocument) && changes.length === 0) return;
      const { isSaved, isWritten } = await record.file.save();
      // VS Code joins a save of the same text that runs. While a save ends, it calls a record saved in which the user types.
      const isLeft = () => document.editsIfRecord(textDocument.getText())?.changes.some((one) => one.field === field);
      if (!isSaved || (!isWritten && isLeft() !== false))
        throw new UserError(vscode.l10n.t('Record {0} was not saved. Look at its editor.', name.id));
      return;
    }
    const own = detachedDocument(name, operations.ownWrites, { ...basis.base, replaced: basis.replaced, record: base });
    const text = withFieldsOf(edited, base, [field]).text;
    const outcome = await operations.save(own, { text, basis: own.basis, why: 'manual' });
    // The message offers to resolve it in the record.
    if (outcome.kind === 'conflict') document.conflicted(outcome);
    const failure = notSaved(name, outcome, uri.toString());
    if (failure) throw failure;
    // If someone else changed what is still unsaved, its own save finds the conflict.
    const isOwn = outcome.kind === 'saved' && ownFields(outcome).has(field);
    await merge(record, textDocument, { field, text: parseRecord(text), isOwn }).catch(() => {});
    await settle(record);
  };

  return { refresh, fill, saveField };
}
