import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ShownWrite } from '../../src/history/commands.ts';
import {
  answering,
  closeAll,
  command,
  edit,
  openRecord,
  resolveConflict,
  until,
  value,
} from '../support/host/records.ts';
import { invoke } from '../support/host/tools.ts';
import { openSheet } from '../support/host/worksheets.ts';
import type { RecordService } from '../support/recordService.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`videoRecords.${command}`, ...args);

/** A curator looks at the history, reads the catalogue again and checks records now and then. */
const seldom = 8;

/** What a curator does with two records, from opening to closing them; `round` makes each round's values new. */
export async function curate(records: RecordService, id: number, neighbour: number, round: number): Promise<void> {
  // VS Code keeps something of every row that a view shows.
  await vscode.commands.executeCommand('workbench.view.explorer');
  const document = await openRecord('desk', id);
  await run('preview', document.uri);
  await editAndSave(records, document, id, round);
  await reloadTheirs(records, document, id, round);
  await settleConflict(records, document, id, round);
  await run('pin', document.uri);
  await openRecord('desk', neighbour);
  await vscode.window.showTextDocument(document);
  await run('compare', document.uri);
  await run('unpin', document.uri);
  await allClosed();
  await saveWorksheet(records, [id, neighbour], round);
  if (round % seldom === 0) await revertNewest(id);
  if (round % seldom === 1) await checkCatalogue(records, id, round);
  await invoke('read', { service: 'desk', ids: [id, neighbour] });
  await allClosed();
}

async function allClosed(): Promise<void> {
  await closeAll();
  await until('the documents are closed', () => vscode.workspace.textDocuments.every(({ uri }) => !isOurs(uri)));
}

async function editAndSave(records: RecordService, document: vscode.TextDocument, id: number, round: number) {
  await edit(document, 'title', JSON.stringify(`Title ${round}`));
  assert.ok(await document.save());
  assert.equal(records.record(id).title, `Title ${round}`);
  await shown(records, document, id);
}

async function reloadTheirs(records: RecordService, document: vscode.TextDocument, id: number, round: number) {
  records.change(id, { summary: `Their summary ${round}` });
  await run('reload', document.uri);
  assert.equal(value(document, 'summary'), `Their summary ${round}`);
}

async function settleConflict(records: RecordService, document: vscode.TextDocument, id: number, round: number) {
  const [mine, theirs] = [`My whiteboard ${round}`, `Their whiteboard ${round}`];
  await edit(document, 'whiteboard', JSON.stringify(mine));
  records.change(id, { whiteboard: theirs });
  assert.equal(await document.save(), false);
  await resolveConflict(round % 2 === 0 ? 'keepMine' : 'takeTheirs', document.uri);
  assert.equal(records.record(id).whiteboard, round % 2 === 0 ? mine : theirs);
  await shown(records, document, id);
}

function shown(records: RecordService, document: vscode.TextDocument, id: number): Promise<void> {
  return until('the document shows what the service holds', () => {
    return !document.isDirty && value(document, 'updated') === records.record(id).updated;
  });
}

async function saveWorksheet(records: RecordService, ids: readonly number[], round: number) {
  const sheet = await openSheet('desk', ids, ['title', 'tags']);
  const uri = sheet.document.uri.toString();
  await command('changeRows', { uri, field: 'title', set: JSON.stringify(`Lecture ${round}`) });
  await answering('Save', () => sheet.document.save() as Promise<boolean>);
  for (const id of ids) assert.equal(records.record(id).title, `Lecture ${round}`);
}

/** What it finds is a worksheet, and is fixed there. */
async function checkCatalogue(records: RecordService, id: number, round: number) {
  records.change(id, { title: `Spaced  title ${round}` });
  await command('updateCatalogue', { service: 'desk', ids: '1-8' });
  await command('check', { service: 'desk', query: `id:${id}` });
  const { document } = vscode.window.activeTextEditor ?? {};
  assert.ok(document);
  const [fix] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(0, 0, 0, 0),
    'source.fixAll.videoRecords',
    1,
  );
  assert.ok(fix?.edit && (await vscode.workspace.applyEdit(fix.edit)));
  assert.ok(await document.save());
  assert.equal(records.record(id).title, `Spaced title ${round}`);
}

/** The values come back as unsaved changes, which are thrown away. */
async function revertNewest(id: number) {
  const [write] = await command<readonly ShownWrite[]>('showHistory', { service: 'desk', id });
  await command('revertWrite', write?.entry);
}

function isOurs({ scheme }: vscode.Uri): boolean {
  return scheme === 'videorecord' || scheme === 'videoworksheet';
}
