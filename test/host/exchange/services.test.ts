import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  answering,
  closeAll,
  closeDesk,
  command,
  configure,
  edit,
  reported,
  startDesk,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { untrusted } from '../../support/host/tools.ts';
import { openSheet, sheetAt } from '../../support/host/worksheets.ts';
import { type RecordService, startRecordService } from '../../support/recordService.ts';
import { aSecret } from '../../support/secret.ts';

suite('Between services', () => {
  let desk: RecordService;
  let live: RecordService;

  setup(async () => {
    live = await startRecordService([1, 2, 3]);
    desk = await startDesk([1, 2, 3, 4]);
    await configure({ desk: { baseUrl: desk.baseUrl }, live: { baseUrl: live.baseUrl } });
  });
  teardown(async () => {
    await closeDesk(desk);
    await live.close();
  });

  const copy = (more: object = {}) =>
    command<string | null>('copyToService', { service: 'desk', ids: [1, 2, 3, 4], other: 'live', ...more });

  suite('Compare with Another Service', () => {
    const diff = () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      return input;
    };

    test('shows the record of the other service beside the editor, which can be edited', async () => {
      live.change(1, { title: 'Live title' });
      await command('compareServices', { service: 'desk', id: 1, other: 'live' });
      const { original, modified } = diff();
      const [left, right] = await Promise.all(
        [original, modified].map((uri) => vscode.workspace.openTextDocument(uri)),
      );
      assert.match(left?.getText() ?? '', /"title": "Live title"/);
      assert.equal(modified.scheme, 'videorecord');
      assert.ok(right);
      await edit(right, 'title', '"Live title"');
      assert.ok(await right.save());
      assert.equal(desk.record(1).title, 'Live title');
    });

    test('says first if they are different talks', async () => {
      live.change(1, { title: 'Other', slug: 'other' });
      await command('compareServices', { service: 'desk', id: 1, other: 'live' });
      assert.match(shownMessages().join('\n'), /Record 1 is a different talk on \\"live\\"/);
      diff();
    });

    test('asks for the service, and needs another one', async () => {
      await command('open', { service: 'desk', id: 2 });
      let offered: string[] = [];
      const pick = async (items: readonly vscode.QuickPickItem[]) => {
        offered = items.map(({ label }) => label);
        return items[0];
      };
      await withStandIn('showQuickPick', pick, () => command('compareServices'));
      assert.deepEqual(offered, ['live']);
      await closeAll();
      await configure({ desk: { baseUrl: desk.baseUrl } });
      const record = { service: 'desk', id: 2 };
      assert.match(await reported('videoRecords.compareServices', record), /There is no other service/);
      const missing = { service: 'desk', id: 2, other: 'gone' };
      assert.match(await reported('videoRecords.compareServices', missing), /no service named \\"gone\\"/);
    });
  });

  suite('Copy to Service', () => {
    test('values become unsaved changes there; what is equal, missing or another talk is left out and named', async () => {
      desk.change(1, { title: 'Better', added: '1999', tags: ['new'] });
      desk.change(3, { title: 'Better', slug: 'better' });
      const sheet = await sheetAt((await copy()) ?? '');
      assert.equal(sheet.document.uri.authority, 'live');
      assert.deepEqual(sheet.rows(), [{ id: 1, title: 'Better', tags: ['new'] }]);
      assert.ok(isUnsaved(sheet.document));
      const said = shownMessages().at(-1) ?? '';
      assert.match(said, /Some records or fields were left out\./);
      assert.match(said, /Could not be read from the service: 4\./);
      assert.match(said, /Record 3 is a different talk on \\"live\\"/);
      assert.ok(live.requests.every(({ method }) => method === 'GET'));
      assert.ok(await sheet.document.save());
      assert.deepEqual([live.record(1).title, live.record(1).added], ['Better', '2024-06-01T10:00:00.000']);
    });

    test('only the chosen fields are copied, and equal numbers are equal', async () => {
      desk.raw(1, '{"id":1,"slug":"talk-1","title":"Better","summary":"New","video_mp4_length":1.50}');
      live.raw(1, '{"id":1,"slug":"talk-1","title":"Talk 1","summary":"Old","video_mp4_length":1.5}');
      const sheet = await sheetAt((await copy({ ids: [1], fields: ['summary', 'video_mp4_length'] })) ?? '');
      assert.deepEqual(sheet.rows(), [{ id: 1, title: 'Talk 1', summary: 'New' }]);
    });

    test('a value in which a service repeats its credential is not given to another one', async () => {
      const secret = aSecret();
      await command('setCredential', { service: 'desk', value: `Token ${secret}`, test: false });
      try {
        desk.change(1, { title: 'Better', summary: `You sent ${secret}` });
        const sheet = await sheetAt((await copy({ ids: [1] })) ?? '');
        assert.deepEqual(sheet.rows(), [{ id: 1, title: 'Better' }]);
        assert.match(shownMessages().at(-1) ?? '', /\\"summary\\" contains a credential and is left out\./);
      } finally {
        await command('clearCredential', 'desk');
      }
    });

    test('equal records resolve to null', async () => {
      assert.equal(await copy({ ids: [1, 2] }), null);
      assert.match(shownMessages().at(-1) ?? '', /nothing to copy to \\"live\\"/);
      // Of a record that could not be read nobody knows it.
      assert.equal(await copy({ ids: [1, 4] }), null);
      const said = shownMessages().at(-1) ?? '';
      assert.match(said, /Nothing else differs\. Could not be read from the service: 4\./);
      assert.doesNotMatch(said, /the same/);
    });

    test('a field that the other service does not have is named', async () => {
      desk.change(1, { room: 'Quay' });
      assert.equal(await copy({ ids: [1] }), null);
      assert.match(
        shownMessages().at(-1) ?? '',
        /The records of the service have no field \\"room\\"\. It is left out\./,
      );
      assert.equal(await copy({ ids: [1], fields: ['title'] }), null);
      assert.doesNotMatch(shownMessages().at(-1) ?? '', /room/);
    });

    test('copies the active record, selected rows and a worksheet, untrusted too, to the service and with the fields that are picked', async () => {
      const pick = async (items: readonly vscode.QuickPickItem[], { canPickMany }: vscode.QuickPickOptions) =>
        canPickMany ? items.filter(({ description }) => description === 'title') : items[0];
      const picked = (...args: unknown[]) =>
        withStandIn('showQuickPick', pick, () => command<string>('copyToService', ...args));
      for (const id of [1, 2]) desk.change(id, { title: `Better ${id}`, summary: 'New' });
      await command('open', { service: 'desk', id: 1 });
      assert.deepEqual((await sheetAt(await picked())).rows(), [{ id: 1, title: 'Better 1' }]);
      await closeAll();
      const { document } = await openSheet('desk', [1, 2, 3], ['title']);
      const editor = await vscode.window.showTextDocument(document);
      const start = document.positionAt(document.getText().indexOf('"id": 2'));
      editor.selection = new vscode.Selection(start, start.translate(0, 4));
      assert.deepEqual((await sheetAt(await picked(document.uri))).rows(), [{ id: 2, title: 'Better 2' }]);
      await closeAll();
      const whole = await untrusted(() => picked(document.uri.toString()));
      assert.deepEqual((await sheetAt(whole)).rows(), [
        { id: 1, title: 'Better 1' },
        { id: 2, title: 'Better 2' },
      ]);
    });

    test('a read-only service gets nothing', async () => {
      desk.change(1, { title: 'Better' });
      await configure({ desk: { baseUrl: desk.baseUrl }, live: { baseUrl: live.baseUrl, access: 'readOnly' } });
      const wanted = { service: 'desk', ids: [1], other: 'live' };
      assert.match(await reported('videoRecords.copyToService', wanted), /make \\"live\\" read-only/);
    });

    test('a save asks as it always does', async () => {
      for (const id of [1, 2]) desk.change(id, { title: 'Better' });
      const sheet = await sheetAt((await copy({ ids: [1, 2] })) ?? '');
      const asked = await answering(undefined, async () => assert.equal(await sheet.document.save(), false));
      assert.deepEqual(asked, ['Save 2 records on live?']);
      assert.ok(live.requests.every(({ method }) => method === 'GET'));
    });
  });
});
