import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { invoke } from '../support/host/tools.ts';
import type { Action, Attempt } from './action.ts';
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
