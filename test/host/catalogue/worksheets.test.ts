import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { catalogues } from '../../../src/catalogue/catalogues.ts';
import { usualGrouping } from '../../../src/catalogue/grouping.ts';
import { namedWorksheets, namingCommands } from '../../../src/catalogue/namedWorksheets.ts';
import { catalogueTree } from '../../../src/catalogue/tree.ts';
import type { RecordCatalogue } from '../../../src/document/knownRecord.ts';
import { followLink } from '../../../src/opening/links.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { closeDesk, command, startDesk, undoing, until } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { answeringDialogs } from '../../support/host/tools.ts';
import { sheetAt } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

/** Characters that mean something in a link, and accents. */
const category = 'Quay & Søn #1 +50%';
const query = `category:"${category}"`;

suite('Worksheets that are found again', () => {
  let service: RecordService;
  let services: Services;
  const update = () => command('updateCatalogue', { service: 'desk', ids: '1-30' });
  const titles = async (uri: string) => (await sheetAt(uri)).rows().map(({ title }) => title);
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  const find: RecordCatalogue['find'] = async (text, name) => {
    const log = { error: assert.fail };
    return catalogues({ services, folder: dirname(historyFolder()), log }).find(text, name);
  };
  /** Follows a link and answers its questions. Returns what was asked, and the messages after that. */
  const follow = async (link: string, answer?: string, findIn = find) => {
    const before = shownMessages().length;
    const uri = vscode.Uri.parse(link);
    const { asked } = await answeringDialogs(
      () => answer,
      () => followLink(uri, services, findIn),
    );
    return { asked, messages: shownMessages().slice(before) };
  };
  const linkTo = (parameters: string) =>
    `vscode://video-records.video-records/open?address=${encodeURIComponent(service.baseUrl)}&${parameters}`;

  setup(async () => {
    service = await startDesk([1, 2, 3, 5, 20]);
    for (const id of [2, 3]) service.change(id, { title: `Rope ${id}`, category });
    const desk = { name: 'desk', address: parseServiceAddress(service.baseUrl) };
    services = {
      all: () => [desk],
      find: (name: string) => (name === 'desk' ? desk : undefined),
      default: () => desk,
      fingerprint: async () => '',
    } as unknown as Services;
    service.taken();
  });
  teardown(() => closeDesk(service));

  suite('links', () => {
    test('a link opens records as a worksheet, once the user agrees, and writes nothing', async () => {
      const link = linkTo('ids=2,3,20&fields=title,category');
      const declined = await follow(link);
      assert.deepEqual(
        declined.asked.map(({ message, choices }) => [message, choices]),
        [['Open a worksheet with 3 records on desk?', ['Open Worksheet']]],
      );
      assert.deepEqual([service.taken(), tabs()], [[], []]);
      await follow(link, 'Open Worksheet');
      assert.deepEqual(tabs(), ['3 records.worksheet.json']);
      assert.deepEqual(service.taken().sort(), ['GET 2', 'GET 20', 'GET 3']);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputText);
      const [first] = (await sheetAt(input.uri.toString())).rows();
      assert.deepEqual(first, { id: 2, title: 'Rope 2', category });
    });

    test('a link with a query says how many records match, and what it asks for', async () => {
      await update();
      service.taken();
      const link = linkTo(`query=${encodeURIComponent('title:rope')}&fields=title`);
      const { asked } = await follow(link);
      assert.equal(asked[0]?.message, 'Open a worksheet with 2 records on desk?');
      assert.match(
        asked[0]?.detail ?? '',
        /^The link asks for all records that match: title:rope\n\nEach record is one/,
      );
      assert.deepEqual(service.taken(), []);
    });

    test('a link to more than 50 records asks before it reads, and only once', async () => {
      const ids = Array.from({ length: 51 }, (_, at) => at + 1);
      for (const id of ids) service.change(id, { id });
      const records = ids.map((id) => ({ service: 'desk', id, title: '', openedAt: 0 }));
      const many = async () => [{ service: 'desk', asOf: 0, records }];
      for (const [parameters, answer, read] of [
        ['ids=1-51&fields=title', undefined, 0],
        ['query=rope&fields=title', undefined, 0],
        ['ids=1-51&fields=title', 'Open Worksheet', ids.length],
      ] as const) {
        const { asked } = await follow(linkTo(parameters), answer, many);
        assert.deepEqual(
          asked.map(({ message }) => message),
          ['Open a worksheet with 51 records on desk?'],
        );
        assert.equal(service.taken().length, read, parameters);
      }
    });

    test('without a catalogue, a link with a query reads nothing and says why', async () => {
      const { asked, messages } = await follow(linkTo('query=rope'), 'Open Worksheet');
      assert.deepEqual([asked, service.taken()], [[], []]);
      assert.match(messages.join('\n'), /has no catalogue yet/);
    });

    for (const wrong of [
      'id=1&ids=2,3',
      'ids=2&query=rope',
      'ids=1-2001',
      'ids=0',
      'ids=2&ids=3',
      'ids=2&save=true',
      'fields=title',
      'ids=2&service=desk',
    ]) {
      test(`refuses ${wrong}`, async () => {
        const { asked, messages } = await follow(linkTo(wrong), 'Open Worksheet');
        assert.deepEqual([asked, service.taken(), tabs()], [[], [], []]);
        assert.equal(messages.length, 1);
      });
    }

    test('the copied link of a worksheet asks for the same query, or the same records', async () => {
      await update();
      const found = await command<string>('openWorksheet', { service: 'desk', query, fields: ['title'] });
      const link = await command<string>('copyEditorLink');
      assert.equal(await vscode.env.clipboard.readText(), link);
      service.change(5, { title: 'Rope 5', category });
      await update();
      const { asked } = await follow(link, 'Open Worksheet');
      assert.equal(asked[0]?.message, 'Open a worksheet with 3 records on desk?');
      assert.ok(asked[0]?.detail.includes(query));
      const uri = await command<string>('openWorksheet', {
        service: 'desk',
        ids: [1, 2, 3],
        fields: ['title', 'tags'],
      });
      assert.match(await command<string>('copyEditorLink', uri), /&ids=1-3&fields=title%2Ctags$/);
      assert.ok((await command<string>('copyEditorLink', found)).includes('&query='));
    });

    test('a worksheet with too many separate records has no link', async () => {
      const ids = Array.from({ length: 900 }, (_, at) => 1_000_000 + 2 * at);
      const uri = vscode.Uri.from({
        scheme: 'videoworksheet',
        authority: 'desk',
        path: '/900 records.worksheet.json',
        query: `ids=${ids.join(',')}`,
      });
      await assert.rejects(command('copyEditorLink', uri), /too many separate IDs/);
    });
  });

  suite('names', () => {
    test('a named worksheet is a row, and finds what matches then', async () => {
      await update();
      const uri = await command<string>('openWorksheet', { service: 'desk', query, fields: ['title'] });
      assert.equal(await command('nameWorksheet', { uri, name: ' Ropes and\nknots ' }), 'Ropes and knots');
      const memory = aMemory();
      const named = namedWorksheets(memory);
      const { address } = services.all()[0] ?? assert.fail();
      await named.keep({ label: 'Ropes', address: address.href, query, ids: [], fields: ['title'] });
      await named.keep({ label: 'Two', address: address.href, ids: [1, 2] });
      const log = { error: assert.fail };
      const all = catalogues({ services, folder: dirname(historyFolder()), log });
      const tree = catalogueTree(services, all, named, { of: () => usualGrouping }, async () => []);
      const [group] = await tree.getChildren();
      const [ropes, two] = await tree.getChildren(group);
      assert.ok(ropes && two);
      const texts = [ropes, two]
        .map((row) => tree.getTreeItem(row))
        .map(({ label, description }) => [label, description]);
      assert.deepEqual(texts, [
        ['Ropes', query],
        ['Two', '2 records'],
      ]);

      service.change(5, { title: 'Rope 5', category });
      await update();
      const { command: opens } = tree.getTreeItem(ropes);
      const opened = await vscode.commands.executeCommand<string>(opens?.command ?? '', ...(opens?.arguments ?? []));
      assert.deepEqual(await titles(opened), ['Rope 2', 'Rope 3', 'Rope 5']);
      assert.ok(tabs().includes('Ropes.worksheet.json'));
      assert.ok((await command<string>('copyEditorLink', ropes)).includes('&query='));
      assert.match(await command<string>('copyEditorLink', two), /&ids=1-2$/);
      assert.deepEqual((await titles(await command<string>('openWorksheet', two))).length, 2);
    });

    test('a name replaces the same name, and can be removed; both can be undone', async () => {
      const memory = aMemory();
      const named = namedWorksheets(memory);
      const { nameWorksheet, removeWorksheet } = namingCommands(services, named, memory, () => {});
      const ids = () => named.of(parseServiceAddress(service.baseUrl)).map((one) => one.ids);
      const uri = await command<string>('openWorksheet', { service: 'desk', ids: [1, 2] });
      const other = await command<string>('openWorksheet', { service: 'desk', ids: [3] });
      const name = (argument: string) => async () => nameWorksheet({ uri: argument, name: 'Twice' });
      const remove = async () => removeWorksheet({ service: 'desk', name: 'Twice' });
      const kept = 'The Catalogue view keeps this worksheet as "Twice".';
      assert.deepEqual(await undoing(name(uri)), [kept]);
      assert.deepEqual(await undoing(name(uri)), [kept]);
      assert.deepEqual(await undoing(name(other)), ['Replaced the worksheet named "Twice".']);
      await until('the old one is back', () => isDeepStrictEqual(ids(), [[1, 2]]));
      assert.deepEqual(await undoing(remove), ['Removed the worksheet named "Twice".']);
      await until('it is back', () => isDeepStrictEqual(ids(), [[1, 2]]));
      await remove();
      assert.deepEqual(ids(), []);
      await assert.rejects(command('nameWorksheet', { uri: 'file:///x', name: 'x' }), /No worksheet is active/);
    });

    test('a name that is one too many is refused, and none is lost', async () => {
      const memory = aMemory();
      const { address } = services.all()[0] ?? assert.fail();
      const all = Array.from({ length: 200 }, (_, at) => ({ label: `Name ${at}`, address: address.href, ids: [1] }));
      await memory.update('catalogue.worksheets', all);
      const named = namedWorksheets(memory);
      const { nameWorksheet } = namingCommands(services, named, memory, () => {});
      const uri = await command<string>('openWorksheet', { service: 'desk', ids: [1, 2] });
      const more = async () => nameWorksheet({ uri, name: 'One more' });
      await assert.rejects(more, /Up to 200 worksheets can have a name\./);
      assert.deepEqual(named.of(address), all);
      await nameWorksheet({ uri, name: 'Name 0' });
      assert.deepEqual(named.find(address, 'Name 0')?.ids, [1, 2], 'a name is replaced');
    });

    test('Undo brings a removed name back', async () => {
      const [named, { href }] = [namedWorksheets(aMemory()), services.all()[0]?.address ?? assert.fail()];
      const { removeWorksheet } = namingCommands(services, named, aMemory(), () => {});
      const labels = () => named.of({ href, origin: '' }).map(({ label }) => label);
      await named.keep({ label: 'Ropes', address: href, query, ids: [] });
      const remove = async (answer: string | undefined) =>
        withStandIn(
          'showInformationMessage',
          async () => answer,
          async () => {
            await removeWorksheet?.({ service: 'desk', name: 'Ropes' });
            // The answer comes later than the command ends.
            await setImmediate();
          },
        );
      await remove('Undo');
      assert.deepEqual(labels(), ['Ropes']);
      await remove(undefined);
      assert.deepEqual(labels(), []);
    });

    test('what is stored is parsed', async () => {
      const good = { label: 'Good', address: 'https://a.example', ids: [1] };
      const memory = aMemory();
      await memory.update('catalogue.worksheets', [
        null,
        'x',
        {},
        { ...good, ids: ['1'] },
        { ...good, fields: 1 },
        good,
      ]);
      assert.deepEqual(namedWorksheets(memory).of(parseServiceAddress('https://a.example')), [good]);
    });
  });
});

function aMemory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  } as vscode.Memento;
}
