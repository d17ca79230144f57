import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import { cancellingProgress, progressAtOnce } from '../../support/host/progress.ts';
import {
  answering,
  closeAll,
  closeDesk,
  command,
  configure,
  reported,
  startDesk,
  until,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { untrusted } from '../../support/host/tools.ts';
import { type Sheet, sheetAt } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Compare Files with Service', () => {
  let service: RecordService;
  let folder: string;

  setup(async () => {
    service = await startDesk([1, 2, 3]);
    folder = await mkdtemp(join(tmpdir(), 'compared-'));
  });
  teardown(async () => {
    await closeDesk(service);
    await rm(folder, { recursive: true, force: true });
  });

  const uri = (name = '') => vscode.Uri.file(join(folder, name)).toString();
  const exported = (format: 'json' | 'csv', ids = [1, 2, 3]) =>
    command('exportRecords', { service: 'desk', ids, to: uri(format === 'csv' ? 'x.csv' : ''), format });
  const compare = (name = '') => command<string | null>('compareFiles', { service: 'desk', from: uri(name) });
  const replaceIn = async (name: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, name), 'utf8');
    assert.ok(text.search(from) >= 0, `${from} is not in ${name}`);
    await writeFile(join(folder, name), text.replace(from, to));
  };
  const compared = async (name = '') => sheetAt((await compare(name)) ?? assert.fail('nothing differs'));
  const sayingBriefly = async <T>(task: () => Promise<T>) => {
    const said: { readonly text: string; readonly until: Promise<void> }[] = [];
    const note = (text: string, until: Promise<void>) => said.push({ text, until });
    return { result: await withStandIn('setStatusBarMessage', note, task), said };
  };
  const decide = ({ document: { uri } }: Sheet, action: string, choice: string) =>
    answering(choice, () => command('worksheetAction', { uri: uri.toString(), action, id: 2 }));
  const titles = () => [1, 2, 3].map((id) => service.record(id).title);

  for (const format of ['json', 'csv'] as const) {
    const name = format === 'csv' ? 'x.csv' : '';
    const file = format === 'csv' ? 'x.csv' : '2.json';

    test(`${format}: what equals the service is said, and the command resolves to null`, async () => {
      service.raw(2, '{"id":2,"title":"=1+1","rate":1.50,"note":null,"list":[["a"]],"updated":"2024"}');
      await exported(format);
      assert.equal(await compare(name), null);
      const said = 'All 3 records equal the service.';
      assert.ok(shownMessages().at(-1)?.includes(said));
    });

    test(`${format}: a change is an unsaved change of a worksheet, and nothing is sent before it is saved`, async () => {
      await exported(format);
      await replaceIn(file, 'Talk 2', 'Lecture 2');
      service.taken();
      const { result: sheet, said } = await sayingBriefly(() => compared(name));
      assert.deepEqual(sheet.rows(), [{ id: 2, title: 'Lecture 2' }]);
      assert.ok(isUnsaved(sheet.document));
      assert.equal(said[0]?.text, '1 record differs. Its values are now unsaved changes. Save to send them.');
      assert.ok(service.taken().every((request) => request.startsWith('GET')));
      assert.ok(await sheet.document.save());
      await said[0]?.until;
      assert.deepEqual(titles(), ['Talk 1', 'Lecture 2', 'Talk 3']);
    });

    test(`${format}: with the base, other people’s changes are kept`, async () => {
      await exported(format);
      await replaceIn(file, 'Talk 2', 'Lecture 2');
      await replaceIn(file, /boats/g, 'ships');
      service.change(2, { summary: 'Theirs', tags: ['boats', 'maps', 'theirs'] });
      service.change(3, { title: 'Theirs' });
      const sheet = await compared(name);
      const tags = ['ships', 'maps', 'theirs'];
      const ids = format === 'csv' ? [1, 2, 3] : [2];
      assert.deepEqual(
        sheet.rows().map(({ id }) => id),
        ids,
      );
      assert.deepEqual(
        sheet.rows().find(({ id }) => id === 2),
        { id: 2, title: 'Lecture 2', tags },
      );
      await answering('Save', async () => assert.ok(await sheet.document.save()));
      const { summary, title } = service.record(2);
      assert.deepEqual([summary, title, service.record(2).tags], ['Theirs', 'Lecture 2', tags]);
      assert.equal(service.record(3).title, 'Theirs');
    });
  }

  test('a text that Excel cut is named and left alone', async () => {
    service.change(2, { description: 'x'.repeat(40_000) });
    await exported('csv');
    await replaceIn('x.csv', /x{40000}/, 'x'.repeat(32_767));
    assert.equal(await compare('x.csv'), null);
    assert.match(
      shownMessages().at(-1) ?? '',
      /Nothing else differs\..*\\"description\\" was cut after 32,767 characters/,
    );
  });

  test('a single file of an exported folder is compared with the base of the folder', async () => {
    await exported('json');
    await replaceIn('2.json', 'Talk 2', 'Lecture 2');
    service.change(2, { summary: 'Theirs' });
    assert.deepEqual((await compared('2.json')).rows(), [{ id: 2, title: 'Lecture 2' }]);
  });

  test('a true conflict is shown as one, and is saved only when a person decides', async () => {
    await exported('json');
    await replaceIn('2.json', 'Talk 2', 'Lecture 2');
    await replaceIn('3.json', 'Talk 3', 'Lecture 3');
    service.change(2, { title: 'Theirs' });
    const sheet = await compared();
    await until('the conflict is a problem', () => sheet.problems().length > 0);
    assert.match(sheet.problems().join(), /Someone else also changed "title" of record 2/);
    assert.ok((await sheet.lenses()).includes('Keep Mine'));
    await answering('Save', async () => assert.equal(await sheet.document.save(), false));
    assert.deepEqual(titles(), ['Talk 1', 'Theirs', 'Lecture 3'], 'only the row without a conflict is saved');
    await decide(sheet, 'keepMine', 'Keep Mine');
    assert.deepEqual(titles(), ['Talk 1', 'Lecture 2', 'Lecture 3']);
    await until('the worksheet is saved', () => !isUnsaved(sheet.document));
  });

  test('a conflict is also found if a single row is saved at once, and Take Theirs leaves the service alone', async () => {
    await exported('json');
    await replaceIn('2.json', 'Talk 2', 'Lecture 2');
    service.change(2, { title: 'Theirs' });
    const sheet = await compared();
    assert.equal(await sheet.document.save(), false);
    assert.equal(service.record(2).title, 'Theirs');
    await decide(sheet, 'takeTheirs', 'Take Theirs');
    await until('their title is shown', () => sheet.rows()[0]?.title === 'Theirs');
    assert.equal(service.record(2).title, 'Theirs');
  });

  test('one undo takes the values out again', async () => {
    await exported('json');
    await replaceIn('2.json', 'Talk 2', 'Lecture 2');
    service.change(2, { title: 'Theirs' });
    const sheet = await compared();
    await vscode.window.showTextDocument(sheet.document);
    await vscode.commands.executeCommand('undo');
    assert.deepEqual(sheet.rows(), [{ id: 2, title: 'Theirs' }]);
    await until('there is no problem any more', () => sheet.problems().length === 0);
  });

  suite('without the base', () => {
    setup(async () => {
      await exported('json');
      await rm(join(folder, 'records.base.jsonl'));
      await replaceIn('1.json', 'Talk 1', 'Lecture 1');
      await replaceIn('2.json', 'Talk 2', 'Lecture 2');
      service.change(2, { summary: 'Theirs' });
    });

    const answer = async (choice: string | undefined) => {
      let result: string | null | undefined;
      const asked = await answering(choice, async () => {
        result = await compare();
      });
      assert.deepEqual(asked, [
        '1 record may have changed on "desk" since the file was written. Take its values from the file?',
      ]);
      return result;
    };

    test('an equal "updated" says that nobody changed the record; of others the user decides', async () => {
      const sheet = await sheetAt((await answer('Take Them')) ?? '');
      assert.deepEqual(sheet.rows(), [
        { id: 1, title: 'Lecture 1', summary: 'A short summary.' },
        { id: 2, title: 'Lecture 2', summary: 'A short summary.' },
      ]);
    });

    test('they can be left out', async () => {
      const sheet = await sheetAt((await answer('Leave Them Out')) ?? '');
      assert.deepEqual(sheet.rows(), [{ id: 1, title: 'Lecture 1' }]);
    });

    test('if that leaves nothing, nobody says that all is equal', async () => {
      await rm(join(folder, '1.json'));
      assert.equal(await answer('Leave Them Out'), null);
      assert.match(shownMessages().at(-1) ?? '', /Nothing else differs\./);
    });

    test('Cancel opens nothing', async () => {
      assert.equal(await answer(undefined), undefined);
      assert.equal(vscode.workspace.textDocuments.some(isUnsaved), false);
    });
  });

  test('a base of another address is used only by mistake, so it is asked about and left out', async () => {
    await exported('json');
    await replaceIn('records.base.jsonl', service.baseUrl, 'https://evil.example.org');
    await replaceIn('1.json', 'Talk 1', 'Lecture 1');
    const asked = await answering(undefined, async () => assert.equal(await compare(), undefined));
    assert.deepEqual(asked, ['The base file is not from "desk". Compare without it?']);
    await answering('Compare Without Base', async () => {
      assert.deepEqual((await compared()).rows(), [{ id: 1, title: 'Lecture 1' }]);
    });
    assert.equal(
      service.requests.every(({ headers }) => headers.host === new URL(service.baseUrl).host),
      true,
    );
  });

  test('files that can’t be read, links, strange IDs and fields are named once and left out; the rest goes on', async () => {
    await exported('json');
    await writeFile(join(folder, '3.json'), '{ "id": 3, "title": "Torn');
    await writeFile(join(folder, '4.json'), '{ "id": "4" }');
    await writeFile(join(folder, 'again.json'), '{ "id": 2, "title": "Twice" }');
    await writeFile(join(folder, '9.json'), '{ "id": 9, "title": "Gone" }');
    await symlink('/etc/hostname', join(folder, 'link.json'));
    await replaceIn('1.json', '"Talk 1"', '"Lecture 1", "seats": 5');
    const huge = await open(join(folder, 'huge.json'), 'w');
    await huge.truncate(200 * 1024 * 1024);
    await huge.close();
    const sheet = await compared();
    assert.deepEqual(sheet.rows(), [{ id: 1, title: 'Lecture 1' }]);
    const message = shownMessages().at(-1) ?? '';
    assert.match(message, /And 4 more\..*Show All/);
    let detail = '';
    const { showWarningMessage } = vscode.window;
    Reflect.set(vscode.window, 'showWarningMessage', async (_: string, options: vscode.MessageOptions | string) => {
      if (typeof options === 'object') detail = options.detail ?? '';
      return 'Show All';
    });
    await closeAll();
    await compare();
    Reflect.set(vscode.window, 'showWarningMessage', showWarningMessage);
    for (const said of [
      /^3\.json: /m,
      /^4\.json: There is no positive integer in "id"\.$/m,
      /^Record 2 is there more than once and is left out\.$/m,
      /^Could not be read from the service: 9\. /m,
      /^link\.json: Symbolic links are not followed\.$/m,
      /^huge\.json: The file is larger than 100 MB\.$/m,
      /no field "seats"\. It is left out\.$/m,
    ]) {
      assert.match(detail, said);
    }
  });

  test('a record that is in several files, and in one of them twice, is left out', async () => {
    const record = (title: string) => ({ ...service.record(2), title });
    await writeFile(join(folder, 'all.json'), JSON.stringify([record('A'), record('B'), service.record(3)]));
    await writeFile(join(folder, '2.json'), JSON.stringify(record('C')));
    assert.equal(await compare(), null);
    assert.match(shownMessages().at(-1) ?? '', /Record 2 is there more than once and is left out\./);
  });

  test('the files of a folder are read up to 100 MB together, and the others are named', async () => {
    for (const id of [1, 2]) await writeFile(join(folder, `${id}.json`), `{ "id": ${id} }`.padEnd(60 * 1024 * 1024));
    assert.equal(await compare(), null);
    const said = /Nothing else differs\. [12]\.json: The files in the folder are larger than 100 MB together\./;
    assert.match(shownMessages().at(-1) ?? '', said);
  });

  test('"id", "added" and "updated" are never changed, and fields that a file does not have are left alone', async () => {
    await writeFile(
      join(folder, 'x.json'),
      '[{ "id": 1, "added": "2000", "title": "Talk 1", "updated": "2024-06-01T10:00:00.000" }]',
    );
    assert.equal(await compare('x.json'), null);
  });

  test('what a spreadsheet rewrote is named, and left alone if the user wants', async () => {
    await exported('csv');
    await replaceIn('x.csv', /2024-05-17/g, '17.05.2024');
    await replaceIn('x.csv', 'Talk 1', 'Lecture 1');
    const asked = await answering('Leave Alone', async () => {
      assert.deepEqual((await compared('x.csv')).rows(), [{ id: 1, title: 'Lecture 1' }]);
    });
    assert.deepEqual(asked, ['The spreadsheet seems to have rewritten "recorded". Leave it alone?']);
  });

  test('an empty number is a problem in the worksheet', async () => {
    await exported('csv');
    await replaceIn('x.csv', '"1800"', '""');
    const sheet = await compared('x.csv');
    await until('the problem is shown', () => sheet.problems().length > 0);
    assert.match(sheet.problems().join(), /"duration" must be an integer or null/);
  });

  test('the explorer’s menu names a folder, whose base names the service', async () => {
    await configure({ other: { baseUrl: 'http://127.0.0.1:9' }, desk: { baseUrl: service.baseUrl } });
    await exported('json');
    const folderUri = vscode.Uri.file(folder);
    assert.equal(await command('compareFiles', folderUri, [folderUri]), null);
  });

  test('the palette asks for a file or a folder, and an untrusted workspace may compare it', async () => {
    await exported('csv');
    await replaceIn('x.csv', 'Talk 2', 'Lecture 2');
    const asked: vscode.OpenDialogOptions[] = [];
    const { showOpenDialog } = vscode.window;
    const open = async (options: vscode.OpenDialogOptions) => {
      asked.push(options);
      return [vscode.Uri.file(join(folder, 'x.csv'))];
    };
    Reflect.set(vscode.window, 'showOpenDialog', open);
    const pickFirst = async ([first]: readonly vscode.QuickPickItem[]) => first;
    const found = await withStandIn('showQuickPick', pickFirst, () =>
      untrusted(() => command<string>('compareFiles')),
    ).finally(() => Reflect.set(vscode.window, 'showOpenDialog', showOpenDialog));
    assert.deepEqual(
      asked.map(({ canSelectFiles, canSelectFolders }) => [canSelectFiles, canSelectFolders]),
      [[true, false]],
    );
    assert.deepEqual((await sheetAt(found)).rows(), [{ id: 2, title: 'Lecture 2' }]);
  });

  test('a read-only service is compared, but no worksheet is prepared for it', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    await exported('json');
    assert.equal(await compare(), null);
    await replaceIn('1.json', 'Talk 1', 'Lecture 1');
    const wanted = { service: 'desk', from: uri() };
    assert.match(await reported('videoRecords.compareFiles', wanted), /make \\"desk\\" read-only/);
  });

  test('2,001 files: with progress, Cancel, and the number of those that a worksheet can have', async function () {
    this.timeout(120_000);
    const ids = Array.from({ length: 2001 }, (_, at) => at + 1);
    for (const id of ids) service.change(id, { id, title: `Talk ${id}` });
    await exported('json', ids);
    for (const id of ids) await replaceIn(`${id}.json`, 'Talk', 'Lecture');
    const cancelled = await progressAtOnce(() => cancellingProgress(() => compare()));
    assert.equal(cancelled.result, undefined);
    assert.deepEqual(
      cancelled.shown.map(({ options }) => options.title),
      ['Reading 2,001 files'],
    );
    await answering('Open the First 2,000', async () => {
      const { result: sheet, said } = await sayingBriefly(() => compared());
      assert.equal(sheet.rows().length, 2000);
      assert.ok(sheet.rows().every(({ id, title }) => title === `Lecture ${id}`));
      assert.match(
        said[0]?.text ?? '',
        /^2,001 records differ\. The values of the first 2,000 are now unsaved changes\./,
      );
    });
  });
});
