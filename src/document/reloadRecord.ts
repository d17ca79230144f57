import * as vscode from 'vscode';
import { mergeRecords } from '../record/merge.ts';
import { parseIfRecord, parseRecord } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import type { Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { isUnsaved, openDocument, replaceAt } from '../workbench/documents.ts';
import { Failure, runCommand } from '../workbench/failure.ts';
import { listOf, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import type { Base } from './baseSnapshots.ts';
import { configured } from './configuredService.ts';
import { mergeBase } from './mergeBase.ts';
import { type RecordFileSystem, versionOf } from './recordFileSystem.ts';
import { refuseOtherAddress, rewrittenBy } from './recordSaving.ts';
import { inOrder, type RecordState, type RecordStates } from './recordStates.ts';
import { withBrought } from './undoneChanges.ts';

/** Reads a record again. A clean document shows it; in a dirty one, the user's edits are carried over, or left alone. */
export async function reloadRecord(
  services: Services,
  states: RecordStates,
  files: RecordFileSystem,
  state: RecordState,
): Promise<void> {
  await inOrder(state, async () => {
    const answer = await withProgress(`Reloading record ${state.name.id}`, (signal) => files.fetch(state.name, signal));
    const document = openDocument(state.uri);
    const wasDirty = document && isUnsaved(document);
    if (document && wasDirty) await carryOver(services, states, state, document, versionOf(answer));
    state.newest = answer;
    if (document && !wasDirty) await showInstead(files, state, document.getText(), versionOf(answer));
  });
}

async function showInstead(files: RecordFileSystem, state: RecordState, before: string, version: Base): Promise<void> {
  state.brought = withBrought(state.brought, { base: before, theirs: version.text, before, after: version.text });
  await files.show(state, version);
}

async function carryOver(
  services: Services,
  states: RecordStates,
  state: RecordState,
  document: vscode.TextDocument,
  version: Base,
): Promise<void> {
  const { id } = state.name;
  const base = await states.base(state);
  refuseOtherAddress(state, configured(services, state.name.service), base?.address);
  const before = document.getText();
  const mine = parseIfRecord(before);
  if (!mine) throw new Error(`Record ${id} was not reloaded, because your text is not a record yet. It is as it was.`);
  const theirs = parseRecord(version.text);
  const from = mergeBase(base && parseRecord(base.text), mine, theirs, rewrittenBy(state));
  const merge = mergeRecords(from, mine, theirs);
  if (merge.conflicts.length > 0) {
    const fields = listOf(merge.conflicts.map(({ field }) => field));
    const compare = () => runCommand(commandIds.compare, state.uri);
    const message = `Someone else also changed ${fields} of record ${id}. Your text is as it was. Compare or save to decide.`;
    throw new Failure(new Error(message), state.name, { first: [['Compare', compare]] });
  }
  if (merge.text !== before && !(await replaceText(document, merge.text))) {
    throw new Error(`Record ${id} was being edited and was not reloaded. Your text is as it was. Try again.`);
  }
  if (base)
    state.brought = withBrought(state.brought, { base: base.text, theirs: version.text, before, after: merge.text });
  states.rebase(state, version);
  // What waits until the document is clean is older.
  if (state.pending) state.pending = version;
  state.offered = undefined;
  const brought =
    merge.theirs.length > 0
      ? `It now has ${listOf(merge.theirs)} as on the service.`
      : 'It has not changed on the service.';
  void vscode.window.showInformationMessage(
    plainText(`Reloaded record ${id}. ${brought} Your unsaved changes are kept.`),
  );
}

/** Replaces only what differs, so that the cursor stays. */
function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const { offset, length, text: replacement } = editBetween(document.getText(), text);
  return replaceAt(document, offset, length, replacement);
}
