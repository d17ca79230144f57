import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { openSheet, sheetAt } from '../support/host/worksheets.ts';
import type { RecordService } from '../support/recordService.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`videoRecords.${command}`, ...args);

/** A curator looks at the history, and works with the catalogue, checks, a table and files, now and then. */
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
  if (round % seldom === 2) await changeValue(records, id, round);
  if (round % seldom === 3) await editTable(records, [id, neighbour], round);
  if (round % seldom === 4) await editFiles(records, [id, neighbour], round);
  if (round % seldom === 5) await checkLinks(records, id);
  await saveAtTheSameTime(records, id, neighbour, round);
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

async function changeValue(records: RecordService, id: number, round: number) {
  records.change(id, { category: `Harbour ${round}` });
  await command('updateCatalogue', { service: 'desk', ids: '1-8' });
  await run('groupCatalogue', { service: 'desk', field: 'category' });
  const wanted = { service: 'desk', field: 'category', values: [`Harbour ${round}`], by: `Harbor ${round}` };
  const { document } = await sheetAt(await command<string>('changeValues', wanted));
  assert.ok(await document.save());
  assert.equal(records.record(id).category, `Harbor ${round}`);
}

async function editTable(records: RecordService, ids: readonly number[], round: number) {
  const { document } = await openSheet('desk', ids, ['title']);
  const uri = document.uri.toString();
  await command('openTable', uri);
  await command('changeRows', { uri, field: 'title', set: JSON.stringify(`Column ${round}`) });
  await answering('Save', () => document.save() as Promise<boolean>);
  for (const id of ids) assert.equal(records.record(id).title, `Column ${round}`);
  // What a check finds opens in the view that was chosen last.
  await command('openJson', uri);
}

/** One of the exported files is edited, and saved after a comparison. */
async function editFiles(records: RecordService, ids: readonly [number, number], round: number) {
  const folder = await mkdtemp(join(tmpdir(), 'curator-'));
  try {
    const uri = vscode.Uri.file(folder).toString();
    await command('exportRecords', { service: 'desk', ids, to: uri, format: 'json' });
    const file = join(folder, `${ids[0]}.json`);
    const text = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...text, title: `From a file ${round}` }));
    const { document } = await sheetAt(await command<string>('compareFiles', { service: 'desk', from: uri }));
    assert.ok(await document.save());
    assert.equal(records.record(ids[0]).title, `From a file ${round}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checkLinks(records: RecordService, id: number) {
  records.change(id, { source_url: `${records.baseUrl}/missing/${id}` });
  await answering('Check These Too', async () => {
    const found = await command<{ verdict: string }[]>('checkLinks', { service: 'desk', ids: [id] });
    assert.ok(found.some(({ verdict }) => verdict === 'gone'));
  });
}

/** A worksheet and a record of it are saved and reloaded without waiting. */
async function saveAtTheSameTime(records: RecordService, id: number, neighbour: number, round: number) {
  const sheet = await openSheet('desk', [id, neighbour], ['whiteboard']);
  const document = await openRecord('desk', id);
  await edit(document, 'summary', JSON.stringify(`Summary ${round}`));
  await sheet.replace(`(?<="id": ${neighbour}, "whiteboard": ")[^"]*`, `Board ${round}`);
  const reloading = run('reload', document.uri);
  const saving = Promise.all([document.save(), sheet.document.save()]);
  records.change(neighbour, { copyright_text: `Theirs ${round}` });
  assert.deepEqual(await saving, [true, true]);
  await reloading;
  const { summary } = records.record(id);
  const { whiteboard, copyright_text } = records.record(neighbour);
  assert.deepEqual([summary, whiteboard, copyright_text], [`Summary ${round}`, `Board ${round}`, `Theirs ${round}`]);
}

/** The values come back as unsaved changes, which are thrown away. */
async function revertNewest(id: number) {
  const [write] = await command<readonly ShownWrite[]>('showHistory', { service: 'desk', id });
  await command('revertWrite', write?.entry);
}

function isOurs({ scheme }: vscode.Uri): boolean {
  return scheme === 'videorecord' || scheme === 'videoworksheet';
}
