import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import {
  answering,
  closeDesk,
  command,
  configure,
  edit,
  openRecord,
  resolving,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { openSheet, type Sheet, sheetAt } from '../../support/host/worksheets.ts';
import { type RecordService, reply, startRecordService } from '../../support/recordService.ts';

const ids = [1, 2, 3, 4, 5, 6];

suite('The outcome of a worksheet save', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk(ids);
  });
  teardown(() => closeDesk(service));

  /** What was told during a save. */
  const save = async ({ document }: Sheet) => {
    const before = shownMessages().length;
    await answering('Save', () => document.save() as Promise<boolean>);
    return shownMessages().slice(before).join('\n');
  };
  const act = (sheet: Sheet, action: string, id: number) =>
    command('worksheetAction', { uri: sheet.document.uri.toString(), action, id });

  test('a service that limits writes gets each of them once more, after as long as it asks', async () => {
    const sheet = await openSheet('desk', ids, ['title']);
    await sheet.replace('Talk', 'Lecture');
    const refusedAt: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      service.intercept('PATCH', (_request, response) => {
        refusedAt.push(Date.now());
        reply(response, { status: 429, headers: { 'retry-after': '1' } });
      });
    }
    assert.match(await save(sheet), /6 records saved\./);
    assert.ok(Date.now() - (refusedAt[0] ?? 0) >= 1000);
    assert.equal(service.requests.filter(({ method }) => method === 'PATCH').length, 8);
    for (const id of ids) assert.equal(service.record(id).title, `Lecture ${id}`);
    assert.equal(isUnsaved(sheet.document), false);
  });

  test('merged changes, other values and whole records sent with PUT are told apart', async () => {
    const sheet = await openSheet('desk', [1, 2, 3], ['title', 'state']);
    await sheet.replace('Talk', 'Lecture');
    service.change(1, { state: 2 });
    service.intercept('PATCH', (_request, response) => reply(response, { status: 405 }));
    service.rewrite = (fields) => (fields.title === 'Lecture 3' ? { ...fields, title: 'LECTURE 3' } : fields);
    const told = await save(sheet);
    assert.match(told, /The service has other values than you saved in 1 record\./);
    assert.match(told, /Changes on the service were merged\./);
    assert.match(told, /The service does not allow PATCH\. Whole records were sent with PUT\./);
  });

  test('saved rows show what the service has at their new places, if text was typed above them meanwhile', async () => {
    const sheet = await openSheet('desk', ids, ['title', 'updated']);
    await sheet.replace('Talk', 'Lecture');
    service.change(2, { title: 'Theirs' });
    service.rewrite = (fields) => ({ ...fields, title: String(fields.title).toUpperCase() });
    service.intercept('PATCH', (_request, response, proceed) => {
      const typed = new vscode.WorkspaceEdit();
      typed.insert(sheet.document.uri, new vscode.Position(0, 1), '\n\n\n');
      void vscode.workspace.applyEdit(typed).then(() => reply(response, proceed()));
    });
    assert.match(await save(sheet), /5 of 6 records saved\. 1 conflict\./);
    assert.ok(sheet.document.getText().startsWith('[\n\n\n\n  {'));
    assert.deepEqual(
      sheet.rows().map(({ id, title, updated }) => ({ id, title, updated })),
      ids.map((id) => ({
        id,
        title: id === 2 ? 'Lecture 2' : `LECTURE ${id}`,
        updated: id === 2 ? '2024-06-01T10:00:00.000' : service.record(id).updated,
      })),
    );
  });

  test("each record's own editor shows the new version while the others are still sent", async () => {
    const record = await openRecord('desk', 1);
    const sheet = await openSheet('desk', [1, 2], ['title']);
    await sheet.replace('Talk', 'Lecture');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      for (const _ of [1, 2]) {
        service.intercept('PATCH', (request, response, proceed) => {
          if (request.id === 1) return reply(response, proceed());
          release = () => reply(response, proceed());
          resolve();
        });
      }
    });
    const saving = save(sheet);
    await held;
    await until('the record is shown', () => value(record, 'title') === 'Lecture 1');
    assert.equal(service.record(2).title, 'Talk 2');
    release();
    assert.match(await saving, /2 records saved\./);
  });

  test("what was saved in the record's own editor, or in another worksheet, may be taken back without a question", async () => {
    const sheet = await openSheet('desk', [1, 2], ['title', 'state', 'category']);
    const record = await openRecord('desk', 1);
    await edit(record, 'title', '"Mine"');
    await record.save();
    await until('its row follows', () => sheet.document.getText().includes('"Mine"'));
    const other = await openSheet('desk', [1], ['category']);
    await other.replace('Harbour Days', 'Also mine');
    await save(other);
    await until('its row follows again', () => sheet.document.getText().includes('Also mine'));
    await sheet.replace('"state": 1', '"state": 2');
    await save(sheet);
    await sheet.replace('Mine', 'Talk 1');
    await sheet.replace('Also mine', 'Harbour Days');
    assert.deepEqual(await answering(undefined, async () => sheet.document.save()), []);
    const { title, category } = service.record(1);
    assert.deepEqual({ title, category }, { title: 'Talk 1', category: 'Harbour Days' });
  });

  test('what could not be read is not counted as removed, and both are read the next time', async () => {
    service.remove(2);
    const sheet = await openSheet('desk', [1, 2, 3], ['title']);
    assert.ok((await sheet.lenses()).includes('3 records on desk · 1 not read'));
    await sheet.replace(/,\n {2}\{ "id": 3.*/, '');
    const one = '3 records on desk · 1 not read · 1 removed from this worksheet, unchanged on the service';
    assert.ok((await sheet.lenses()).includes(one));
    await sheet.document.save();
    service.change(2, { id: 2, title: 'Back' });
    await vscode.window.showTextDocument(sheet.document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until('all are read', () => sheet.rows().length === 3);
    assert.ok((await sheet.lenses()).includes('3 records on desk'));
  });

  test('after Keep Mine, what is typed at that moment stays unsaved and is not sent', async () => {
    const sheet = await openSheet('desk', [1, 2], ['title']);
    await sheet.replace('Talk 1', 'Mine');
    service.change(1, { title: 'Theirs' });
    assert.match(await save(sheet), /Someone else also changed/);
    service.taken();
    const typing = vscode.workspace.onWillSaveTextDocument((event) => {
      typing.dispose();
      const at = event.document.positionAt(event.document.getText().indexOf('Talk 2'));
      event.waitUntil(Promise.resolve([vscode.TextEdit.insert(at, 'Just typed ')]));
    });
    const before = shownMessages().length;
    await resolving('keepMine', () => act(sheet, 'keepMine', 1));
    typing.dispose();
    assert.match(
      shownMessages().slice(before).join('\n'),
      /The text was edited while it was saved, so nothing was sent\./,
    );
    assert.deepEqual(service.taken(), ['GET 1', 'PATCH 1']);
    assert.equal(service.record(2).title, 'Talk 2');
    assert.equal(isUnsaved(sheet.document), true);
    await save(sheet);
    assert.equal(service.record(2).title, 'Just typed Talk 2');
    assert.equal(isUnsaved(sheet.document), false);
  });

  test('what was saved of a partly failed save can be reverted at once', async () => {
    const sheet = await openSheet('desk', [1, 2, 3], ['title']);
    await sheet.replace('Talk', 'Lecture');
    service.change(2, { title: 'Theirs' });
    const told = await save(sheet);
    const [, argument = ''] = /\[Undo Saved Records…\]\(command:videoRecords\.revertWrite\?([^)]+)\)/.exec(told) ?? [];
    const [batch] = JSON.parse(decodeURIComponent(argument));
    const reverted = await sheetAt(await command<string>('revertWrite', batch));
    assert.deepEqual(reverted.rows(), [
      { id: 1, title: 'Talk 1' },
      { id: 3, title: 'Talk 3' },
    ]);
    assert.equal(isUnsaved(reverted.document), true);
    assert.equal(service.record(1).title, 'Lecture 1');
  });

  test('of selected records of several services, the service is asked for', async () => {
    const other = await startRecordService([1]);
    await configure({ desk: { baseUrl: service.baseUrl }, lab: { baseUrl: other.baseUrl } });
    const offered: string[][] = [];
    const choose = async (items: vscode.QuickPickItem[]) => {
      offered.push(items.map(({ label, description }) => `${label}: ${description}`));
      return items.some(({ label }) => label === 'lab')
        ? items.find(({ label }) => label === 'desk')
        : items.filter(({ label }) => label === 'Title');
    };
    const rows = [
      { kind: 'record', service: 'lab', id: 1 },
      { kind: 'record', service: 'desk', id: 3 },
      { kind: 'record', service: 'desk', id: 5 },
    ];
    await withStandIn('showQuickPick', choose, async () => {
      const sheet = await sheetAt(await command<string>('openWorksheet', rows[0], rows));
      assert.deepEqual(offered[0], ['lab: 1 record', 'desk: 2 records']);
      assert.deepEqual(
        sheet.rows().map(({ id }) => id),
        [3, 5],
      );
      assert.deepEqual(other.taken(), []);
    }).finally(() => other.close());
  });
});
