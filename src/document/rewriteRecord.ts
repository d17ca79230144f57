import * as vscode from 'vscode';
import { mergeRecords } from '../record/merge.ts';
import { withValues } from '../record/splice.ts';
import { parseRecord } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import type { RecordVersion } from '../service/client.ts';
import type { Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { applyEdits } from '../workbench/documents.ts';
import { Failure, runCommand } from '../workbench/failure.ts';
import { complaintOf } from '../workbench/failureMessages.ts';
import type { Edits } from './edits.ts';
import type { RecordDocument } from './recordDocument.ts';
import { refuseOtherAddress, serviceOf } from './recordService.ts';
import { quoted } from './saveMessages.ts';
import { agreement } from './saveRecord.ts';

/**
 * Merges a version of the service into a document with unsaved changes, and returns the fields in which someone else's
 * change was merged. If it can't be merged, the text stays as it is.
 */
export async function mergeIntoUnsaved(
  document: RecordDocument,
  textDocument: vscode.TextDocument,
  version: RecordVersion,
  services: Services,
): Promise<readonly string[]> {
  const { id } = document.name;
  refuseOtherAddress(document, serviceOf(services, document.name));
  const before = textDocument.getText();
  const broken = complaintOf(() => document.edits(before));
  if (broken) {
    const message = vscode.l10n.t('Record {0} was not reloaded, because its text is not a valid record.', id);
    throw new UserError(`${message} ${broken}`);
  }
  const { base, edited } = document.edits(before);
  const merge = mergeRecords(base ?? agreement(edited, version.record), edited, version.record);
  if (merge.conflicts.length > 0) {
    const fields = quoted(merge.conflicts.map(({ field }) => field));
    const compare = () => runCommand(commandIds.compare, document.uri);
    const message = vscode.l10n.t(
      'Someone else also changed {0} of record {1}. Your text was not changed. Compare or save to decide.',
      fields,
      id,
    );
    throw new Failure(new UserError(message), document.name, { first: [[vscode.l10n.t('Compare'), compare]] });
  }
  if (merge.text !== before && !(await replaceText(textDocument, merge.text))) {
    throw new UserError(
      vscode.l10n.t(
        'Record {0} was edited during the reload and was not reloaded. Your text was not changed. Try again.',
        id,
      ),
    );
  }
  document.reloaded(version, parseRecord(before), merge.theirs);
  return merge.theirs;
}

/** Values of fields as JSON. Undefined removes a field. */
export type FieldValues = ReadonlyMap<string, string | undefined>;

/** Puts values into a document as unsaved changes. Other unsaved changes stay, and one undo reverts them. */
export async function fillFields(
  document: RecordDocument,
  textDocument: vscode.TextDocument,
  values: FieldValues | ((edits: Edits) => FieldValues),
): Promise<void> {
  const text = textDocument.getText();
  const given = typeof values === 'function' ? values(document.edits(text)) : values;
  if (await replaceText(textDocument, withValues(parseRecord(text), given))) return;
  throw new UserError(
    vscode.l10n.t('Record {0} was edited meanwhile. Your text was not changed. Try again.', document.name.id),
  );
}

/** Replaces only what differs, so that the cursor stays. */
function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  return applyEdits(document, [editBetween(document.getText(), text)]);
}
