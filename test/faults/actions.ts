import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, edit, openRecord, until, value } from '../support/host/records.ts';
import { shownMessages } from '../support/host/shownMessages.ts';
import type { Held, Outcome, Result } from './outcomes.ts';
import type { ServiceName, Stage } from './stage.ts';
import type { Aim } from './troubles.ts';

/** An action that is ready to be tried, as often as wanted. */
export interface Attempt {
  /** The request that the action stands or falls with. */
  readonly aim: Aim;
  /** Tries it. What the user is told counts. */
  run(): Promise<Result>;
  /** Throws unless the editors and the service are as the outcome says. */
  check(outcome: Outcome): Promise<void>;
}

export interface Action {
  readonly name: string;
  /** Of the request that the action stands or falls with. */
  readonly method: 'GET' | 'PATCH' | 'PUT';
  readonly saves?: boolean;
  readonly several?: boolean;
  prepare(stage: Stage, service: ServiceName): Promise<Attempt>;
}

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
  { name: 'reload', method: 'GET', prepare: reloading },
  { name: 'compare', method: 'GET', prepare: comparing },
  { name: 'preview', method: 'GET', prepare: previewing },
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
        await (solved ? saveOrFail(document) : saveBy('keepMine', document));
        solved = true;
      });
    },
  };
}

function savingAttempt(
  { records }: Stage,
  document: vscode.TextDocument,
  aim: Aim,
  save: () => Thenable<unknown>,
): Attempt {
  const before = records.record(aim.id).title;
  let [count, mine, text] = [0, value(document, 'title'), document.getText()];
  let heard = 0;
  const said = () => shownMessages().slice(heard).join('\n');
  return {
    aim,
    async run() {
      // After a save that went well, the next try needs something to save.
      if (!document.isDirty) await edit(document, 'title', JSON.stringify(`Mine, ${++count}`));
      [mine, text] = [value(document, 'title'), document.getText()];
      heard = shownMessages().length;
      return resultOf(save);
    },
    async check({ result, holds }) {
      const expected: Record<Held, unknown> = { old: before, new: mine, other: 'Something else' };
      const held = records.record(aim.id);
      assert.equal(held.title, expected[holds], 'the service holds another title');
      if (result === 'failed') {
        assert.equal(document.getText(), text, 'the user’s text has changed');
        assert.equal(document.isDirty, true, 'the document says that it is saved');
        assert.notEqual(said(), '', 'nobody is told why');
        return;
      }
      const told = /The service stored a different value for \\"title\\"\./;
      assert.equal(told.test(said()), holds !== 'new', 'what is told of the title is not so');
      const shows = (field: string) => value(document, field) === held[field];
      await until('the document is clean and shows what the service holds', () => {
        return !document.isDirty && shows('title') && shows('updated');
      });
    },
  };
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

/** A failure must come with a whole sentence. */
async function resultOf(task: () => Thenable<unknown>): Promise<Result> {
  try {
    await task();
    return 'done';
  } catch (failure) {
    const { message } = failure as Error;
    assert.ok(/^["A-Z0-9].*[.)]$/s.test(message), `a failure without a whole sentence: ${message}`);
    return 'failed';
  }
}
