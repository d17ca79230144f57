import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { catalogueFolder } from '../../../src/catalogue/catalogue.ts';
import { catalogues } from '../../../src/catalogue/catalogues.ts';
import { usualGrouping } from '../../../src/catalogue/grouping.ts';
import { catalogueTree } from '../../../src/catalogue/tree.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { cancellingProgress } from '../../support/host/progress.ts';
import {
  closeAll,
  closeDesk,
  command,
  configure,
  openRecord,
  reported,
  startDesk,
} from '../../support/host/records.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { answeringDialogs, invoke, quoted } from '../../support/host/tools.ts';
import { listedText, startListService } from '../../support/listService.ts';
import type { RecordService } from '../../support/recordService.ts';

interface Updated {
  readonly read: number;
  readonly missing: number;
  readonly stopped?: string;
}

suite('A catalogue in use', () => {
  let service: RecordService;
  const update = (ids?: string) => command<Updated>('updateCatalogue', { service: 'desk', ...(ids && { ids }) });
  const treeWith = (fingerprint: string) => {
    const desk = { name: 'desk', address: parseServiceAddress(service.baseUrl) };
    const services = { all: () => [desk], find: () => desk, fingerprint: async () => fingerprint };
    const parts = { services: services as unknown as Services, folder: dirname(historyFolder()) };
    const all = catalogues({ ...parts, log: { error: assert.fail } });
    return catalogueTree(parts.services, all, { of: () => [] }, { of: () => usualGrouping }, async () => []);
  };

  setup(async () => {
    service = await startDesk(Array.from({ length: 12 }, (_, at) => at + 1));
    service.change(7, { category: 'Quay Talks' });
    service.taken();
  });
  teardown(() => closeDesk(service));

  test('an update shows count, pace and time left, and Cancel keeps what was read for the next one', async () => {
    service.latency = 60;
    const { result: first, shown } = await cancellingProgress(() => update('1-200'));
    const [progress] = shown;
    assert.deepEqual(progress?.options, {
      location: vscode.ProgressLocation.Notification,
      title: 'Updating the catalogue of "desk"',
      cancellable: true,
    });
    assert.match(progress?.messages[0] ?? '', /^\d+ records read, \d+ of 200 requests, \d+ per second, .+ left$/);
    const answered = first.read + first.missing;
    assert.deepEqual([first.stopped, answered < 200], ['cancelled', true]);
    service.latency = 0;
    const description = async () => {
      const tree = treeWith('');
      const [desk] = await tree.getChildren();
      return desk && tree.getTreeItem(desk).description;
    };
    assert.match(String(await description()), /records, as of now · incomplete$/);
    const second = await update('1-200');
    assert.match(String(await description()), /records, as of now$/);
    // What was under way when it was cancelled is asked for again, four at most.
    const again = second.read + second.missing - (200 - answered);
    assert.ok(second.stopped === undefined && again >= 0 && again < 4, `${again} asked for again`);
  });

  test('the first update reads only the numbers that the user chooses', async () => {
    const first = () =>
      answeringDialogs(
        () => 'Choose IDs…',
        () => command('updateCatalogue'),
      );
    const { result } = await withStandIn('showInputBox', () => '2-4', first);
    assert.deepEqual(result, { service: 'desk', read: 3, changed: 3, missing: 0, failed: 0 });
    await assert.rejects(update('1-50001'), /50,?000/);
    await assert.rejects(update('https://other.example.org/api/v2/video/3'), /is not a record ID/);
    const again = await answeringDialogs(
      () => undefined,
      () => command('updateCatalogue').catch(() => {}),
    );
    assert.deepEqual(again.asked[0]?.choices, ['Read All Records', 'Choose IDs…']);
  });

  test('an update by number says where it ended, and Look Further goes on behind that', async () => {
    service.change(300, { id: 300 });
    const answers: (string | undefined)[] = ['Look Further', undefined];
    const messages: string[] = [];
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const answer = (message: string, ...labels: string[]) => {
      if (messages.push(message) === 2) resolve();
      assert.ok(labels.includes('Look Further'), message);
      return Promise.resolve(answers.shift());
    };
    await withStandIn('showInformationMessage', answer, async () => {
      await update();
      await isOver;
    });
    assert.match(messages[0] ?? '', /Read up to 12\. The next 200 numbers don't exist\.$/);
    assert.match(messages[1] ?? '', /1 records? read.*Read up to 300\. The next 200 numbers don't exist\.$/);
  });

  test('an update by number asks first, with the requests that everything and new numbers take', async () => {
    await update();
    const folder = catalogueFolder(dirname(historyFolder()), parseServiceAddress(service.baseUrl));
    const file = join(folder, 'runs.json');
    const runs: { since: number }[] = JSON.parse(await readFile(file, 'utf8'));
    const old = runs.map((run) => ({ ...run, since: run.since - 2 * 86_400_000 }));
    await writeFile(file, JSON.stringify(old));
    service.change(13, { id: 13 });
    service.taken();
    const { asked } = await answeringDialogs(
      () => 'New Numbers Only',
      () => command('updateCatalogue'),
    );
    assert.deepEqual(asked[0]?.choices, ['Everything', 'New Numbers Only', 'Look Further', 'Choose IDs…']);
    assert.match(asked[0]?.detail ?? '', /as of 2 days ago.* about 212 requests, .* about 200\. .* number 213\./);
    assert.deepEqual(service.taken().slice(0, 2), ['GET 13', 'GET 14']);
    await answeringDialogs(
      () => 'Look Further',
      () => command('updateCatalogue'),
    );
    assert.equal(service.taken()[0], 'GET 214');
  });

  test('a service with a list is read with it, and a record that is opened unchanged writes nothing', async () => {
    const listed = await startListService([1, 2, 3, 900, 5000]);
    await configure({ desk: { baseUrl: service.baseUrl }, listed: { baseUrl: listed.baseUrl } });
    try {
      const updated = await command('updateCatalogue', { service: 'listed' });
      assert.deepEqual(updated, { service: 'listed', read: 5, changed: 5, missing: 0, failed: 0 });
      assert.deepEqual(listed.taken().sort(), ['GET 1', 'GET 3', 'GET 5000', 'list 1']);
      const folder = catalogueFolder(dirname(historyFolder()), parseServiceAddress(listed.baseUrl));
      const bytes = async () => {
        const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
        const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
        return sizes.reduce((sum, one) => sum + one, 0);
      };
      const before = await bytes();
      await openRecord('listed', 900);
      // The catalogue is asked after what was opened is noted.
      await command('openWorksheet', { service: 'listed', query: 'id:900', fields: ['title'] });
      assert.equal(await bytes(), before);
    } finally {
      await closeAll();
      await command('deleteCatalogue', { service: 'listed' });
      listed.close();
      await configure({ desk: { baseUrl: service.baseUrl } });
    }
  });

  test('Go to Next Record ends where a list leaves out more numbers than anyone can go through', async () => {
    const listed = await startListService([1, 2, Number.MAX_SAFE_INTEGER]);
    await configure({ desk: { baseUrl: service.baseUrl }, listed: { baseUrl: listed.baseUrl } });
    try {
      await command('updateCatalogue', { service: 'listed' });
      const told = await reported('videoRecords.openNext', { service: 'listed', id: 2 });
      assert.match(told, /no record among the 51 numbers after 2/);
    } finally {
      await command('deleteCatalogue', { service: 'listed' });
      listed.close();
      await configure({ desk: { baseUrl: service.baseUrl } });
    }
  });

  test('near spellings are found only if no catalogue has what was typed', async () => {
    service.change(7, { speakers: ['Guido van Rossum'] });
    const other = await startListService([1]);
    other.records.set(1, listedText(1, { title: 'Rosum' }));
    await configure({ desk: { baseUrl: service.baseUrl }, other: { baseUrl: other.baseUrl } });
    try {
      await update('1-12');
      await command('updateCatalogue', { service: 'other' });
      const answer = await invoke('find', { words: 'rosum' });
      assert.deepEqual(
        quoted(answer).map((record) => [record.service, record.id]),
        [['other', 1]],
      );
      assert.ok(!answer.includes('similar words'));
    } finally {
      await command('deleteCatalogue', { service: 'other' });
      other.close();
      await configure({ desk: { baseUrl: service.baseUrl } });
    }
  });

  test('with another credential, the view says so and Go to Next Record trusts no gap', async () => {
    service.remove(6);
    await update('1-12');
    const describe = async (tree = treeWith('')) => {
      const [group] = await tree.getChildren();
      return group && tree.getTreeItem(group).description;
    };
    assert.equal(await describe(), '11 records, as of now');
    assert.equal(await describe(treeWith('0.a')), '11 records, as of now · read with another credential');
    const asksForGap = async () => {
      await openRecord('desk', 5);
      service.taken();
      await command('openNext');
      return service.taken().includes('GET 6');
    };
    assert.equal(await asksForGap(), false);
    await command('setCredential', { service: 'desk', value: 'Token another', test: false });
    try {
      assert.equal(await asksForGap(), true);
      await update();
      assert.equal(await describe(), '11 records, as of now · read with another credential');
      assert.equal(await asksForGap(), false);
    } finally {
      await command('clearCredential', 'desk');
    }
  });

  test('selected rows are opened, opened as a worksheet, pinned and copied', async () => {
    await update('1-12');
    const tree = treeWith('');
    const [group] = await tree.getChildren();
    const [, quay] = await tree.getChildren(group);
    const [harbour] = await tree.getChildren(group);
    const rows = [...(await tree.getChildren(quay)), ...(await tree.getChildren(harbour)).slice(0, 2)];
    const [first] = rows;
    // A selection may contain rows that are no record.
    const selected = [...rows, quay, group];
    const uris = await command<string[]>('open', first, selected);
    assert.deepEqual(
      uris.map((uri) => /\/(\d+)/.exec(uri)?.[1]),
      ['7', '12', '11'],
    );
    type FieldItem = { readonly fields: readonly string[] };
    const titleOnly = (items: FieldItem[]) => items.filter(({ fields }) => fields.includes('title')).slice(0, 1);
    const asWorksheet = () => command<string>('openWorksheet', first, selected);
    assert.match(await withStandIn('showQuickPick', titleOnly, asWorksheet), /ids%3D7%2C12%2C11%26/);
    assert.equal(await command('copyId', first, selected), '7, 12, 11');
    assert.equal((await command<string>('copyLink', first, selected)).split('\n').length, 3);
    assert.equal((await command<string>('copyEditorLink', first, selected)).split('\n').length, 3);
    await command('pin', first, selected);
    await command('unpin', first, selected);
  });

  test('a filter that matches nothing as typed says which words it found instead', async () => {
    service.change(7, { speakers: ['Guido van Rossum'] });
    await update('1-12');
    const tree = treeWith('');
    tree.filter = 'rosum';
    const [group] = await tree.getChildren();
    assert.equal(
      group && tree.getTreeItem(group).description,
      '1 of 12 records, as of now · similar to what you typed (rossum)',
    );
    tree.filter = 'xyzzy';
    assert.deepEqual(await tree.getChildren(), []);
  });
});
