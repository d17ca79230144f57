import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseRecord } from '../../../src/record/text.ts';
import { closeDesk, configure, edit, openRecord, startDesk, value } from '../../support/host/records.ts';
import { invoke, quoted, untrusted } from '../../support/host/tools.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('The tool that edits', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([5, 6, 7]);
  });
  teardown(() => closeDesk(service));

  function shown(): vscode.TextDocument {
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    return document;
  }

  function openTabs(): number {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
  }

  test('puts values into the editor of a record as unsaved changes, and answers with the difference', async () => {
    const records = [{ id: 5, fields: { title: 'A Better Title', tags: ['maps'], duration: null, state: 2 } }];
    const answer = await invoke('edit', { service: 'desk', records });
    assert.match(
      answer,
      /^The editor of record 5 shows these unsaved changes .* Nothing was sent\. Use videoRecords_save/,
    );
    assert.deepEqual(quoted(answer), [
      {
        service: 'desk',
        id: 5,
        changes: {
          tags: { before: ['boats', 'maps'], after: ['maps'] },
          state: { before: 1, after: 2 },
          title: { before: 'Talk 5', after: 'A Better Title' },
          duration: { before: 1800, after: null },
        },
      },
    ]);
    assert.deepEqual([value(shown(), 'title'), shown().isDirty], ['A Better Title', true]);
    assert.deepEqual(new Set(service.taken()), new Set(['GET 5']), 'nothing was written');
  });

  test('keeps what the user has changed and not saved', async () => {
    const document = await openRecord('desk', 5);
    await edit(document, 'summary', '"Mine"');
    const answer = await invoke('edit', { records: [{ id: 5, fields: { title: 'Theirs' } }] });
    assert.deepEqual([value(document, 'summary'), value(document, 'title')], ['Mine', 'Theirs']);
    assert.deepEqual(Object.keys(quoted(answer)[0]?.changes ?? {}).sort(), ['summary', 'title']);
  });

  test('a number keeps its digits, or is refused', async () => {
    const fieldsAsJson = { rate: '1.50', big: '98765432109876543210' };
    await invoke('edit', { records: [{ id: 5, fieldsAsJson }] });
    const { fields } = parseRecord(shown().getText());
    assert.deepEqual([fields.get('rate')?.raw, fields.get('big')?.raw], ['1.50', '98765432109876543210']);
    for (const number of [1.5, 2 ** 53, [1, { deep: 1e21 }]]) {
      const answer = await invoke('edit', { records: [{ id: 5, fields: { rate: number } }] });
      assert.match(answer, /^Nothing was changed: a number in "rate" of record 5 may have lost digits/);
    }
    assert.match(
      await invoke('edit', { records: [{ id: 5, fieldsAsJson: { rate: '1,5' } }] }),
      /^Nothing was changed: "rate" of record 5 in fieldsAsJson is not JSON text\./,
    );
  });

  test('answers with the problems of what was changed', async () => {
    const answer = await invoke('edit', { records: [{ id: 5, fields: { title: 7, recorded: '17 May' } }] });
    assert.match(answer, /What has errors can not be saved until they are corrected\./);
    const [{ errors, warnings } = {}] = quoted(answer);
    assert.deepEqual(errors, ['"title" must be a string.']);
    assert.deepEqual(warnings, ['"recorded" is not a valid date (YYYY-MM-DD).']);
  });

  test('says that nothing differs where the service has the values already', async () => {
    const answer = await invoke('edit', { records: [{ id: 5, fields: { title: 'Talk 5' } }] });
    assert.match(answer, /No value differs from the service: there is nothing to save\./);
    assert.ok(!shown().isDirty);
  });

  test('a read-only service, a read-only record and an untrusted workspace refuse it with the reason', async () => {
    const input = { records: [{ id: 5, fields: { title: 'No' } }] };
    assert.match(await untrusted(() => invoke('edit', input)), /^Nothing was changed: this workspace is not trusted/);
    await configure({ desk: { baseUrl: service.baseUrl, access: 'readOnly' } });
    assert.match(await invoke('edit', input), /^Nothing was changed: the settings make "desk" read-only/);
    assert.deepEqual([service.taken(), openTabs()], [[], 0]);
    await configure({ desk: { baseUrl: service.baseUrl } });
    service.allow = 'GET, HEAD';
    const answer = await invoke('edit', input);
    assert.match(answer, /^The call failed\.\n/);
    assert.match(JSON.stringify(quoted(answer)), /"kind":"readOnly"/);
    assert.equal(value(shown(), 'title'), 'Talk 5');
  });

  test('a missing record, an unknown service and wrong input are answers', async () => {
    const missing = await invoke('edit', { records: [{ id: 404, fields: { title: 'No' } }] });
    assert.match(JSON.stringify(quoted(missing)), /"kind":"notFound"/);
    const fields = { title: 'No' };
    assert.match(
      await invoke('edit', { service: 'nowhere', records: [{ id: 5, fields }] }),
      /^There is no service named "nowhere"/,
    );
    assert.match(await invoke('edit', { records: { id: 5 } }), /records: Invalid input: expected array/);
    assert.match(
      await invoke('edit', { records: [{ id: 5 }] }),
      /^Nothing was changed: no field of record 5 was given/,
    );
    const both = { id: 5, fields, fieldsAsJson: { title: '"No"' } };
    assert.match(await invoke('edit', { records: [both] }), /"title" of record 5 is in both/);
    assert.match(
      await invoke('edit', { records: [{ id: 5, fields: { id: 6 } }] }),
      /the ID of record 5 can not be changed/,
    );
    const none = [404, 405].map((id) => ({ id, fields }));
    assert.match(await invoke('edit', { records: none }), /^The call failed\.[\s\S]*"kind":"notFound"/);
    const twice = [
      { id: 5, fields },
      { id: 5, fields },
    ];
    assert.match(await invoke('edit', { records: twice }), /record 5 is named twice/);
    const huge = { id: 5, fields: { title: 'x'.repeat(1_000_001) } };
    assert.match(await invoke('edit', { records: [huge] }), /^The input has \d+ characters/);
    assert.equal(openTabs(), 0);
  });

  test('puts values of several records into one worksheet, and answers with the difference of each', async () => {
    const records = [
      { id: 6, fields: { title: 'Six', rate: 2 } },
      { id: 404, fields: { title: 'No' } },
      { id: 5, fields: { title: 'Talk 5' } },
      { id: 7, fields: { title: 7 }, fieldsAsJson: { rate: '1.50' } },
    ];
    const answer = await invoke('edit', { records });
    assert.match(
      answer,
      /^The worksheet videoworksheet:\/\/desk\/\S+ shows these unsaved changes of 2 records .* Nothing was sent\. 2 of the named records are not changed/,
    );
    assert.deepEqual(quoted(answer), [
      {
        service: 'desk',
        id: 6,
        changes: { title: { before: 'Talk 6', after: 'Six' }, rate: { after: 2 } },
      },
      {
        service: 'desk',
        id: 7,
        errors: ['"title" must be a string.'],
        changes: { title: { before: 'Talk 7', after: 7 }, rate: { after: 1.5 } },
      },
    ]);
    assert.ok(answer.includes('"rate":{"after":1.50}'));
    assert.equal(shown().uri.scheme, 'videoworksheet');
    assert.ok(shown().isDirty);
    assert.deepEqual(service.taken().sort(), ['GET 404', 'GET 5', 'GET 6', 'GET 7']);
  });

  test('a cancelled call changes nothing', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const call = invoke('edit', { records: [{ id: 5, fields: { title: 'No' } }] }, source.token);
    await assert.rejects(call, /Canceled/);
    assert.deepEqual([service.taken(), openTabs()], [[], 0]);
  });
});
