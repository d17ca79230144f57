import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { cancellingProgress, progressAtOnce } from '../../support/host/progress.ts';
import { answering, closeDesk, command, configure, reported, startDesk } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { untrusted } from '../../support/host/tools.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('Export Records', () => {
  let service: RecordService;
  let folder: string;

  setup(async () => {
    service = await startDesk([1, 2, 3]);
    folder = await mkdtemp(join(tmpdir(), 'exported-'));
  });
  teardown(async () => {
    await closeDesk(service);
    await rm(folder, { recursive: true, force: true });
  });

  const uri = (...names: string[]) => vscode.Uri.file(join(folder, ...names)).toString();
  const text = (...names: string[]) => readFile(join(folder, ...names), 'utf8');
  const mode = async (name: string) => (await stat(join(folder, name))).mode & 0o777;
  const exportTo = (to: string, format: string, more: object = { ids: [1, 2, 3] }) =>
    command<{ records: number; unread: number }>('exportRecords', { service: 'desk', to, format, ...more });
  /** Picks CSV, all fields and a file. */
  const picking = (name: string, task: () => Promise<unknown>) => {
    const pick = async (items: readonly vscode.QuickPickItem[], { canPickMany }: vscode.QuickPickOptions) => {
      const titles = items.filter(({ label }) => label === 'CSV File' || label === 'Title');
      return canPickMany ? titles : titles[0];
    };
    const { showSaveDialog } = vscode.window;
    Reflect.set(vscode.window, 'showSaveDialog', async () => vscode.Uri.file(join(folder, name)));
    return withStandIn('showQuickPick', pick, task).finally(() =>
      Reflect.set(vscode.window, 'showSaveDialog', showSaveDialog),
    );
  };

  test('writes a folder with a file for each record, as the editor shows it, and what it was exported from', async () => {
    service.raw(2, '{"id":2,"title":"Caf\\u00e9","rate":1.50,"tags":["a"],"updated":"2024"}');
    service.taken();
    assert.deepEqual(await exportTo(uri('new'), 'json', { ids: [1, 2, 9] }), { records: 2, unread: 1 });
    assert.deepEqual(service.taken().sort(), ['GET 1', 'GET 2', 'GET 9'], 'the service is read');
    assert.deepEqual((await readdir(join(folder, 'new'))).sort(), ['1.json', '2.json', 'records.base.jsonl']);
    const [opened] = await command<string[]>('open', { service: 'desk', id: 2 });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(opened ?? ''));
    assert.equal(await text('new', '2.json'), document.getText());
    const [first, ...lines] = (await text('new', 'records.base.jsonl')).trimEnd().split('\n');
    assert.equal(JSON.parse(first ?? '').address, service.baseUrl);
    assert.equal(lines[1], '{ "id": 2, "title": "Café", "rate": 1.50, "tags": ["a"], "updated": "2024" }');
    assert.match(shownMessages().at(-1) ?? '', /Exported 2 records to new\. Could not be read from the service: 9\./);
  });

  test('writes a CSV with the chosen fields, for the user alone', async () => {
    await exportTo(uri('x.csv'), 'csv', { ids: [1], fields: ['title', 'tags'] });
    assert.equal(
      await text('x.csv'),
      '\ufeff"id","title","tags","updated"\r\n"1","Talk 1","boats\nmaps","2024-06-01T10:00:00.000"\r\n',
    );
    if (process.platform !== 'win32') {
      assert.deepEqual(await Promise.all(['x.csv', 'x.base.jsonl'].map(mode)), [0o600, 0o600]);
    }
  });

  test('names cells that Excel would cut', async () => {
    service.change(1, { description: 'x'.repeat(32_768), summary: 'y'.repeat(32_767) });
    await exportTo(uri('x.csv'), 'csv', { ids: [1] });
    assert.match(shownMessages().at(-1) ?? '', /Record 1: \\"description\\" is longer than 32,767 characters/);
  });

  test('replaces nothing without a question, and follows no link', async () => {
    const outside = join(folder, 'outside.txt');
    await mkdir(join(folder, 'there'));
    for (const name of ['outside.txt', 'x.csv', 'there/2.json']) await writeFile(join(folder, name), 'mine');
    await symlink(outside, join(folder, 'there', '1.json'));
    await chmod(join(folder, 'x.csv'), 0o644);
    const asked = await answering(undefined, async () => {
      assert.equal(await exportTo(uri('there'), 'json'), undefined);
      assert.equal(await exportTo(uri('x.csv'), 'csv'), undefined);
    });
    assert.deepEqual(asked, [
      `Replace ${join(folder, 'there', '1.json')} and ${join(folder, 'there', '2.json')}?`,
      `Replace ${join(folder, 'x.csv')}?`,
    ]);
    assert.deepEqual(await Promise.all([text('x.csv'), text('there', '2.json')]), ['mine', 'mine']);
    await answering('Replace', async () => {
      await exportTo(uri('there'), 'json');
      await exportTo(uri('x.csv'), 'csv');
    });
    assert.equal(await text('outside.txt'), 'mine');
    assert.match(await text('there', '1.json'), /"title": "Talk 1"/);
    if (process.platform !== 'win32') assert.equal(await mode('x.csv'), 0o600);
  });

  test('asks about a file that appears while records are read', async () => {
    service.intercept('GET', async (_, response, proceed) => {
      await writeFile(join(folder, 'x.csv'), 'mine');
      response.end(proceed().body);
    });
    const asked = await answering(undefined, async () => {
      assert.equal(await exportTo(uri('x.csv'), 'csv', { ids: [1] }), undefined);
    });
    assert.deepEqual(asked, [`Replace ${join(folder, 'x.csv')}?`]);
    assert.equal(await text('x.csv'), 'mine');
  });

  test('an earlier base is gone before files are replaced, so that a torn export has none', async () => {
    await exportTo(uri('there'), 'json');
    await mkdir(join(folder, 'there', '2.json.d'));
    await rm(join(folder, 'there', '2.json'));
    await mkdir(join(folder, 'there', '2.json'));
    const message = await answering('Replace', async () => {
      assert.match(
        await reported('videoRecords.exportRecords', {
          service: 'desk',
          ids: [1, 2],
          to: uri('there'),
          format: 'json',
        }),
        /The export is not complete\./,
      );
    });
    assert.equal(message.length, 1);
    assert.equal(await text('there', 'records.base.jsonl'), '');
    assert.ok((await readdir(join(folder, 'there'))).every((name) => !name.endsWith('.tmp')));
  });

  test('never writes into a service', async () => {
    service.taken();
    for (const to of ['videorecord://desk/x', 'videoworksheet://desk/x', 'videorecordfield://desk/x']) {
      const wanted = { service: 'desk', ids: [1], to, format: 'json' };
      assert.match(await reported('videoRecords.exportRecords', wanted), /can't be exported into a service/);
    }
    assert.deepEqual(service.taken(), []);
  });

  test('exports the worksheet on screen, or its selected rows, as the service has them', async () => {
    const { document, replace } = await openSheet('desk', [1, 2, 3], ['title']);
    await picking('sheet.csv', () => command('exportRecords'));
    assert.equal((await text('sheet.csv')).split('\r\n').length, 5, 'header, three rows and the end');
    await replace('Talk 2', 'Mine');
    const editor = await vscode.window.showTextDocument(document);
    const start = document.positionAt(document.getText().indexOf('"id": 2'));
    editor.selection = new vscode.Selection(start, start.translate(0, 4));
    await picking('rows.csv', () => command('exportRecords', document.uri));
    // One that can't be read is one of the worksheet all the same.
    await replace('"Mine"', '"Mine');
    assert.match(await reported('videoRecords.exportRecords', document.uri), /No records are selected\./);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await picking('all.csv', () => command('exportRecords', document.uri));
    assert.equal((await text('all.csv')).split('\r\n').length, 5);
    assert.match(await text('rows.csv'), /^\ufeff"id","title","updated"\r\n"2","Talk 2",[^\n]*\n$/);
  });

  test('exports typed numbers, rows of a view, a record and a query', async () => {
    await picking('typed.csv', () => command('exportRecords', '1,3'));
    await picking('rows.csv', () => {
      const rows = [1, 2].map((id) => ({ kind: 'record', service: 'desk', id }));
      return command('exportRecords', rows[0], rows);
    });
    await command('open', { service: 'desk', id: 3 });
    await picking('record.csv', () => command('exportRecords', vscode.window.activeTextEditor?.document.uri));
    await command('updateCatalogue', { service: 'desk', ids: '1-3' });
    await exportTo(uri('query.csv'), 'csv', { query: 'id:2' });
    await picking('service.csv', () => command('exportRecords', { kind: 'group', service: 'desk' }));
    const ids = async (name: string) => [...(await text(name)).matchAll(/^"(\d+)"/gm)].map(([, id]) => Number(id));
    assert.deepEqual(await Promise.all(['typed.csv', 'rows.csv', 'record.csv', 'query.csv', 'service.csv'].map(ids)), [
      [1, 3],
      [1, 2],
      [3],
      [2],
      [1, 2, 3],
    ]);
  });

  test('with Cancel while records are read, nothing is written', async () => {
    const cancelled = await progressAtOnce(() => cancellingProgress(() => exportTo(uri('x'), 'json')));
    assert.deepEqual(cancelled.result, undefined);
    assert.match(cancelled.shown[0]?.options.title ?? '', /Reading 3 records/);
    assert.deepEqual(await readdir(folder), []);
  });

  test('works in an untrusted workspace', async () => {
    assert.deepEqual(await untrusted(() => exportTo(uri('x.csv'), 'csv')), { records: 3, unread: 0 });
  });

  test('reads a read-only service too', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    assert.deepEqual(await exportTo(uri('x.csv'), 'csv'), { records: 3, unread: 0 });
  });
});
