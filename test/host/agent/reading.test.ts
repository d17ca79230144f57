import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command, edit, openRecord, startDesk } from '../../support/host/records.ts';
import { invoke, quoted } from '../../support/host/tools.ts';
import { aRecord, type RecordService } from '../../support/recordService.ts';
import { aSecret, holdsSecret } from '../../support/secret.ts';

suite('Tools that read', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5, 6, 7]);
  });
  teardown(async () => {
    await closeAll();
    await command('clearRecent');
    await service.close();
  });

  test('all tools are offered to models with their descriptions', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('videoRecords_'));
    assert.deepEqual(
      ours.map(({ name }) => name).sort(),
      ['check', 'edit', 'find', 'read', 'save'].map((name) => `videoRecords_${name}`),
    );
    for (const { description, inputSchema } of ours) assert.ok(description && inputSchema);
  });

  suite('find', () => {
    test('finds recent records by words, service and field values', async () => {
      service.change(6, { category: 'LanternConf 2024', tags: ['Maps'], title: 'Slow Boats' });
      for (const id of [5, 6, 7]) await openRecord('desk', id);
      const ids = async (input: object) => {
        const answer = await invoke('find', input);
        return answer.startsWith('No recent') ? [] : quoted(answer).map(({ id }) => id);
      };
      assert.deepEqual(await ids({}), [7, 6, 5]);
      assert.deepEqual(await ids({ words: 'boats slow' }), [6]);
      assert.deepEqual(await ids({ fields: { category: 'lanternconf 2024', tags: 'maps' } }), [6]);
      assert.deepEqual(await ids({ fields: { state: '1' }, limit: 2 }), [7, 6]);
      assert.deepEqual(await ids({ service: 'elsewhere' }), []);
    });

    test('lists pinned records first and once, with what was last seen', async () => {
      await openRecord('desk', 5);
      await openRecord('desk', 6);
      await command('pin', { service: 'desk', id: 5 });
      const records = quoted(await invoke('find', { service: 'desk' }));
      await command('unpin', { service: 'desk', id: 5 });
      assert.deepEqual(
        records.map(({ id, pinned }) => [id, pinned]),
        [
          [5, true],
          [6, undefined],
        ],
      );
      const { fields } = records[0] as { fields: Record<string, unknown> };
      assert.deepEqual([fields.title, fields.speakers, fields.state], ['Talk 5', ['Ada Example', 'Bo Sample'], 1]);
    });

    test('answers where nothing is found, and where the input is wrong', async () => {
      assert.match(await invoke('find', { words: 'nothing like it' }), /^No recent or pinned record matches\./);
      assert.match(
        await invoke('find', { words: 7 }),
        /^The input does not match the schema of videoRecords_find\. words: /,
      );
      assert.match(await invoke('find', { words: 'x'.repeat(1_000_001) }), /^The input has \d+ characters/);
    });
  });

  test('no tool gives out a credential that the service repeats in a value', async () => {
    const secret = aSecret();
    await command('setCredential', { service: 'desk', value: `Token ${secret}`, test: false });
    service.change(5, { title: ` You sent ${secret}` });
    await openRecord('desk', 5);
    const edited = { service: 'desk', records: [{ id: 5, fields: { title: 'Mine', state: 7 } }] };
    const inputs = { read: { ids: [5] }, check: { service: 'desk', ids: [5] }, find: {}, edit: edited };
    const answers = [];
    for (const [name, input] of Object.entries(inputs)) answers.push(await invoke(name, input));
    await command('clearCredential', 'desk');
    assert.ok(!holdsSecret(answers.join()));
    const leftOut = answers.map((answer) => quoted(answer).flatMap((record) => record.leftOut ?? []));
    assert.deepEqual(leftOut, [['title'], ['fix'], [], ['title']]);
  });

  suite('read', () => {
    test('answers with the fields as the service sent them, opens nothing and lists nothing as recent', async () => {
      service.raw(5, '{"id":5,"rate":1.50,"big":98765432109876543210}');
      const answer = await invoke('read', { service: 'desk', ids: [5] });
      assert.match(answer, /^1 of 1 records were read from the service "desk"\./);
      assert.ok(answer.includes('"fields":{"id":5,"rate":1.50,"big":98765432109876543210}'));
      assert.deepEqual(
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
        [],
      );
      assert.match(await invoke('find', {}), /^No recent/);
    });

    test('reads several records of the default service, in order, with the chosen fields', async () => {
      const records = quoted(await invoke('read', { ids: [7, 5, 7], fields: ['title', 'speaker'] }));
      assert.deepEqual(records, [
        { service: 'desk', id: 7, absentFields: ['speaker'], fields: { title: 'Talk 7' } },
        { service: 'desk', id: 5, absentFields: ['speaker'], fields: { title: 'Talk 5' } },
      ]);
    });

    test('a record that is missing does not stop the others', async () => {
      const answer = await invoke('read', { ids: [404, 5], fields: ['title'] });
      assert.match(answer, /^1 of 2 records were read/);
      const [missing, five] = quoted(answer);
      assert.match(JSON.stringify(missing), /"failure":\{"kind":"notFound"/);
      assert.deepEqual(five?.fields, { title: 'Talk 5' });
    });

    test('names the fields that are changed and unsaved in an editor', async () => {
      const document = await openRecord('desk', 5);
      await edit(document, 'title', '"Mine"');
      const answer = await invoke('read', { ids: [5], fields: ['title'] });
      assert.deepEqual(quoted(answer), [
        { service: 'desk', id: 5, unsavedFields: ['title'], fields: { title: 'Talk 5' } },
      ]);
    });

    test('leaves out what is over 100 KB, and says so', async () => {
      service.raw(5, JSON.stringify(aRecord(5, { description: 'é'.repeat(60_000) })));
      const answer = await invoke('read', { ids: [5, 6] });
      assert.match(answer, /The answer was cut to 100 KB: left out are 1 values/);
      assert.deepEqual(
        quoted(answer).map(({ id, leftOut }) => [id, leftOut]),
        [
          [5, ['description']],
          [6, undefined],
        ],
      );
      assert.ok(Buffer.byteLength(answer) <= 100 * 1024);
    });

    test('an unknown service, a wrong type and too many records are answers', async () => {
      assert.equal(
        await invoke('read', { service: 'nowhere', ids: [5] }),
        'There is no service named "nowhere". The configured services are desk.',
      );
      assert.match(await invoke('read', { ids: '5' }), /ids: Invalid input: expected array, received string\.$/);
      assert.match(await invoke('read', { ids: Array.from({ length: 101 }, (_, id) => id + 1) }), /ids: Too big/);
      assert.deepEqual(service.taken(), []);
    });

    test('stops when it is cancelled', async () => {
      const source = new vscode.CancellationTokenSource();
      const dropped = new Promise((resolve) => {
        service.intercept('GET', (_request, response) => {
          response.on('close', resolve);
          source.cancel();
        });
      });
      await assert.rejects(invoke('read', { ids: [5] }, source.token), /Canceled/);
      await dropped;
    });
  });
});
