import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { catalogueFolder } from '../../../src/catalogue/catalogue.ts';
import { catalogues } from '../../../src/catalogue/catalogues.ts';
import { type Sources, sources } from '../../../src/checks/checking.ts';
import { nothing } from '../../../src/checks/toDo.ts';
import { toDoFiles } from '../../../src/checks/toDoFiles.ts';
import { serviceToDos } from '../../../src/checks/toDoLists.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import {
  answering,
  closeAll,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  reported,
  startDesk,
} from '../../support/host/records.ts';
import { invoke, quoted } from '../../support/host/tools.ts';
import { sheetAt } from '../../support/host/worksheets.ts';
import { aRecord, type RecordService } from '../../support/recordService.ts';

interface Finding {
  readonly rule: string;
  readonly id: number;
  readonly fix?: string;
  readonly dismissed?: boolean;
}

suite('To Do', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([1, 2, 3, 4], { checks: { missing: false, duplicates: false, addresses: false } });
    service.change(1, { tags: ['Boats', 'maps'], category: 'Quay Talks' });
    service.change(2, { title: 'Slow  boats' });
    service.change(3, { title: 'Fast  boats' });
    service.change(4, { title: 'Old  boats', category: 'Quay Talks' });
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
  });
  teardown(async () => {
    await answering('Delete Catalogue', () => command('deleteCatalogue'));
    await closeDesk(service);
  });
  suiteTeardown(() => configure({ desk: { baseUrl: service.baseUrl } }, { checks: undefined }));

  const checkAll = () => command<Finding[]>('check', { service: 'desk', query: '' });
  const openKind = async (rule: string) => {
    await closeAll();
    await vscode.commands.executeCommand('videoRecords.check', { service: 'desk', rule });
    const { document } = vscode.window.activeTextEditor ?? {};
    const rows = document ? (await sheetAt(document.uri.toString())).rows() : [];
    return { document, ids: rows.map(({ id }) => id) };
  };
  const problems = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Video Records check');
  const actionsAt = (document: vscode.TextDocument, text: string) => {
    const at = document.positionAt(document.getText().indexOf(text));
    const range = new vscode.Range(at, at);
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
      'quickfix',
    );
  };
  const run = async (document: vscode.TextDocument, text: string, title: string) => {
    const actions = await actionsAt(document, text);
    const { command: chosen } = actions.find((action) => action.title === title) ?? {};
    assert.ok(chosen, actions.map((action) => action.title).join('\n'));
    return vscode.commands.executeCommand<string>(chosen.command, ...(chosen.arguments ?? []));
  };
  /** What a window that is opened later knows, with the same files. */
  const laterWindow = (query?: (real: Sources['query']) => Sources['query']) => {
    const address = parseServiceAddress(service.baseUrl);
    const found = { name: 'desk', address };
    const services = { all: () => [found], find: () => found } as unknown as Services;
    const folder = dirname(historyFolder());
    const catalogue = catalogues({ services, folder, log: { error: assert.fail } });
    const files = toDoFiles({ folder: async () => catalogueFolder(folder, address), toDoChanged: () => {} });
    const real = sources(services, catalogue);
    return serviceToDos(files, { ...real, query: query?.(real.query) ?? real.query });
  };
  const rows = async () => (await laterWindow().toDo('desk')).map(({ rule, count }) => `${rule} ${count ?? ''}`.trim());

  test('lasts: a later window lists it, and sees what is done', async () => {
    await checkAll();
    assert.deepEqual(await rows(), ['all 3', 'spaces 3', 'nameVariants 3']);
    const later = laterWindow();
    const name = { service: 'desk', id: 2 };
    await later.saved(name, parseRecord(JSON.stringify(aRecord(2, { title: 'Slow boats' }))));
    assert.deepEqual(await rows(), ['all 3', 'spaces 1 of 3 done', 'nameVariants 3']);
    // A pair of spellings is known only across records.
    await later.saved(name, parseRecord(JSON.stringify(aRecord(2, { tags: ['Boats'] }))));
    assert.deepEqual(await rows(), ['all 2', 'spaces 1 of 3 done', 'nameVariants 1 of 3 done']);
  });

  test('what is fixed in the worksheet of a kind is only of that kind', async () => {
    service.change(2, { tags: ['maps', 'maps'] });
    await checkAll();
    const { document } = await openKind('spaces');
    assert.ok(document);
    const [fixAll] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 0, 0, 0),
      'source.fixAll.videoRecords',
      1,
    );
    assert.ok(fixAll?.edit && (await vscode.workspace.applyEdit(fixAll.edit)));
    const { rows } = await sheetAt(document.uri.toString());
    assert.deepEqual(
      rows().map(({ title, tags }) => [title, tags]),
      [
        ['Slow boats', ['maps', 'maps']],
        ['Fast boats', ['boats', 'maps']],
        ['Old boats', ['boats', 'maps']],
      ],
    );
  });

  test('what records have together is forgotten when the service gets another address', async () => {
    let folder = 'one';
    const files = toDoFiles({ folder: async () => folder, toDoChanged: () => {} });
    const toDos = serviceToDos(files, {} as Sources);
    const first = await toDos.checked('desk', nothing);
    assert.equal(await toDos.checked('desk', nothing), first);
    folder = 'another';
    assert.notEqual(await toDos.checked('desk', nothing), first);
  });

  test('stays if a query matches no record, which is said', async () => {
    await checkAll();
    const before = await rows();
    for (const name of ['check', 'checkLinks'])
      assert.match(await reported(`videoRecords.${name}`, { service: 'desk', query: 'zzz' }), /No record .* matches/);
    assert.deepEqual(await rows(), before);
  });

  test('a check after a save that is cancelled is made up for by the next save', async () => {
    await checkAll();
    let isCancelled = true;
    const cancelled = async () => Promise.reject(new vscode.CancellationError());
    const later = laterWindow(
      (real) =>
        (...wanted) =>
          isCancelled ? cancelled : real(...wanted),
    );
    const save = (id: number) =>
      later.saved({ service: 'desk', id }, parseRecord(JSON.stringify(aRecord(id, { title: `Boats ${id}` }))));
    await assert.rejects(save(2), vscode.CancellationError);
    isCancelled = false;
    await save(3);
    assert.deepEqual(await rows(), ['all 3', 'spaces 2 of 3 done', 'nameVariants 3']);
  });

  test('what another window dismisses while a saved record is checked is kept', async () => {
    await checkAll();
    const dismiss = () => command('dismissFinding', { service: 'desk', key: 'another', label: 'another' });
    const later = laterWindow((real) => (...wanted) => async (task, signal) => {
      await dismiss();
      await real(...wanted)(task, signal);
    });
    await later.saved({ service: 'desk', id: 2 }, parseRecord(JSON.stringify(aRecord(2, { title: 'Slow boats' }))));
    assert.deepEqual(await rows(), ['all 3', 'spaces 1 of 3 done', 'nameVariants 3', 'another']);
  });

  test('is renewed by saves and by the next check, and goes with the catalogue', async () => {
    await checkAll();
    const record = await openRecord('desk', 2);
    await edit(record, 'title', '"Slow boats"');
    assert.ok(await record.save());
    assert.deepEqual((await openKind('spaces')).ids, [3, 4]);
    assert.deepEqual(await rows(), ['all 3', 'spaces 1 of 3 done', 'nameVariants 3']);
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
    await checkAll();
    assert.deepEqual(await rows(), ['all 3', 'spaces 2', 'nameVariants 3']);
    await answering('Delete Catalogue', () => command('deleteCatalogue'));
    assert.deepEqual(await rows(), []);
  });

  test('stays when a program deletes the catalogue, and goes with Remove Service', async () => {
    await checkAll();
    const before = await rows();
    await command('deleteCatalogue', { service: 'desk' });
    assert.deepEqual(await rows(), before);
    await assert.rejects(checkAll(), /has no catalogue yet/);
    await closeAll();
    await answering('Remove', () => command('removeService', { service: 'desk' }));
    assert.deepEqual(await rows(), []);
    await configure({ desk: { baseUrl: service.baseUrl } });
  });

  test('a finding is dismissed, is no fix any more, and comes back', async () => {
    await checkAll();
    const { document } = await openKind('spaces');
    assert.ok(document);
    await run(document, '"Slow  boats"', 'Not a Mistake');
    assert.equal(problems(document.uri).length, 2);
    const [key = '', ...more] = await dismissed();
    assert.deepEqual(more, []);
    assert.deepEqual(await rows(), ['all 3', 'spaces 2', 'nameVariants 3', key]);
    const found = await checkAll();
    assert.deepEqual(
      found.filter(({ id, rule }) => id === 2 && rule === 'spaces').map(({ fix, dismissed: is }) => ({ fix, is })),
      [{ fix: undefined, is: true }],
    );
    const answer = await invoke('check', { service: 'desk', ids: [2, 3] });
    assert.match(answer, / 1 findings, 1 more that the user dismissed\./);
    assert.deepEqual(
      quoted(answer).map(({ id, dismissed: is }) => ({ id, is })),
      [
        { id: 3, is: undefined },
        { id: 2, is: true },
      ],
    );
    const row = { kind: 'dismissal', service: 'desk', key, label: '' };
    await command('restoreFinding', row, [row]);
    assert.equal(problems(document.uri).length, 3);
    assert.deepEqual(await rows(), ['all 3', 'spaces 3', 'nameVariants 3']);
  });
  test('a record with a dismissed finding is done when the others are', async () => {
    service.change(2, { title: 'Slow  boats', summary: '', language: 'English ' });
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
    await checkAll();
    const { document } = await openKind('spaces');
    assert.ok(document);
    await run(document, '"English "', 'Not a Mistake');
    const later = laterWindow();
    const values = { title: 'Slow boats', language: 'English ' };
    await later.saved({ service: 'desk', id: 2 }, parseRecord(JSON.stringify(aRecord(2, values))));
    assert.ok((await rows()).includes('spaces 1 of 3 done'), (await rows()).join());
  });
  const dismissed = async () =>
    (await laterWindow().toDo('desk')).filter(({ isDismissed }) => isDismissed).map(({ rule }) => rule);

  test('all of a kind in a category are dismissed, and none elsewhere', async () => {
    await checkAll();
    const { document } = await openKind('spaces');
    assert.ok(document);
    await run(document, '"Slow  boats"', 'Not a Mistake in "Harbour Days": Stray spaces and characters');
    assert.deepEqual((await openKind('spaces')).ids, [4]);
    const labels = (await laterWindow().toDo('desk')).flatMap(({ label, isDismissed }) => (isDismissed ? [label] : []));
    assert.deepEqual(labels, ['Stray spaces and characters. All in "Harbour Days".']);
  });

  test('a choice says its reach, and each spelling may become the other', async () => {
    await checkAll();
    const { document, ids } = await openKind('nameVariants');
    assert.ok(document);
    assert.deepEqual(ids, [2, 3, 4]);
    const titles = (await actionsAt(document, '"boats"')).map(({ title }) => title);
    assert.deepEqual(titles, [
      'Change to "Boats" in 3 records',
      'Change "Boats" to "boats" in other records',
      'Not the Same',
    ]);
    const uri = await run(document, '"boats"', 'Change "Boats" to "boats" in other records');
    const changed = (await sheetAt(String(uri))).rows();
    assert.deepEqual(
      changed.map(({ id, tags }) => ({ id, tags })),
      [{ id: 1, tags: ['boats', 'maps'] }],
    );
  });

  test('two spellings are kept apart for good', async () => {
    await checkAll();
    const { document } = await openKind('nameVariants');
    assert.ok(document);
    await run(document, '"boats"', 'Not the Same');
    assert.deepEqual(problems(document.uri), []);
    assert.equal((await openKind('nameVariants')).document, undefined);
    const found = await checkAll();
    assert.ok(found.filter(({ rule }) => rule === 'nameVariants').every((one) => one.dismissed));
  });
});
