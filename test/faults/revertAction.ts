import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../src/files/tabs.ts';
import type { ShownWrite } from '../../src/history/commands.ts';
import { closeAll, command, edit, openRecord, until, value } from '../support/host/records.ts';
import { type Attempt, resultOf } from './action.ts';
import type { ServiceName, Stage } from './stage.ts';

/** Puts the values from before a save into the record as unsaved changes. */
export async function revertingWrite({ records, ...stage }: Stage, service: ServiceName): Promise<Attempt> {
  const id = stage.newRecord();
  const { title } = records.record(id);
  const saved = await openRecord(service, id);
  await edit(saved, 'title', '"After"');
  assert.ok(await saved.save());
  const [write] = await command<readonly ShownWrite[]>('showHistory', { service, id });
  const unsaved = () => vscode.workspace.textDocuments.filter(isUnsaved);
  return {
    aim: { method: 'GET', id },
    async run() {
      await closeAll();
      await until('the record is closed', () => vscode.workspace.textDocuments.every(({ uri }) => !names(uri, id)));
      return resultOf(() => command('revertWrite', write?.entry));
    },
    async check({ result }) {
      assert.equal(records.record(id).title, 'After', 'reverting has written');
      assert.deepEqual(
        unsaved().map((document) => value(document, 'title')),
        result === 'done' ? [title] : [],
      );
    },
  };
}

function names({ scheme, path }: vscode.Uri, id: number): boolean {
  return scheme === 'videorecord' && path.startsWith(`/${id}-`);
}
