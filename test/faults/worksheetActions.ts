import assert from 'node:assert/strict';
import { isUnsaved } from '../../src/files/tabs.ts';
import { answering, closeAll, command, until } from '../support/host/records.ts';
import { shownMessages } from '../support/host/shownMessages.ts';
import { openSheet, type Sheet } from '../support/host/worksheets.ts';
import { type Action, type Attempt, resultOf } from './action.ts';
import type { Held } from './outcomes.ts';
import type { ServiceName, Stage } from './stage.ts';

/** Three records as one document; the fault meets the one in the middle. */
export const worksheetActions: readonly Action[] = [
  { name: 'open worksheet', method: 'GET', several: true, prepare: opening },
  saving('save worksheet', (sheet, title) => sheet.replace('"title": "[^"]*', `"title": "${title}`)),
  saving('save changed rows', ({ document: { uri } }, title) =>
    command('changeRows', { uri: uri.toString(), field: 'title', set: JSON.stringify(title) }),
  ),
  saving('save from a table', async ({ document: { uri } }, title) => {
    await command('openTable', uri.toString());
    await command('changeRows', { uri: uri.toString(), field: 'title', set: JSON.stringify(title) });
  }),
  { name: 'check records', method: 'GET', several: true, prepare: checking },
];

async function opening(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const aimed = ids[1] ?? 0;
  let sheet: Sheet | undefined;
  const shown = () => sheet?.rows();
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      await closeAll();
      await until('the worksheet is closed', () => sheet === undefined || sheet.document.isClosed);
      sheet = undefined;
      const result = await resultOf(async () => {
        sheet = await openSheet(service, ids, ['title']);
      });
      return result === 'done' && shown()?.length !== ids.length ? 'partly' : result;
    },
    async check({ result }) {
      const read = { done: ids, partly: ids.filter((id) => id !== aimed), failed: undefined }[result];
      assert.deepEqual(
        shown(),
        read?.map((id) => ({ id, title: stage.records.record(id).title })),
      );
    },
  };
}

/** The fault meets the check while it reads the records. */
async function checking(stage: Stage, service: ServiceName): Promise<Attempt> {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const aimed = ids[1] ?? 0;
  for (const id of ids) stage.records.change(id, { title: `Two  spaces ${id}` });
  let found: readonly number[] = [];
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      await closeAll();
      found = [];
      const result = await resultOf(async () => {
        const findings = await command<{ rule: string; id: number }[]>('check', { service, ids });
        found = findings.filter(({ rule }) => rule === 'spaces').map(({ id }) => id);
      });
      return result === 'done' && found.length < ids.length ? 'partly' : result;
    },
    async check({ result }) {
      assert.deepEqual(found, { done: ids, partly: ids.filter((id) => id !== aimed), failed: [] }[result]);
    },
  };
}

function saving(name: string, change: (sheet: Sheet, title: string) => Promise<unknown>): Action {
  return { name, method: 'PATCH', saves: true, prepare: (stage, service) => savingSheet(stage, service, change) };
}

async function savingSheet(
  { records, ...stage }: Stage,
  service: ServiceName,
  change: (sheet: Sheet, title: string) => Promise<unknown>,
): Promise<Attempt> {
  const ids = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const aimed = ids[1] ?? 0;
  const sheet = await openSheet(service, ids, ['title']);
  const { document } = sheet;
  const held = () => ids.map((id) => ({ id, title: records.record(id).title }));
  const before = held();
  let [count, heard, mine] = [0, 0, sheet.rows()];
  const at = (rows: readonly Record<string, unknown>[], id: number) => rows.find((row) => row.id === id)?.title;
  return {
    aim: { method: 'PATCH', id: aimed },
    async run() {
      // After a save that went well, the next try needs something to save.
      if (!isUnsaved(document)) await change(sheet, `Mine, ${++count}`);
      mine = sheet.rows();
      heard = shownMessages().length;
      return resultOf(async () => {
        await answering('Save', () => document.save() as Promise<boolean>);
        if (isUnsaved(document)) throw new Error('Some records were not saved.');
      });
    },
    async check({ result, holds }) {
      const said = shownMessages().slice(heard).join('\n');
      const expected: Record<Held, unknown> = { old: at(before, aimed), new: at(mine, aimed), other: 'Something else' };
      assert.equal(records.record(aimed).title, expected[holds], 'the service holds another title');
      if (result === 'failed') {
        assert.deepEqual(sheet.rows(), mine, 'the user’s text has changed');
        assert.notEqual(said, '', 'nobody is told why');
        return;
      }
      if (holds === 'other') assert.match(said, /other values than you saved/);
      await until('the worksheet is clean and shows what the service holds', () => {
        return !isUnsaved(document) && JSON.stringify(sheet.rows()) === JSON.stringify(held());
      });
    },
  };
}
