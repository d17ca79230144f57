import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { catalogueFolder } from '../../../src/catalogue/catalogue.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { cancellingProgress, progressAtOnce } from '../../support/host/progress.ts';
import {
  closeAll,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { openSheet, sheetAt } from '../../support/host/worksheets.ts';
import { startLinkServer } from '../../support/linkServer.ts';
import type { RecordService } from '../../support/recordService.ts';

interface Finding {
  readonly rule: string;
  readonly service: string;
  readonly id: number;
  readonly field: string;
  readonly address: string;
  readonly verdict: string;
  readonly message: string;
}

suite('Check Links', () => {
  let service: RecordService;
  let links: Awaited<ReturnType<typeof startLinkServer>>;

  setup(async () => {
    wanted = undefined;
    links = await startLinkServer();
    service = await startDesk([1, 2, 3, 4], { checks: { missing: false, duplicates: false, addresses: false } });
    service.change(1, { source_url: links.address('200/talk'), video_mp4_url: links.address('404/talk.mp4') });
    service.change(2, { source_url: '', title: 'Slow  boats' });
    service.change(3, { source_url: '', thumbnail_url: links.address('403/picture') });
    service.change(4, { source_url: links.address('200/talk#start') });
  });
  teardown(async () => {
    await closeDesk(service);
    await links.close();
  });
  suiteTeardown(() => configure({ desk: { baseUrl: service.baseUrl } }, { checks: undefined }));

  /** The nearest of what there is to check, if nothing says what. */
  let wanted: string | undefined;
  const pick = async (items: readonly vscode.QuickPickItem[]) =>
    items.find(({ label }) => label === (wanted ?? items[0]?.label));

  /** Agrees to send, and answers the question about one's own network. Tells what was asked. */
  const check = async (argument?: unknown, several?: unknown, own: string | null = 'Check These Too') => {
    const asked: string[] = [];
    const answer = (message: string, options: vscode.MessageOptions, ...choices: string[]) => {
      asked.push([message, options.detail, ...choices].filter(Boolean).join(' | '));
      return Promise.resolve(choices.includes('Check Links') ? 'Check Links' : (own ?? undefined));
    };
    const run = () => command<readonly Finding[] | undefined>('checkLinks', argument, several);
    const findings = await withStandIn('showWarningMessage', answer, () => withStandIn('showQuickPick', pick, run));
    return { findings, asked, places: findings?.map(({ id, field, verdict }) => `${id} ${field} ${verdict}`).sort() };
  };
  const found = ['1 video_mp4_url gone', '3 thumbnail_url unknown'];
  const all = { service: 'desk', ids: [1, 2, 3, 4] };
  const problems = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Video Records check');
  const actions = (uri: vscode.Uri, range: vscode.Range) =>
    vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range, 'quickfix', 50);
  const activeDocument = () => {
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    return document;
  };

  test('asks before it sends, also a program, and shows what is gone as problems in a worksheet', async () => {
    const { findings, asked, places } = await check(all);
    assert.deepEqual(asked, [
      `Check 3 addresses on 1 host? | This host will see requests from this computer: ${links.host} | Check Links`,
      `3 addresses are in your own network: ${links.host} | Leave Them Out | Check These Too`,
    ]);
    assert.deepEqual(places, found);
    assert.deepEqual(findings?.[0], {
      rule: 'links',
      service: 'desk',
      id: 1,
      field: 'video_mp4_url',
      address: links.address('404/talk.mp4'),
      verdict: 'gone',
      message: 'The address in "video_mp4_url" is gone: its server answered with status 404.',
    });
    const taken = links.taken().sort();
    assert.deepEqual(taken, [
      'GET /403/picture',
      'GET /404/talk.mp4',
      'HEAD /200/talk',
      'HEAD /403/picture',
      'HEAD /404/talk.mp4',
    ]);
    const { uri } = activeDocument();
    const sheet = await sheetAt(uri.toString());
    assert.deepEqual(
      sheet.rows().map(({ id }) => id),
      [1, 3],
    );
    const { Warning, Information } = vscode.DiagnosticSeverity;
    assert.deepEqual(
      problems(uri).map(({ severity }) => severity),
      [Warning, Information],
    );
    assert.match(String(Object(problems(uri)[0]?.code).target), /checks\.md#links$/);
    assert.match(shownMessages().at(-1) ?? '', /Addresses checked: 3\. Gone: 1\. Could not tell: 1\./);
  });

  test('sends nothing unless the user agrees, and nothing to the own network that the user leaves out', async () => {
    const said = shownMessages().length;
    const cancelled = await withStandIn(
      'showWarningMessage',
      () => Promise.resolve(undefined),
      () => command('checkLinks', all),
    );
    assert.equal(cancelled, undefined);
    assert.equal((await check(all, undefined, null)).findings, undefined);
    assert.deepEqual(shownMessages().slice(said), []);
    const { places } = await check(all, undefined, 'Leave Them Out');
    assert.deepEqual(places, []);
    assert.match(shownMessages().at(-1) ?? '', /Addresses checked: 0 of 3\. Gone: 0\. Could not tell: 0\./);
    assert.deepEqual(links.taken(), []);
  });

  test('checks records, worksheets, selected rows, rows of the sidebar and a query, and asks again only for what nobody could tell', async () => {
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
    assert.deepEqual((await check({ service: 'desk', query: 'talk' })).places, found);
    assert.deepEqual((await check({ kind: 'group', service: 'desk' })).asked.length, 2);
    links.taken();
    const record = await openRecord('desk', 1);
    assert.deepEqual(await check(), { ...(await check(record.uri.toString())), asked: [] });
    assert.deepEqual((await check(record.uri)).places, found.slice(0, 1));
    assert.equal(problems(record.uri).length, 1);
    const rows = [1, 2].map((id) => ({ service: 'desk', id, kind: 'record' }));
    assert.deepEqual((await check(rows[0], rows)).places, found.slice(0, 1));
    const sheet = await openSheet('desk', [1, 2, 4], ['title', 'video_mp4_url']);
    assert.deepEqual((await check(sheet.document.uri.toString())).places, found.slice(0, 1));
    const editor = await vscode.window.showTextDocument(sheet.document);
    const at = sheet.document.positionAt(sheet.document.getText().indexOf('Slow'));
    editor.selection = new vscode.Selection(at, at.translate(0, 1));
    assert.deepEqual((await check()).places, []);
    assert.deepEqual(links.taken(), []);
  });

  test('checks a query that is typed where no record is active', async () => {
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
    wanted = 'Records that match a query…';
    const { places } = await withStandIn(
      'showInputBox',
      async () => 'slow',
      () => check(),
    );
    assert.deepEqual(places, []);
    assert.match(shownMessages().at(-1) ?? '', /There are no web addresses to check\./);
  });

  test('keeps its own kinds in To Do, beside those of checks', async () => {
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
    await command('check', { service: 'desk', query: '' });
    assert.deepEqual(links.taken(), [], 'Check Records sends nothing to the hosts of links');
    await check({ service: 'desk', query: '' });
    const opened = async (rule: string) => {
      await vscode.commands.executeCommand('videoRecords.check', { service: 'desk', rule });
      return (await sheetAt(activeDocument().uri.toString())).rows().map(({ id }) => id);
    };
    assert.deepEqual(await opened('spaces'), [2]);
    assert.deepEqual(await opened('links.gone'), [1]);
    assert.deepEqual(await opened('links.unknown'), [3]);
    const record = await openRecord('desk', 3);
    await edit(record, 'thumbnail_url', '""');
    assert.ok(await record.save());
    await closeAll();
    await vscode.commands.executeCommand('videoRecords.check', { service: 'desk', rule: 'links.unknown' });
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.deepEqual(await opened('links.gone'), [1]);
  });

  test('an address that is not asked for again keeps its finding', async () => {
    await command('updateCatalogue', { service: 'desk', ids: '1-4' });
    await check({ service: 'desk', query: '' });
    links.taken();
    const { places } = await check({ service: 'desk', query: '' }, undefined, 'Leave Them Out');
    assert.deepEqual([places, links.taken()], [found, []]);
    assert.match(shownMessages().at(-1) ?? '', /Addresses checked: 2 of 3\. Gone: 1\. Could not tell: 0\./);
    await closeAll();
    await vscode.commands.executeCommand('videoRecords.check', { service: 'desk', rule: 'links.unknown' });
    assert.deepEqual(
      (await sheetAt(activeDocument().uri.toString())).rows().map(({ id }) => id),
      [3],
    );
  });

  test('offers to empty the field and to open the Web Archive, and no more than that where nothing can be saved', async () => {
    await check({ service: 'desk', ids: [1] });
    const record = await openRecord('desk', 1);
    await check();
    const [problem] = problems(record.uri);
    assert.ok(problem);
    const dismissing = ['Not a Mistake', 'Not a Mistake in "Harbour Days": Links that are gone'];
    const [empty, archive, ...more] = await actions(record.uri, problem.range);
    assert.deepEqual([empty?.title, archive?.title], ['Empty the field', 'Open in the Web Archive']);
    assert.deepEqual(
      more.map(({ title }) => title),
      dismissing,
    );
    assert.equal(archive?.command?.arguments?.[0], `https://web.archive.org/web/*/${links.address('404/talk.mp4')}`);
    assert.ok(empty?.edit && (await vscode.workspace.applyEdit(empty.edit)));
    assert.equal(value(record, 'video_mp4_url'), '');
    await until('the finding is gone', () => problems(record.uri).length === 0);
    await vscode.commands.executeCommand('undo');
    await until('the finding is back', () => problems(record.uri).length === 1);
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    const titles = (await actions(record.uri, problem.range)).map(({ title }) => title);
    assert.deepEqual(titles, ['Open in the Web Archive', ...dismissing]);
  });

  test('a full disk changes nothing about what is found', async function () {
    if (process.platform !== 'linux') return this.skip();
    const folder = catalogueFolder(dirname(historyFolder()), parseServiceAddress(service.baseUrl));
    await mkdir(join(folder, 'links'), { recursive: true });
    await symlink('/dev/full', join(folder, 'links', '9999999999999.jsonl'));
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      assert.deepEqual((await check(all)).places, found);
    } finally {
      process.off('unhandledRejection', note);
      await rm(join(folder, 'links'), { recursive: true });
    }
    assert.deepEqual(unhandled, []);
  });

  test('Cancel keeps what was found, and the next check goes on', async () => {
    service.change(1, { source_url: links.address('404/talk') });
    const { uri } = await openRecord('desk', 1);
    const { result, shown } = await progressAtOnce(() => cancellingProgress(() => check(uri)));
    assert.equal(result.places?.length, 1);
    assert.deepEqual(shown.find(({ options: { title } }) => title === 'Checking links')?.messages, ['1 of 2']);
    assert.match(shownMessages().at(-1) ?? '', /Addresses checked: 1 of 2\. Gone: 1\./);
    const next = await check(uri);
    assert.match(next.asked[0] ?? '', /^Check 1 address\? /);
    assert.equal(next.places?.length, 2);
    assert.equal(new Set(links.taken()).size, 4);
  });
});
