import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { catalogueFolder } from '../../../src/catalogue/catalogue.ts';
import { catalogues } from '../../../src/catalogue/catalogues.ts';
import { catalogueFeature } from '../../../src/catalogue/feature.ts';
import { type Grouping, usualGrouping } from '../../../src/catalogue/grouping.ts';
import { catalogueRecords } from '../../../src/catalogue/records.ts';
import type { CatalogueRow } from '../../../src/catalogue/rows.ts';
import { runFile } from '../../../src/catalogue/runs.ts';
import { catalogueTree } from '../../../src/catalogue/tree.ts';
import { updateCatalogue } from '../../../src/catalogue/update.ts';
import { valueCommands } from '../../../src/catalogue/valueCommands.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import { pickValue } from '../../../src/workbench/pickValue.ts';
import { plainText } from '../../../src/workbench/plainText.ts';
import type { WorksheetName } from '../../../src/worksheet/uri.ts';
import type { WholeRow } from '../../../src/worksheet/worksheets.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { closeAll, closeDesk, command, startDesk } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { sheetAt } from '../../support/host/worksheets.ts';
import { listedText } from '../../support/listService.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Values of a catalogue', () => {
  let service: RecordService;
  /** The view as it is with a grouping and a filter. */
  const view = (grouping: Grouping, filter = '') => {
    const desk = { name: 'desk', address: parseServiceAddress(service.baseUrl) };
    const found = (name: string) => (name === 'desk' ? desk : undefined);
    const services = { all: () => [desk], find: found, fingerprint: async () => '' } as unknown as Services;
    const all = catalogues({ services, folder: dirname(historyFolder()), log: { error: assert.fail } });
    const tree = catalogueTree(services, all, { of: () => [] }, { of: () => grouping }, async () => []);
    tree.filter = filter;
    return tree;
  };
  const groups = async (grouping: Grouping, filter = ''): Promise<CatalogueRow[]> => {
    const tree = view(grouping, filter);
    const [desk] = await tree.getChildren();
    return desk ? tree.getChildren(desk) : [];
  };
  const labels = async (grouping: Grouping, filter = '') =>
    (await groups(grouping, filter)).map((row) => {
      const { label, description, contextValue } = view(grouping, filter).getTreeItem(row);
      return `${label}: ${description} (${contextValue})`;
    });
  const update = () => command('updateCatalogue', { service: 'desk', ids: '1-12' });
  const rowsOf = async (uri: string, field: string) =>
    (await sheetAt(uri)).rows().map((row) => [row.id, row[field]] as const);
  /** What the last of these picks offered before anything was typed. */
  let offered: readonly string[] = [];
  /** Types into the next pick that asks for a value, and accepts what it is about to take. */
  const typing = async <T>(text: string, task: () => Promise<T>): Promise<T> => {
    const { window } = vscode;
    const { createQuickPick } = window;
    Reflect.set(window, 'createQuickPick', () => {
      const pick = createQuickPick();
      const accepted = new vscode.EventEmitter<void>();
      Object.defineProperty(pick, 'onDidAccept', { value: accepted.event });
      pick.onDidChangeActive(() => {
        if (pick.activeItems[0]?.label === text) accepted.fire();
      });
      const { show } = pick;
      pick.show = () => {
        offered = pick.items.map(({ label, description }) => `${label}: ${description}`);
        Reflect.apply(show, pick, []);
        pick.value = text;
      };
      return pick;
    });
    try {
      return await task();
    } finally {
      Reflect.set(window, 'createQuickPick', createQuickPick);
    }
  };

  setup(async () => {
    service = await startDesk(Array.from({ length: 12 }, (_, at) => at + 1));
    const languages = ['English', 'english', 'ENGLISH ', null, 'Deutsch'];
    for (const [at, language] of languages.entries()) service.change(at + 1, { language });
    service.change(6, { speakers: ['Ada Example', 'Ada  Example', 'Bo Sample'] });
    service.change(7, { speakers: [], recorded: '2019-01-01' });
    await update();
    service.taken();
  });
  teardown(() => closeDesk(service));

  test('the view groups by any field, and shows which values are similar', async () => {
    assert.deepEqual(await labels({ field: 'language', order: 'count' }), [
      '(none): 1 (group changeable)',
      '"English": 8, has similar values (group changeable)',
      '"ENGLISH ": 1, has similar values (group changeable)',
      '"english": 1, has similar values (group changeable)',
      'Deutsch: 1 (group changeable)',
    ]);
    assert.deepEqual(await labels({ field: 'recorded', order: 'name' }), ['2019: 1 (group)', '2024: 11 (group)']);
    assert.deepEqual(await labels({ field: 'state', order: 'name' }), ['1: 12 (group changeable)']);
    const speakers = await labels({ field: 'speakers', order: 'name' });
    assert.deepEqual(speakers.slice(0, 2), [
      '(none): 1 (group changeable)',
      '"Ada Example": 11, has similar values (group changeable)',
    ]);
  });

  test('Group By keeps the choice, and asks where it is not given', async () => {
    const given = { service: 'desk', field: 'language', order: 'count' };
    assert.deepEqual(await command('groupCatalogue', given), given);
    const pick = (items: (vscode.QuickPickItem & Grouping)[]) => {
      assert.ok(items.some(({ label, description }) => description === 'language' && label.startsWith('$(check)')));
      return items.find(({ field }) => field === 'speakers');
    };
    const asked = await withStandIn('showQuickPick', pick, () => command('groupCatalogue'));
    assert.deepEqual(asked, { ...given, field: 'speakers' });
    const byName = (items: (vscode.QuickPickItem & Grouping)[]) => items.find(({ order }) => order === 'name');
    const ordered = await withStandIn('showQuickPick', byName, () => command('groupCatalogue'));
    assert.deepEqual(ordered, { ...given, field: 'speakers', order: 'name' });
    await command('groupCatalogue', { service: 'desk', field: 'category' });
  });

  suite('Change Value', () => {
    const change = (field: string, values: readonly string[], by: string) =>
      command<string | null>('changeValues', { service: 'desk', field, values, by });

    test('opens the records with one value for all as unsaved changes, and sends nothing', async () => {
      const uri = await change('language', ['english', 'ENGLISH ', ''], 'English');
      assert.deepEqual(await rowsOf(uri ?? '', 'language'), [
        [2, 'English'],
        [3, 'English'],
        [4, 'English'],
      ]);
      assert.ok(isUnsaved((await sheetAt(uri ?? '')).document));
      assert.ok(service.taken().every((request) => request.startsWith('GET')));
    });

    test('replaces the item of a list alone, and never has it twice', async () => {
      const uri = await change('speakers', ['Ada  Example', 'Bo Sample'], 'Ada Example');
      const rows = new Map(await rowsOf(uri ?? '', 'speakers'));
      assert.deepEqual([rows.get(6), rows.get(1)], [['Ada Example'], ['Ada Example']]);
      assert.equal(rows.has(7), false);
    });

    test('keeps what someone else changed since the catalogue was read', async () => {
      service.change(6, { speakers: ['Ada  Example', 'Newcomer'] });
      const uri = await change('speakers', ['Ada  Example'], 'Ada Example');
      assert.deepEqual(await rowsOf(uri ?? '', 'speakers'), [[6, ['Ada Example', 'Newcomer']]]);
    });

    test('changes the records as the service has them now, also in a tab that is open', async () => {
      const uri = await change('language', ['english'], 'English');
      await vscode.commands.executeCommand('workbench.action.files.revert');
      service.change(2, { language: 'Englisch' });
      await update();
      assert.equal(await change('language', ['Englisch'], 'English'), uri);
      assert.deepEqual(await rowsOf(uri ?? '', 'language'), [[2, 'English']]);
    });

    test('refuses where a row was taken out of the tab that is open', async () => {
      const uri = await change('language', ['english', 'ENGLISH '], 'English');
      const sheet = await sheetAt(uri ?? '');
      await sheet.replace(/,\n {2}\{[^}]*\}/, '');
      await assert.rejects(change('language', ['english', 'ENGLISH '], 'English'), /unsaved changes/);
      assert.deepEqual(await rowsOf(uri ?? '', 'language'), [[2, 'English']]);
    });

    test('opens nothing if no record has the value, and refuses one of the wrong type', async () => {
      assert.equal(await change('language', ['Klingon'], 'English'), null);
      await assert.rejects(change('state', ['1'], 'two'), /wrong type for/);
      await assert.rejects(change('id', ['1'], '2'), /wrong type for/);
      assert.deepEqual(service.taken(), []);
    });

    test('on selected groups it asks for the value, and offers those that exist with their counts', async () => {
      const [, english, upper, lower] = await groups({ field: 'language', order: 'count' });
      const uri = await typing('Anglais', () => command<string>('changeValues', lower, [lower, upper]));
      assert.deepEqual(offered.map((one) => one.replace(/[\u2066-\u2069]/g, '')).slice(0, 2), [
        'English: 8',
        'english: 1',
      ]);
      assert.deepEqual(await rowsOf(uri, 'language'), [
        [2, 'Anglais'],
        [3, 'Anglais'],
      ]);
      await closeAll();
      const again = await typing('Deutsch', () => command<string>('changeValues', english));
      assert.equal((await rowsOf(again, 'language')).length, 8);
    });
  });

  test('a value can be typed before the known ones are loaded, which are offered with their counts', async () => {
    const { createQuickPick } = vscode.window;
    const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const { promise: counts, resolve } = Promise.withResolvers<ReadonlyMap<string, number>>();
    const create = () => picks[picks.push(createQuickPick()) - 1];
    const [title, placeholder] = [plainText('Set'), plainText('Value')];
    const asked = withStandIn('createQuickPick', create, () => pickValue({ title, placeholder, counts }));
    const pick = picks[0] ?? assert.fail();
    assert.deepEqual([pick.busy, pick.items], [true, []]);
    resolve(new Map([['English', 1200]]));
    await counts;
    assert.deepEqual([pick.busy, pick.items.map(({ description }) => description)], [false, ['1,200']]);
    pick.hide();
    await assert.rejects(asked, vscode.CancellationError);
  });

  test('with more records than a worksheet has, the rest is left for the next turn', async () => {
    const address = parseServiceAddress('http://many.example.org');
    const many = { name: 'many', address, access: 'readWrite' };
    const services = { all: () => [many], find: () => many, fingerprint: async () => '' } as unknown as Services;
    const folder = dirname(historyFolder());
    const records = catalogueRecords(catalogueFolder(folder, address));
    const ids = Array.from({ length: 2003 }, (_, at) => at + 1);
    const languageOf = (id: number) => (id <= 2000 ? 'english' : 'ENGLISH');
    const read = async (id: number) => ({ record: { text: listedText(id, { language: languageOf(id) }) } });
    const runs = runFile(join(catalogueFolder(folder, address), 'runs.json'));
    await updateCatalogue(records, runs, { read, ids, credential: '', signal: new AbortController().signal });
    let opened: WorksheetName | undefined;
    const worksheets = {
      open: async (name: WorksheetName) => {
        opened = name;
        return vscode.Uri.parse('untitled:worksheet');
      },
      rows: async () => (opened?.ids ?? []).map((id) => ({ id, row: {}, offset: 0 }) as WholeRow),
    };
    const parts = { services, worksheets, groupings: { of: () => usualGrouping, keep: async () => {} } };
    const all = catalogues({ services, folder, log: { error: assert.fail } });
    const { changeValues } = valueCommands({ ...parts, catalogues: all, changed: () => {} });
    const before = shownMessages().length;
    await changeValues({ service: 'many', field: 'language', values: ['english', 'ENGLISH'], by: 'English' });
    assert.deepEqual([opened?.ids.length, opened?.fields], [2000, ['title', 'language']]);
    assert.match(shownMessages().slice(before).join(), /the first 2,000 records.+for the other 3\./);
    const grouping: Grouping = { field: 'language', order: 'name' };
    const tree = catalogueTree(services, all, { of: () => [] }, { of: () => grouping }, async () => []);
    const [group] = await tree.getChildren();
    const rows = group ? await tree.getChildren(group) : [];
    // As after the first worksheet was saved: its records have the value, and their group is selected too.
    await typing('english', async () => changeValues(rows[0], rows));
    assert.deepEqual(opened?.ids, [2001, 2002, 2003]);
    const lower = rows.filter((row) => row.kind === 'value' && row.value === 'english');
    assert.equal(await typing('english', async () => changeValues(lower[0], lower)), null);
    assert.match(shownMessages().at(-1) ?? '', /No record has this value any more/);
    await records.clear();
  });

  test('a group is opened as a worksheet and checked as the catalogue has it', async () => {
    const [none, english] = await groups({ field: 'language', order: 'count' });
    const title = (items: { readonly fields: readonly string[] }[]) =>
      items.filter(({ fields }) => fields.includes('title')).slice(0, 1);
    const record = { kind: 'record', service: 'desk', id: 5 };
    const open = () => command<string>('openWorksheet', none, [none, english, record]);
    const uri = await withStandIn('showQuickPick', title, open);
    assert.deepEqual(
      (await rowsOf(uri, 'title')).map(([id]) => id).sort((one, other) => Number(one) - Number(other)),
      [1, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    );
    await closeAll();
    service.taken();
    const found = await command<{ readonly id: number; readonly field: string }[]>('check', none);
    assert.ok(found.some(({ id, field }) => id === 4 && field === 'language'));
    assert.deepEqual([...new Set(found.map(({ id }) => id))], [4]);
  });

  test('the records of a group are exported, and their links are checked once the user agrees', async () => {
    const [none] = await groups({ field: 'language', order: 'count' });
    const folder = await mkdtemp(join(tmpdir(), 'group-'));
    const { showSaveDialog } = vscode.window;
    Reflect.set(vscode.window, 'showSaveDialog', async () => vscode.Uri.file(join(folder, 'group.csv')));
    const csvWithTitle = async (items: readonly vscode.QuickPickItem[], { canPickMany }: vscode.QuickPickOptions) => {
      const chosen = items.filter(({ label }) => label === 'CSV File' || label === 'Title');
      return canPickMany ? chosen : chosen[0];
    };
    try {
      await withStandIn('showQuickPick', csvWithTitle, () => command('exportRecords', none));
      assert.match(await readFile(join(folder, 'group.csv'), 'utf8'), /^\ufeff"id","title","updated"\r\n"4",[^\n]*\n$/);
    } finally {
      Reflect.set(vscode.window, 'showSaveDialog', showSaveDialog);
      await rm(folder, { recursive: true });
    }
    const asked: string[] = [];
    const refuse = async (message: string) => void asked.push(message);
    await withStandIn('showWarningMessage', refuse, () => command('checkLinks', none));
    assert.deepEqual(asked, ['Check 1 address?']);
  });

  test('what a filtered view shows is what Open Worksheet and Check mean', async () => {
    const tree = view({ field: 'category', order: 'name' }, 'language:deutsch');
    const [desk] = await tree.getChildren();
    assert.ok(desk);
    assert.equal(tree.getTreeItem(desk).description, '1 of 12 records, as of now');
    const title = (items: { readonly fields: readonly string[] }[]) =>
      items.filter(({ fields }) => fields.includes('title')).slice(0, 1);
    const uri = await withStandIn('showQuickPick', title, () => command<string>('openWorksheet', desk));
    assert.deepEqual(await rowsOf(uri, 'title'), [[5, 'Talk 5']]);
    const found = await command<{ readonly id: number }[]>('check', desk);
    assert.ok(found.every(({ id }) => id === 5));
    const near = view({ field: 'category', order: 'name' }, 'speakers:exmaple');
    const [similar] = await near.getChildren();
    const listed = await withStandIn('showQuickPick', title, () => command<string>('openWorksheet', similar));
    assert.equal((await rowsOf(listed, 'title')).length, 11);
  });

  test('the view is drawn again as its age grows, only while it is shown', async () => {
    const { setTimeout } = globalThis;
    const later: (() => void)[] = [];
    const isVisible = { visible: true };
    const never = () => new vscode.Disposable(() => {});
    const shown = Object.assign(isVisible, {
      onDidChangeVisibility: never,
    }) as unknown as vscode.TreeView<CatalogueRow>;
    const services = { all: () => [], onDidChange: never } as unknown as Services;
    const memory = { get: () => undefined } as unknown as vscode.Memento;
    const parts = { services, memory, folder: dirname(historyFolder()), log: { error: assert.fail } };
    let drawn = 0;
    const feature = catalogueFeature(
      {
        ...parts,
        worksheets: { open: async () => assert.fail(), rows: async () => assert.fail() },
        toDos: { toDo: async () => [], saved: async () => assert.fail() },
      },
      shown,
      () => (drawn += 1),
    );
    try {
      const keep = (task: () => void, ms?: number) => (ms === 60_000 ? later.push(task) : setTimeout(task, ms));
      Reflect.set(globalThis, 'setTimeout', keep);
      await feature.tree.getChildren();
      later.at(-1)?.();
      assert.equal(drawn, 1);
      await feature.tree.getChildren();
      isVisible.visible = false;
      later.at(-1)?.();
      assert.deepEqual([later.length, drawn], [2, 1]);
    } finally {
      globalThis.setTimeout = setTimeout;
      feature.dispose();
    }
  });

  test('a filter with a field that does not exist says so', async () => {
    const tree = view({ field: 'category', order: 'name' }, 'tittle:talk');
    const [note] = await tree.getChildren();
    assert.ok(note);
    assert.equal(tree.getTreeItem(note).label, 'There is no field "tittle". Did you mean "title"?');
  });
});
