import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VideoRecordsApi, WorksheetReference } from '../../../src/api.ts';
import { closeDesk, configure, edit, openRecord, startDesk, until, value } from '../../support/host/records.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { answeringDialogs, invoke, quoted as recordsIn, withWorkspaceServices } from '../../support/host/tools.ts';
import { type RecordService, reply } from '../../support/recordService.ts';

suite('The API for other extensions', () => {
  let service: RecordService;
  let api: VideoRecordsApi;
  const five = { service: 'desk', id: 5 };

  setup(async () => {
    service = await startDesk([5, 6, 4711, 4712, 4713]);
    const extension = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records');
    assert.ok(extension);
    api = await extension.activate();
  });
  teardown(() => closeDesk(service));

  test('opens a record and resolves to its URI', async () => {
    assert.equal(await api.open(five), 'videorecord://desk/5-talk-5.video.json');
  });

  test('reads the fields as the service sent them, and opens nothing', async () => {
    service.raw(5, '{"id":5,"rate":1.50,"big":98765432109876543210}');
    assert.deepEqual(await api.read(five), { id: '5', rate: '1.50', big: '98765432109876543210' });
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  test('saves only what is given, and a clean editor shows it', async () => {
    const document = await openRecord('desk', 5);
    service.taken();
    const fields = await api.save(five, { title: '"From a program"' });
    assert.equal(fields.title, '"From a program"');
    assert.deepEqual(service.taken(), ['GET 5', 'GET 5', 'PATCH 5']);
    assert.equal(service.requests.at(-1)?.body, '{"title":"From a program"}');
    await until('the editor shows it', () => value(document, 'title') === 'From a program' && !document.isDirty);
  });

  test('only what a person opened is recent: no read, no save, no restored text of a field', async () => {
    await openRecord('desk', 5);
    await api.read({ service: 'desk', id: 4711 });
    await api.save({ service: 'desk', id: 4712 }, { title: '"From a program"' });
    const uri = vscode.Uri.parse('videorecordfield://desk/4713-talk-4713.video.json/4713 summary.md');
    await vscode.commands.executeCommand('vscode.open', uri);
    await until('the text is shown', () => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString());
    const text = await invoke('find', { service: 'desk' });
    const ids = recordsIn(text).map(({ id }) => id);
    assert.ok(ids.includes(5), text);
    assert.ok(!ids.some((id) => Number(id) > 4710), text);
  });

  test('a save leaves the unsaved changes of an editor alone', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Mine"');
    await api.save(five, { title: '"From a program"' });
    assert.deepEqual([value(document, 'summary'), document.isDirty], ['Mine', true]);
    assert.ok(await document.save());
    assert.equal(service.requests.at(-1)?.body, '{"summary":"Mine"}');
  });

  test('a save follows the access of the service', async () => {
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    await assert.rejects(api.save(five, { title: '"No"' }), { kind: 'readOnly' });
    await configure({ desk: { baseUrl: service.baseUrl, access: 'confirm' } });
    const asked: unknown[][] = [];
    const pressEnter = async (message: string, _: unknown, ...choices: string[]) => {
      asked.push([message, ...choices]);
      return choices[0];
    };
    const refused = () =>
      withStandIn('showWarningMessage', pressEnter, () =>
        assert.rejects(api.save(five, { title: '"No"' }), { kind: 'declined' }),
      );
    await refused();
    // Review Changes would show what is unsaved in the editor, and nothing of this.
    await edit(await openRecord('desk', 5), 'summary', '"Mine"');
    await refused();
    assert.deepEqual(asked, Array(2).fill(['Save record 5 on desk?', "Don't Save", 'Save']));
    assert.equal(service.record(5).title, 'Talk 5');
  });

  test('opens several records as a worksheet and resolves to its URI', async () => {
    const uri = await api.openWorksheet({ service: 'desk', ids: [6, 5], fields: ['title'] });
    assert.match(uri, /^videoworksheet:\/\/desk\/.*ids%3D6%2C5%26fields%3Dtitle$/);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    assert.deepEqual(JSON.parse(document.getText()), [
      { id: 6, title: 'Talk 6' },
      { id: 5, title: 'Talk 5' },
    ]);
  });

  test('a worksheet that can’t be opened rejects with its kind', async () => {
    const kindOf = (request: unknown) =>
      api.openWorksheet(request as WorksheetReference).then(String, ({ kind }) => kind);
    assert.equal(await kindOf({ service: 'desk', ids: [404, 405] }), 'notFound');
    assert.equal(await kindOf({ service: 'nowhere', ids: [5] }), 'badRequest');
    assert.equal(await kindOf({ service: 'desk', ids: ['5'] }), 'badRequest');
    assert.equal(await kindOf(undefined), 'badRequest');
    assert.equal(await kindOf({ service: 'desk', ids: Array.from({ length: 2001 }, (_, at) => at + 1) }), 'badRequest');
  });

  test('a save to a service of the workspace asks the user first', async () => {
    await withWorkspaceServices({ desk: { baseUrl: service.baseUrl } }, async () => {
      const { asked } = await answeringDialogs(
        () => undefined,
        () => assert.rejects(api.save(five, { title: '"No"' }), { kind: 'rejected' }),
      );
      assert.deepEqual(
        asked.map(({ message }) => message),
        [`Save records to ${service.baseUrl}?`],
      );
    });
    assert.equal(service.record(5).title, 'Talk 5');
  });

  test('a record over the size limit rejects, and a save of a long text is sent whole', async () => {
    const long = 'é'.repeat(600_000);
    assert.equal((await api.save(five, { description: JSON.stringify(long) })).description, JSON.stringify(long));
    assert.equal(service.record(5).description, long);
    await configure({ desk: { baseUrl: service.baseUrl } }, { maxRecordSize: 1 });
    try {
      await assert.rejects(api.read(five), { kind: 'tooLarge' });
    } finally {
      await configure({ desk: { baseUrl: service.baseUrl } }, { maxRecordSize: 20 });
    }
  });

  test('failures reject with their kind', async () => {
    await assert.rejects(api.read({ service: 'desk', id: 404 }), { kind: 'notFound' });
    await assert.rejects(api.open({ service: 'nowhere', id: 5 }), { kind: 'badRequest' });
    await assert.rejects(api.read({ service: 'desk', id: -1 }), { kind: 'badRequest' });
    await assert.rejects(api.save(five, { title: 'not JSON' }), { kind: 'badRequest' });
    await assert.rejects(api.save(five, { title: '7' }), { kind: 'invalid' });
    await assert.rejects(api.save(five, { id: '7' }), { kind: 'invalid' });
    service.intercept('PATCH', (_request, response) => reply(response, { status: 403 }));
    await assert.rejects(api.save(five, { title: '"No"' }), { kind: 'forbidden' });
  });

  test('a save that meets someone else’s change in between never goes past the conflict', async () => {
    service.intercept('GET', (_request, response, proceed) => {
      reply(response, proceed());
      service.change(5, { title: 'Theirs' });
    });
    await assert.rejects(api.save(five, { title: '"Mine"' }), { kind: 'conflict' });
    assert.equal(service.record(5).title, 'Theirs');
  });
});
