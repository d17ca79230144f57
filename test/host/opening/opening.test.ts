import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { FoundRecords } from '../../../src/document/knownRecord.ts';
import { tabUri } from '../../../src/files/tabs.ts';
import { pickRecords } from '../../../src/opening/pick.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Services } from '../../../src/service/services.ts';
import { plainText } from '../../../src/workbench/plainText.ts';
import { command, configure } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { startRecordService } from '../../support/recordService.ts';
import { type SampleService, startSample } from '../../support/sampleService.ts';

const open = (input: unknown): Promise<string[]> => command('open', input);
const activeUri = () => vscode.window.activeTextEditor?.document.uri.toString() ?? '';
const idsOf = (uris: readonly string[]) => uris.map((uri) => Number(/\/(\d+)/.exec(uri.replace(/^.*:\/\//, ''))?.[1]));

suite('opening records', () => {
  let sample: SampleService;

  suiteSetup(async () => {
    sample = await startSample();
    await configure({ staging: { baseUrl: sample.baseUrl }, other: { baseUrl: `${sample.baseUrl}/elsewhere` } });
  });
  suiteTeardown(async () => {
    await configure({});
    await sample.close();
  });
  setup(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('a record opens by ID, address, link or URI', async () => {
    const [expected] = await open({ service: 'staging', id: 5 });
    assert.match(expected ?? '', /^videorecord:\/\/staging\/5-[a-z-]+\.video\.json$/);
    for (const input of [
      5,
      '5',
      ' #5 ',
      `${sample.baseUrl}/api/v2/video/5`,
      'videorecord://staging/5.video.json',
      vscode.Uri.parse('videorecord://staging/5.video.json'),
      `vscode://video-records.video-records/open?address=${encodeURIComponent(sample.baseUrl)}&id=5`,
      'vscode://video-records.video-records/open?service=staging&id=5',
    ]) {
      assert.deepEqual(await open(input), [expected], String(input));
      assert.equal(activeUri(), expected);
    }
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
  });

  test('several records open, those that fail are left out, and the first has the focus', async () => {
    const uris = await open('3, 13 5-7 27');
    assert.deepEqual(idsOf(uris), [3, 5, 6, 7]);
    assert.equal(activeUri(), uris[0]);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 4);
  });

  test('the command says why nothing could be opened', async () => {
    await assert.rejects(open('13, 27'), /None of the 2 records were opened\. Not found: 13 and 27\./);
    await assert.rejects(open(13), /13/);
    await assert.rejects(open('thirteen'), /"thirteen" is not a record ID\. Enter an ID/);
    await assert.rejects(open({ service: 'nowhere', id: 5 }), /no service named "nowhere"/);
    await assert.rejects(open('https://unknown.example.org/video/5'), /https:\/\/unknown\.example\.org/);
    await assert.rejects(open({ service: 'staging', id: 'five' }), /not a record/);
  });

  test('a missing record may be a draft, and is removed from the list only if it is listed', async () => {
    const draft = { service: 'staging', id: 13 };
    const offers = async () => {
      const before = shownMessages().length;
      await assert.rejects(open(draft), /13/);
      return shownMessages()[before] ?? '';
    };
    const unlisted = await offers();
    assert.ok(unlisted.includes('"Set Credential","Retry"'), unlisted);
    await vscode.commands.executeCommand('videoRecords.pin', draft);
    const listed = await offers();
    assert.ok(listed.includes('"Set Credential","Remove from Recent","Retry"'), listed);
    await vscode.commands.executeCommand('videoRecords.removeRecent', draft);
    await vscode.commands.executeCommand('videoRecords.setCredential', { service: 'staging', value: 'Token x' });
    assert.ok(!(await offers()).includes('Set Credential'));
    await vscode.commands.executeCommand('videoRecords.clearCredential', { service: 'staging' });
  });

  test('the message about a missing service offers to add or start it', async () => {
    const before = shownMessages().length;
    await assert.rejects(open({ service: 'nowhere', id: 5 }), /Add it, then try again\./);
    await assert.rejects(open({ service: 'sample', id: 5 }), /Start the sample service, then try again\./);
    const [gone = '', ended = ''] = shownMessages().slice(before);
    assert.ok(gone.includes('"Add Service"') && !gone.includes('Start Sample Service'), gone);
    assert.ok(ended.includes('"Start Sample Service","Add Service"'), ended);
  });

  test('Enter before the catalogue has answered opens what it finds first', async () => {
    const { window } = vscode;
    const { createQuickPick } = window;
    const staging = { name: 'staging', address: parseServiceAddress(sample.baseUrl) };
    const services = { all: () => [staging], find: () => staging, default: () => staging } as unknown as Services;
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<readonly FoundRecords[]>()];
    const find = () => {
      asked.resolve();
      return answer.promise;
    };
    const made: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    Reflect.set(window, 'createQuickPick', () => {
      made.push(createQuickPick());
      return made[0];
    });
    try {
      const search = () => ({ pins: [], recents: [] });
      const picked = pickRecords({
        services,
        title: plainText('Open'),
        preferred: undefined,
        others: [],
        search,
        find,
      });
      const pick = made[0] ?? assert.fail();
      pick.value = 'harbour';
      await asked.promise;
      const accepted = new Promise((resolve) => pick.onDidAccept(resolve));
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await accepted;
      const records = [9, 12].map((id) => ({ service: 'staging', id, title: `Harbour ${id}`, openedAt: 0 }));
      answer.resolve([{ service: 'staging', asOf: Date.now(), records }]);
      assert.deepEqual(await picked, [{ kind: 'records', service: 'staging', ids: [9] }]);
    } finally {
      Reflect.set(window, 'createQuickPick', createQuickPick);
    }
  });

  test('without a default service a number is opened on the service used last', async () => {
    await open({ service: 'staging', id: 5 });
    await vscode.workspace.getConfiguration('videoRecords').update('defaultService', undefined, true);
    try {
      assert.match((await open(6))[0] ?? '', /^videorecord:\/\/staging\//);
    } finally {
      await vscode.workspace.getConfiguration('videoRecords').update('defaultService', 'staging', true);
    }
  });

  test('next and previous start at the active record and skip missing ones', async () => {
    await open(12);
    assert.deepEqual(idsOf([await vscode.commands.executeCommand('videoRecords.openNext')]), [14]);
    assert.deepEqual(idsOf([activeUri()]), [14]);
    assert.deepEqual(idsOf([await vscode.commands.executeCommand('videoRecords.openPrevious')]), [12]);
    const named = await vscode.commands.executeCommand<string>('videoRecords.openNext', { service: 'staging', id: 26 });
    assert.deepEqual(idsOf([named]), [28]);
  });

  test('next and previous say if there is no record', async () => {
    const from = (id: number) => ({ service: 'staging', id });
    await assert.rejects(command('openPrevious', from(1)), /no record before 1/);
    await assert.rejects(command('openNext', from(2346)), /"staging" has no record among the 51 numbers after 2346\./);
    await assert.rejects(command('openNext'), /No record is active/);
  });

  test('records that fail for the same reason are named together', async () => {
    const service = await startRecordService([81, 82]);
    for (const _ of [81, 82]) service.intercept('GET', (_request, response) => response.end('<title>Sign in</title>'));
    await configure({ staging: { baseUrl: sample.baseUrl }, pages: { baseUrl: service.baseUrl } });
    const ids = [81, 82].map((id) => ({ service: 'pages', id }));
    await assert.rejects(open(ids), /"pages" sent the web page "Sign in" instead of record 81\. Records: 81 and 82\./);
    await service.close();
  });

  test('four records are read at a time, and open in the order they were asked for', async () => {
    let most = 0;
    const waiting: ServerResponse[] = [];
    const release = () => {
      for (const response of waiting.splice(0).reverse()) response.end('{"title":"T"}');
    };
    const server = createServer((request, response) => {
      if (request.url === '/after') {
        response.end();
        return release();
      }
      waiting.push(response);
      most = Math.max(most, waiting.length);
      // A fifth that should not come was sent before this, and has come by then.
      if (waiting.length === 4) void fetch(`http://${request.headers.host}/after`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await configure({ staging: { baseUrl: sample.baseUrl }, slow: { baseUrl: `http://127.0.0.1:${port}` } });
    try {
      const ids = [8, 1, 2, 7, 3, 4, 6, 5];
      const uris = await open(ids.map((id) => ({ service: 'slow', id })));
      assert.deepEqual(idsOf(uris), ids);
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => tabUri(input)));
      assert.deepEqual(idsOf(tabs.map(String)), ids);
      assert.equal(most, 4);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
