import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../../../src/api.ts';
import type { ShownWrite } from '../../../src/history/commands.ts';
import { lazyJournal } from '../../../src/history/registration.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { logFile } from '../../support/host/logFile.ts';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  replaceAll,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { answeringDialogs, invoke } from '../../support/host/tools.ts';
import { type RecordService, reply } from '../../support/recordService.ts';
import { aSecret, filesWithSecrets, holdsSecret } from '../../support/secret.ts';

suite('Recording saves', () => {
  let service: RecordService;
  let api: VideoRecordsApi;
  const five = { service: 'desk', id: 5 };

  setup(async () => {
    service = await startDesk([5, 6], { history: undefined });
    const extension = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records');
    assert.ok(extension);
    api = await extension.activate();
    await answering('Delete History', () => command('deleteHistory'));
  });
  teardown(() => closeDesk(service));

  const history = (argument?: unknown) => command<readonly ShownWrite[]>('showHistory', argument);
  /** Method and values of each recorded write, the newest first. */
  const changes = async () =>
    (await history()).map(({ method, id, fields }) => [
      method,
      id,
      ...fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
    ]);

  /** What a task says in the status bar. */
  const inStatusBar = async (task: () => Promise<unknown>) => {
    const { window } = vscode;
    const { setStatusBarMessage } = window;
    const said: string[] = [];
    Reflect.set(window, 'setStatusBarMessage', (message: string) => said.push(message));
    try {
      await task();
    } finally {
      Reflect.set(window, 'setStatusBarMessage', setStatusBarMessage);
    }
    return said;
  };

  test('every way to save is recorded with the values before and after', async () => {
    const document = await openRecord('desk', 5);
    const settled = () =>
      until('the answer is shown', () => value(document, 'updated') === service.record(5).updated && !document.isDirty);
    await edit(document, 'title', '"By hand"');
    assert.ok(await document.save());
    await settled();
    await edit(document, 'title', '"By PUT"');
    await command('saveWithPut', document.uri);
    await settled();
    await edit(document, 'state', '2');
    await command('saveWithPatch', document.uri);
    await settled();
    await api.save(five, { title: '"By a program"' });
    await settled();
    const uri = await command<string>('editFieldAsText', { uri: document.uri, field: 'summary' });
    const text = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await replaceAll(text, 'As text');
    const log = logFile();
    assert.ok(await text.save(), log().join('\n'));
    assert.deepEqual(await changes(), [
      ['PATCH', 5, 'summary: "A short summary." → "As text"'],
      ['PATCH', 5, 'title: "By PUT" → "By a program"'],
      ['PATCH', 5, 'state: 1 → 2'],
      ['PUT', 5, 'title: "By hand" → "By PUT"'],
      ['PATCH', 5, 'title: "Talk 5" → "By hand"'],
    ]);
  });

  test('a save by the tool of a language model is recorded', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Of a model"');
    await answeringDialogs(
      () => 'Save',
      () => invoke('save', { service: 'desk', ids: [5] }),
    );
    assert.deepEqual(await changes(), [['PATCH', 5, 'title: "Talk 5" → "Of a model"']]);
  });

  test('a save that answers a conflict is recorded against what the service had', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'title', '"Mine"');
    service.change(5, { title: 'Theirs' });
    await answering('Keep Mine', async () => assert.ok(await document.save()));
    assert.deepEqual(await changes(), [['PATCH', 5, 'title: "Theirs" → "Mine"']]);
  });

  test('what the service stored differently is recorded, and what it did not take is not', async () => {
    service.rewrite = (fields) => ({ ...fields, title: String(fields.title).trim() });
    await api.save(five, { title: '"  Blanks  "' });
    service.intercept('PATCH', (_, response) => reply(response, { status: 500 }));
    await assert.rejects(api.save(five, { title: '"Lost"' }));
    service.intercept('PATCH', (_, response) => reply(response, { status: 204 }));
    await assert.rejects(api.save(five, { title: '"Ignored"' }));
    const [write, ...others] = await history();
    assert.deepEqual(others, []);
    assert.deepEqual(write?.fields, [
      { field: 'title', before: '"Talk 5"', after: '"  Blanks  "', stored: '"Blanks"' },
    ]);
  });

  test('the history of a record leaves other records out, by URI and by name', async () => {
    await api.save(five, { title: '"Five"' });
    await api.save({ service: 'desk', id: 6 }, { title: '"Six"' });
    for (const argument of [
      five,
      'videorecord://desk/5.video.json',
      vscode.Uri.parse('videorecord://desk/5.video.json'),
    ]) {
      assert.deepEqual(
        (await history(argument)).map(({ id }) => id),
        [5],
      );
    }
    assert.deepEqual(
      (await history()).map(({ id }) => id),
      [6, 5],
    );
  });

  test('the files are readable only by the user, and hold no credential', async () => {
    await command('setCredential', { service: 'desk', value: `Token ${aSecret()}` });
    await api.save(five, { title: '"With a credential"' });
    await command('saveWithPut', (await openRecord('desk', 5)).uri);
    const [write] = await history();
    assert.ok(write);
    const said = await inStatusBar(() => command('copyWriteAsCurl', write));
    assert.deepEqual(said, ['Copied without credentials.']);
    assert.doesNotMatch(await vscode.env.clipboard.readText(), /secret|authorization/i);
    const folder = historyFolder();
    assert.deepEqual(await filesWithSecrets(folder), []);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const files = readdirSync(folder);
    assert.equal(files.length, 1);
    for (const file of files) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    await command('clearCredential', 'desk');
  });

  test('a credential that the service repeats in a value gets into neither the history, an export nor the log', async () => {
    const secret = aSecret();
    await command('setCredential', { service: 'desk', value: `Token ${secret}` });
    const logged = logFile();
    service.change(5, { summary: `You sent Token ${secret}.` });
    await api.save(five, { summary: '"Mine"', title: '"Mine too"' });
    const [write] = await history();
    assert.deepEqual(write?.fields, [
      { field: 'title', before: '"Talk 5"', after: '"Mine too"' },
      { field: 'summary', before: '"You sent …."', after: '"Mine"', redacted: true },
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'vr-export-'));
    await command('exportHistory', vscode.Uri.file(join(folder, 'history.jsonl')));
    assert.deepEqual(await filesWithSecrets(folder), []);
    rmSync(folder, { recursive: true });
    assert.deepEqual(await filesWithSecrets(historyFolder()), []);
    assert.equal(holdsSecret(logged().join('\n')), false);

    const before = shownMessages().length;
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(await command<string>('revertWrite', write?.entry)),
    );
    assert.deepEqual([value(document, 'title'), value(document, 'summary')], ['Talk 5', 'Mine']);
    const said = shownMessages().slice(before).join('\n');
    assert.match(said, /\\"summary\\" contained a credential, which the history does not keep/);
    await command('clearCredential', 'desk');
  });

  test('off means that nothing is recorded, and offers to delete what is there', async () => {
    await api.save(five, { title: '"Recorded"' });
    assert.ok(existsSync(historyFolder()));
    const { promise: offered, resolve } = Promise.withResolvers<string>();
    const agree = async (message: string, ...actions: string[]) => {
      resolve(message);
      return actions.find((action) => action === 'Delete History');
    };
    await withStandIn('showInformationMessage', agree, async () => {
      await configure({ desk: { baseUrl: service.baseUrl } }, { history: false });
      assert.match(await offered, /Saves are no longer recorded/);
    });
    assert.deepEqual(await history(), []);
    await api.save(five, { title: '"Not recorded"' });
    assert.equal(existsSync(historyFolder()), false);
    await configure({ desk: { baseUrl: service.baseUrl } }, { history: undefined });
    assert.deepEqual(await history(), []);
  });

  test('Delete History asks first, whatever it is called with', async () => {
    await api.save(five, { title: '"Recorded"' });
    for (const argument of [undefined, { confirm: false }, true]) {
      const asked = await answering(undefined, () => command('deleteHistory', argument));
      assert.deepEqual(asked, ['Delete the history of all saves?']);
    }
    assert.equal((await history()).length, 1);
    await answering('Delete History', () => command('deleteHistory'));
    assert.deepEqual(await history(), []);
    assert.equal(existsSync(historyFolder()), false);
  });

  test('a history that can’t be written never fails a save, and is told once', async () => {
    rmSync(historyFolder(), { recursive: true, force: true });
    writeFileSync(historyFolder(), 'Not a folder.');
    const logged = logFile();
    const before = shownMessages().length;
    try {
      const document = await openRecord('desk', 5);
      for (const title of ['First', 'Second']) {
        await edit(document, 'title', `"${title}"`);
        assert.ok(await document.save());
        assert.equal(service.record(5).title, title);
      }
      const said = shownMessages()
        .slice(before)
        .filter((message) => message.includes('history'));
      assert.equal(said.length, 1, said.join('\n'));
      assert.match(said[0] ?? '', /could not record the save of record 5/);
      assert.equal(logged().filter((line) => line.includes('history could not be written')).length, 2);
    } finally {
      rmSync(historyFolder());
    }
  });

  test('a history that can’t be loaded never fails a save', async () => {
    const said: string[] = [];
    const broken = lazyJournal(() => Promise.reject(new Error('Damaged.')), {
      error: (what) => said.push(String(what)),
    });
    await broken.record({ id: 5 } as Parameters<typeof broken.record>[0]);
    assert.deepEqual(said, ['The write of record 5 was not recorded: Error: Damaged.']);
  });

  test('a file that a program names is no script, and is not replaced unless the user agrees', async () => {
    await api.save(five, { title: '"Five"' });
    const file = join(await mkdtemp(join(tmpdir(), 'vr-export-')), 'mine.jsonl');
    writeFileSync(file, 'precious');
    for (const target of [vscode.Uri.file(file), vscode.Uri.file(file).toString()]) {
      assert.deepEqual(await answering(undefined, () => command('exportHistory', target)), [`Replace ${file}?`]);
    }
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    const shell = vscode.Uri.file(join(dirname(file), '.bash_profile'));
    for (const target of [shell, shell.toString()]) {
      await assert.rejects(async () => command('exportHistory', target), /must end in \.jsonl/);
    }
    assert.deepEqual(readdirSync(dirname(file)), ['mine.jsonl']);
    rmSync(dirname(file), { recursive: true });
  });

  test('the listed saves are exported as JSON lines, for the user alone', async () => {
    await api.save(five, { title: '"Five"' });
    await api.save({ service: 'desk', id: 6 }, { state: '7' });
    const file = join(await mkdtemp(join(tmpdir(), 'vr-export-')), 'history.jsonl');
    await command('filterHistory', 'state');
    await command('exportHistory', vscode.Uri.file(file));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    chmodSync(file, 0o644);
    const said = await inStatusBar(() =>
      answering('Replace', () => command('exportHistory', vscode.Uri.file(file).toString())),
    );
    assert.deepEqual(said, ['Exported 1 save to history.jsonl.']);
    assert.equal(statSync(file).mode & 0o777, 0o600, 'a file that was there before');
    await command('clearHistoryFilter');
    const lines = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    rmSync(dirname(file), { recursive: true });
    assert.equal(lines.length, 1);
    assert.deepEqual(lines[0].fields, [{ field: 'state', before: '1', after: '7' }]);
    assert.equal(lines[0].address, `${service.baseUrl}/api/v2/video/6`);
    assert.equal(
      readFileSync(join(historyFolder(), readdirSync(historyFolder())[0] ?? ''), 'utf8').includes('"id":5'),
      true,
    );
  });
});
