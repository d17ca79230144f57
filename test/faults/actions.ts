import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, edit, openRecord, resolving, until, value } from '../support/host/records.ts';
import { type Action, type Attempt, resultOf, savingAttempt } from './action.ts';
import { agentActions } from './agentActions.ts';
import { catalogueActions } from './catalogueAction.ts';
import { exchangeActions } from './exchangeActions.ts';
import { linksAction } from './linksAction.ts';
import { revertingWrite } from './revertAction.ts';
import type { ServiceName, Stage } from './stage.ts';
import { worksheetActions } from './worksheetActions.ts';

const tabInputs = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
const holdsRecord = (input: unknown, id: number) =>
  input instanceof vscode.TabInputText && input.uri.path.startsWith(`/${id}-`);
const openTabs = (id: number) => tabInputs().filter((input) => holdsRecord(input, id)).length;
const diffs = () => tabInputs().filter((input) => input instanceof vscode.TabInputTextDiff);
const previews = () =>
  tabInputs().filter((input) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('preview'));

export const actions: readonly Action[] = [
  { name: 'open', method: 'GET', prepare: opening },
  { name: 'open many', method: 'GET', several: true, prepare: openingSeveral },
  saving('save by PATCH', 'PATCH', saveOrFail),
  saving('save by PUT', 'PUT', (document) => saveBy('saveWithPut', document)),
  savingWithConflict(),
  saving('save, hit while reading', 'GET', saveOrFail),
  saving('save while reloading', 'PATCH', saveWhileReloading),
  { name: 'reload', method: 'GET', prepare: reloading },
  { name: 'compare', method: 'GET', prepare: comparing },
  { name: 'compare services', method: 'GET', prepare: comparingServices },
  { name: 'preview', method: 'GET', prepare: previewing },
  ...worksheetActions,
  linksAction,
  { name: 'revert a save', method: 'GET', prepare: revertingWrite },
  ...catalogueActions,
  ...exchangeActions,
  ...agentActions,
];

async function opening(stage: Stage, service: ServiceName): Promise<Attempt> {
  const id = stage.newRecord();
  return {
    aim: { method: 'GET', id },
    run: () => resultOf(() => command('open', { service, id })),
    async check({ result }) {
      await until(`record ${id} is ${result}`, () => openTabs(id) === (result === 'done' ? 1 : 0));
    },
  };
}

async function openingSeveral(stage: Stage, service: ServiceName): Promise<Attempt> {
  const [first, aimed, last] = [stage.newRecord(), stage.newRecord(), stage.newRecord()];
  const names = [first, aimed, last].map((id) => ({ service, id }));
  return {
    aim: { method: 'GET', id: aimed },
    async run() {
      let opened: string[] = [];
      const result = await resultOf(async () => {
        opened = await command<string[]>('open', names);
      });
      return result === 'done' && opened.length < names.length ? 'partly' : result;
    },
    async check({ result }) {
      const counts = { done: [1, 1, 1], partly: [1, 0, 1], failed: [0, 0, 0] }[result];
      await until(`the records are ${result}`, () =>
        [first, aimed, last].every((id, index) => openTabs(id) === counts[index]),
      );
    },
  };
}

function saving(
  name: string,
  method: Action['method'],
  save: (document: vscode.TextDocument) => Thenable<unknown>,
): Action {
  return {
    name,
    method,
    saves: true,
    async prepare(stage, service) {
      const id = stage.newRecord();
      const document = await openRecord(service, id);
      await edit(document, 'title', '"Mine"');
      return savingAttempt(stage, document, { method, id }, () => save(document));
    },
  };
}

/** The conflict is there and told of; the fault meets the user's answer to it. */
function savingWithConflict(): Action {
  return {
    name: 'save with a conflict',
    method: 'PATCH',
    saves: true,
    async prepare(stage, service) {
      const id = stage.newRecord();
      const document = await openRecord(service, id);
      await edit(document, 'title', '"Mine"');
      stage.records.change(id, { title: 'Theirs' });
      assert.equal(await document.save(), false, 'a conflict was saved');
      let solved = false;
      return savingAttempt(stage, document, { method: 'PATCH', id }, async () => {
        await (solved ? saveOrFail(document) : resolving('keepMine', () => saveBy('keepMine', document)));
        solved = true;
      });
    },
  };
}

/** The reload may meet the same fault. Only the save is judged. */
async function saveWhileReloading(document: vscode.TextDocument): Promise<void> {
  const reloading = vscode.commands.executeCommand('videoRecords.reload', document.uri);
  try {
    await saveOrFail(document);
  } finally {
    await reloading;
  }
}

async function reloading(stage: Stage, service: ServiceName): Promise<Attempt> {
  const { id, document, text } = await editedBehindMyBack(stage, service);
  return {
    aim: { method: 'GET', id },
    run: () => resultOf(() => command('reload', document.uri)),
    async check({ result }) {
      assert.equal(document.isDirty, true);
      assert.equal(value(document, 'summary'), 'Mine');
      assert.equal(value(document, 'title'), result === 'done' ? 'Theirs' : `Talk ${id}`);
      if (result === 'failed') assert.equal(document.getText(), text);
    },
  };
}

async function comparing(stage: Stage, service: ServiceName): Promise<Attempt> {
  const { id, document, text } = await editedBehindMyBack(stage, service);
  return {
    aim: { method: 'GET', id },
    run: () => resultOf(() => command('compare', document.uri)),
    async check({ result }) {
      assert.equal(document.getText(), text);
      assert.equal(document.isDirty, true);
      await until(`the comparison is ${result}`, () => diffs().length === (result === 'done' ? 1 : 0));
      const [diff] = diffs();
      if (diff) assert.equal(value(await vscode.workspace.openTextDocument(diff.original), 'title'), 'Theirs');
    },
  };
}

/** The fault meets the service that the record is compared with. */
async function comparingServices(stage: Stage, other: ServiceName): Promise<Attempt> {
  const id = stage.newRecord();
  const service = other === 'desk' ? 'vault' : 'desk';
  return {
    aim: { method: 'GET', id },
    run: () => resultOf(() => command('compareServices', { service, id, other })),
    async check({ result }) {
      await until(`the comparison is ${result}`, () => diffs().length === (result === 'done' ? 1 : 0));
    },
  };
}

async function previewing(stage: Stage, service: ServiceName): Promise<Attempt> {
  const id = stage.newRecord();
  return {
    aim: { method: 'GET', id },
    run: () => resultOf(() => command('preview', { service, id })),
    async check({ result }) {
      await until(`the preview is ${result}`, () => previews().length === (result === 'done' ? 1 : 0));
    },
  };
}

/** A record with an unsaved edit, that someone else has changed since. */
async function editedBehindMyBack(stage: Stage, service: ServiceName) {
  const id = stage.newRecord();
  const document = await openRecord(service, id);
  await edit(document, 'summary', '"Mine"');
  stage.records.change(id, { title: 'Theirs' });
  return { id, document, text: document.getText() };
}

async function saveOrFail(document: vscode.TextDocument): Promise<void> {
  if (!(await document.save())) throw new Error('VS Code has told why the record was not saved.');
}

/** A save that fails is told by VS Code, and by no message of ours. */
async function saveBy(name: string, document: vscode.TextDocument): Promise<void> {
  await command(name, document.uri);
  if (document.isDirty) throw new Error('VS Code has told why the record was not saved.');
}
