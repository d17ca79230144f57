import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeDesk, edit, openRecord, resolveConflict, startDesk, until, value } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { type RecordService, reply } from '../../support/recordService.ts';

/** The extension host takes every saved document for clean, whatever was typed meanwhile; the tab knows better. */
const tabIsDirty = () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === true;

suite('Typing while a save is under way', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([31, 32, 33, 34, 35, 36, 37, 38, 39]);
  });
  teardown(() => closeDesk(service));

  /** The service answers the next PATCH only after this. */
  const duringPatch = (task: () => Promise<unknown>) =>
    service.intercept('PATCH', (_request, response, proceed) => {
      const answer = proceed();
      void task().then(() => reply(response, answer));
    });
  const typedOnSummary = async (id: number) => {
    const document = await openRecord('desk', id);
    await edit(document, 'title', '"One"');
    duringPatch(() => edit(document, 'summary', '"Typed on"'));
    return document;
  };
  /** The service stores "Hello " without its blank, while somebody goes on to write "Hello world". */
  const trimmedTitle = async (id: number) => {
    service.rewrite = ({ title, ...rest }) => ({ ...rest, ...(typeof title === 'string' && { title: title.trim() }) });
    const document = await openRecord('desk', id);
    await edit(document, 'title', '"Hello "');
    duringPatch(() => edit(document, 'title', '"Hello world"'));
    await document.save();
    assert.equal(service.record(id).title, 'Hello');
    return document;
  };
  const patches = () => service.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

  test('a save command saves what was there, and what was typed meanwhile stays unsaved', async () => {
    const document = await typedOnSummary(31);
    await vscode.commands.executeCommand('videoRecords.saveWithPatch', document.uri);
    assert.equal(service.record(31).title, 'One');
    assert.equal(value(document, 'summary'), 'Typed on');
    assert.ok(tabIsDirty());
  });

  test('a reload carries over what was typed on', async () => {
    const document = await typedOnSummary(32);
    await document.save();
    service.change(32, { category: 'Theirs' });
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.equal(value(document, 'category'), 'Theirs');
    assert.equal(value(document, 'summary'), 'Typed on');
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('redo');
    assert.ok(await document.save());
    assert.deepEqual(patches().slice(1), ['{"summary":"Typed on"}']);
  });

  test('an undo that VS Code considers saved is replaced by what was saved', async () => {
    const document = await openRecord('desk', 34);
    const { updated } = service.record(34);
    await edit(document, 'title', '"One"');
    service.intercept('PATCH', (_request, response, proceed) => {
      proceed();
      // A service that notes no times.
      service.raw(34, JSON.stringify({ ...service.record(34), updated }));
      void vscode.commands
        .executeCommand('undo')
        .then(() => reply(response, { status: 200, body: JSON.stringify(service.record(34)) }));
    });
    await document.save();
    assert.equal(service.record(34).title, 'One');
    await until('the document shows it', () => value(document, 'title') === 'One');
    assert.ok(!tabIsDirty());
  });

  test("a value that the service rewrote is not someone else's change", async () => {
    const document = await trimmedTitle(35);
    const before = shownMessages().length;
    assert.ok(await document.save(), shownMessages().slice(before).join('\n'));
    assert.equal(service.record(35).title, 'Hello world');
  });

  test('nor by a reload or a review', async () => {
    const document = await trimmedTitle(37);
    await vscode.commands.executeCommand('videoRecords.showRequest', document.uri);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /\{"title":"Hello world"\}/);
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    assert.ok(await document.save());
    assert.equal(service.record(37).title, 'Hello world');
  });

  test('typing in a field that someone else changed meanwhile is a conflict', async () => {
    const document = await openRecord('desk', 38);
    await edit(document, 'title', '"One"');
    service.change(38, { state: 2 });
    duringPatch(() => edit(document, 'state', '3'));
    await document.save();
    assert.equal(value(document, 'state'), 3);
    assert.equal(await document.save(), false);
    assert.equal(service.record(38).state, 2);
    await resolveConflict('keepMine', document.uri);
    assert.equal(service.record(38).state, 3);
  });

  test('an undo to where it all began gives way also after a reload', async () => {
    const document = await typedOnSummary(39);
    await document.save();
    await vscode.commands.executeCommand('videoRecords.reload', document.uri);
    for (let step = 0; step < 5 && tabIsDirty(); step += 1) await vscode.commands.executeCommand('undo');
    assert.ok(!tabIsDirty());
    await until('the document shows what was saved', () => value(document, 'title') === 'One');
    assert.equal(value(document, 'summary'), 'A short summary.');
  });

  test("someone else's change to that value still is", async () => {
    const document = await trimmedTitle(36);
    service.change(36, { title: 'Theirs' });
    assert.equal(await document.save(), false);
    assert.equal(service.record(36).title, 'Theirs');
    assert.equal(value(document, 'title'), 'Hello world');
  });
});
