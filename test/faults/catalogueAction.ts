import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command } from '../support/host/records.ts';
import { invoke } from '../support/host/tools.ts';
import { sheetAt } from '../support/host/worksheets.ts';
import { type Action, type Attempt, resultOf } from './action.ts';
import type { Result } from './outcomes.ts';
import type { ServiceName, Stage } from './stage.ts';

interface Updated {
  readonly read: number;
  readonly missing: number;
  readonly failed: number;
  readonly stopped?: string;
}

export const catalogueActions: readonly Action[] = [
  { name: 'update the catalogue', method: 'GET', several: true, prepare: updating },
  { name: 'update the catalogue from a list', method: 'GET', hasOtherWay: true, prepare: updatingFromList },
  { name: 'change values', method: 'GET', several: true, prepare: changingValues },
];

/** The fault meets the last record: four are read at a time, so others are read before it, even if it stops the update. */
async function updating(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = Array.from({ length: 6 }, () => stage.newRecord());
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  return {
    aim: { method: 'GET', id: last },
    async run(): Promise<Result> {
      const wanted = { service, ids: `${first}-${last}` };
      const updated = await vscode.commands.executeCommand<Updated>('videoRecords.updateCatalogue', wanted);
      const { read, missing, failed, stopped } = updated;
      if (missing + failed === 0 && stopped === undefined) return 'done';
      return read > 0 ? 'partly' : 'failed';
    },
    async check({ result }) {
      const isFound = async (id: number) =>
        (await invoke('find', { service, words: `id:${id}` })).includes(`"id":${id}`);
      assert.equal(await isFound(first), result !== 'failed');
      assert.equal(await isFound(last), result === 'done');
    },
  };
}

/** The fault meets the second page of the list. Whatever it is, the records can still be read by number. */
async function updatingFromList(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = Array.from({ length: 6 }, () => stage.newRecord());
  const update = () => vscode.commands.executeCommand<Updated>('videoRecords.updateCatalogue', { service });
  await vscode.commands.executeCommand('videoRecords.deleteCatalogue', { service });
  return {
    aim: { method: 'GET', id: -2 },
    async run(): Promise<Result> {
      stage.records.listed = ids;
      const { read, failed, stopped } = await update();
      stage.records.listed = [];
      return failed === 0 && stopped === undefined && read >= ids.length ? 'done' : 'failed';
    },
    async check({ result }) {
      for (const id of ids) {
        const isFound = (await invoke('find', { service, words: `id:${id}` })).includes(`"id":${id}`);
        assert.equal(isFound, result === 'done');
      }
    },
  };
}

/** The catalogue knows which records have the value; the fault meets one of them while the worksheet reads it. */
async function changingValues(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const [first = 0, aimed = 0, last = 0] = ids;
  const [before, after] = [`Harbour Days ${first}`, `Harbor Days ${first}`];
  for (const id of ids) stage.records.change(id, { category: before });
  await vscode.commands.executeCommand('videoRecords.updateCatalogue', { service, ids: `${first}-${last}` });
  let changed: readonly unknown[] = [];
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      await closeAll();
      changed = [];
      const wanted = { service, field: 'category', values: [before], by: after };
      const result = await resultOf(async () => {
        const sheet = await sheetAt(await command<string>('changeValues', wanted));
        changed = sheet.rows().flatMap(({ id, category }) => (category === after ? [id] : []));
      });
      return result === 'done' && changed.length < ids.length ? 'partly' : result;
    },
    async check({ result }) {
      assert.deepEqual(changed, { done: ids, partly: ids.filter((id) => id !== aimed), failed: [] }[result]);
      for (const id of ids) assert.equal(stage.records.record(id).category, before, 'a value was written');
    },
  };
}
