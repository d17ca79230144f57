import assert from 'node:assert/strict';
import { answering, edit, openRecord } from '../support/host/records.ts';
import { invoke, quoted } from '../support/host/tools.ts';
import { type Action, type Attempt, savingAttempt } from './action.ts';
import type { Result } from './outcomes.ts';
import type { ServiceName, Stage } from './stage.ts';

/** What a model does through the tools, with a user who agrees to every save. */
export const agentActions: readonly Action[] = [
  { name: 'agent reads', method: 'GET', several: true, prepare: reading },
  { name: 'agent saves', method: 'PATCH', saves: true, prepare: saving },
];

async function reading(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const aimed = ids[1] ?? 0;
  let answers: Record<string, unknown>[] = [];
  return {
    aim: { method: 'GET', id: aimed },
    async run(): Promise<Result> {
      answers = quoted(await invoke('read', { service, ids, fields: ['title'] }));
      const read = answers.filter(({ fields }) => fields).length;
      return read === ids.length ? 'done' : read > 0 ? 'partly' : 'failed';
    },
    async check({ result }) {
      const failed: readonly number[] = { done: [], partly: [aimed], failed: ids }[result];
      for (const [index, { id, fields, failure }] of answers.entries()) {
        assert.equal(id, ids[index]);
        if (failed.includes(Number(id))) assert.match(String(Object(failure).message), /^["A-Z0-9].*[.)]$/s);
        else assert.deepEqual(fields, { title: stage.records.record(Number(id)).title });
      }
    },
  };
}

async function saving(stage: Stage, service: ServiceName): Promise<Attempt> {
  const id = stage.newRecord();
  const document = await openRecord(service, id);
  await edit(document, 'title', '"Mine"');
  let answer = '';
  const save = async () => {
    await answering('Save', async () => {
      answer = await invoke('save', { service, ids: [id] });
    });
    const [record] = quoted(answer);
    // After a write whose answer was lost, nothing is left to send.
    const isThere = Object(record?.notSaved).reason === 'noChange';
    if (!record?.saved && !isThere) throw new Error('The model was told why the record was not saved.');
  };
  const told = { said: () => answer, otherTitle: /"storedDifferently":\["title"\]/ };
  return savingAttempt(stage, document, { method: 'PATCH', id }, save, told);
}
