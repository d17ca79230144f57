import assert from 'node:assert/strict';
import { answering, closeAll, command } from '../support/host/records.ts';
import { type Action, type Attempt, resultOf } from './action.ts';
import type { ServiceName, Stage } from './stage.ts';

export const linksAction: Action = { name: 'check links', method: 'GET', several: true, prepare: checkingLinks };

/** The fault meets the check while it reads the records; the links of those that it could read are checked. */
async function checkingLinks(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const aimed = ids[1] ?? 0;
  for (const id of ids) stage.records.change(id, { source_url: `${stage.records.baseUrl}/missing/${id}` });
  let gone: readonly number[] = [];
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      await closeAll();
      gone = [];
      const result = await resultOf(() =>
        answering('Check These Too', async () => {
          const found = await command<{ id: number; verdict: string }[]>('checkLinks', { service, ids });
          gone = found.filter(({ verdict }) => verdict === 'gone').map(({ id }) => id);
        }),
      );
      return result === 'done' && gone.length < ids.length ? 'partly' : result;
    },
    async check({ result }) {
      assert.deepEqual(gone, { done: ids, partly: ids.filter((id) => id !== aimed), failed: [] }[result]);
    },
  };
}
