import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isUnsaved } from '../../src/files/tabs.ts';
import { closeAll, command } from '../support/host/records.ts';
import { type Action, type Attempt, resultOf } from './action.ts';
import type { ServiceName, Stage } from './stage.ts';

/** Three records; the fault meets the one in the middle while it is read. */
export const exchangeActions: readonly Action[] = [
  { name: 'export records', method: 'GET', several: true, prepare: exporting },
  { name: 'compare files', method: 'GET', several: true, prepare: comparing },
];

async function exporting(stage: Stage, service: ServiceName): Promise<Attempt> {
  const { ids, aimed, folder } = await threeRecords(stage);
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      await rm(folder, { recursive: true, force: true });
      let unread = 0;
      const result = await resultOf(async () => {
        const wanted = { service, ids, to: vscode.Uri.file(folder).toString(), format: 'json' };
        ({ unread } = await command<{ unread: number }>('exportRecords', wanted));
      });
      return unread > 0 ? 'partly' : result;
    },
    async check({ result }) {
      const exported = { done: ids, partly: ids.filter((id) => id !== aimed), failed: [] }[result];
      const files = await readdir(folder).catch(() => []);
      assert.deepEqual(
        files.sort(),
        exported.length === 0 ? [] : [...exported.map((id) => `${id}.json`), 'records.base.jsonl'].sort(),
      );
      for (const id of exported) {
        assert.equal(
          JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')).title,
          stage.records.record(id).title,
        );
      }
    },
  };
}

async function comparing(stage: Stage, service: ServiceName): Promise<Attempt> {
  const { ids, aimed, folder } = await threeRecords(stage);
  await command('exportRecords', { service, ids, to: vscode.Uri.file(folder).toString(), format: 'json' });
  for (const id of ids) await writeFile(join(folder, `${id}.json`), JSON.stringify({ id, title: 'Mine' }));
  const unsaved = () => vscode.workspace.textDocuments.filter(isUnsaved);
  const titles = () => unsaved().flatMap((sheet) => JSON.parse(sheet.getText()) as { id: number; title: string }[]);
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      await closeAll();
      const from = vscode.Uri.file(folder).toString();
      const result = await resultOf(() => command('compareFiles', { service, from }));
      return result === 'done' && titles().length < ids.length ? 'partly' : result;
    },
    async check({ result }) {
      const shown = { done: ids, partly: ids.filter((id) => id !== aimed), failed: [] }[result];
      assert.deepEqual(
        titles(),
        shown.map((id) => ({ id, title: 'Mine' })),
      );
      for (const id of ids) assert.equal(stage.records.record(id).title, `Talk ${id}`, 'a comparison has written');
    },
  };
}

async function threeRecords(stage: Stage) {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  return { ids, aimed: ids[1] ?? 0, folder: await mkdtemp(join(tmpdir(), 'exchange-')) };
}
