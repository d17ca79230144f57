import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import type { ShownWrite } from '../../../src/history/commands.ts';
import { answering, closeDesk, command, edit, openRecord, startDesk, until } from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { openSheet, type Sheet, sheetAt } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('A worksheet follows', () => {
  let service: RecordService;

  setup(async () => {
    service = await startDesk([1, 2, 3]);
  });
  teardown(() => closeDesk(service));

  const saveInItsEditor = async (id: number, title: string) => {
    const record = await openRecord('desk', id);
    await edit(record, 'title', JSON.stringify(title));
    assert.ok(await record.save());
  };
  /** What is asked and told during a save that has nothing left to do. */
  const saveAll = async ({ document }: Sheet) => {
    const before = shownMessages().length;
    const asked = await answering('Save', async () => assert.ok(await document.save()));
    return [...asked, ...shownMessages().slice(before)].join('\n');
  };
  const titles = (sheet: Sheet) => sheet.rows().map(({ title }) => title);

  suite("the user's own saves", () => {
    test('a row without changes shows what was saved in the record’s own editor, and stays clean', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'state']);
      await saveInItsEditor(1, 'Saved');
      await until('the row follows', () => titles(sheet)[0] === 'Saved');
      assert.equal(isUnsaved(sheet.document), false);
      service.taken();
      await sheet.replace('Saved', 'Saved again');
      assert.equal(await saveAll(sheet), '');
      assert.equal(service.record(1).title, 'Saved again');
    });

    test('with unsaved changes, clean rows follow, and a changed row keeps its changes on the new base', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'updated']);
      await sheet.replace('Talk 1', 'Mine');
      await saveInItsEditor(2, 'Saved 2');
      await until('the clean row follows', () => titles(sheet)[1] === 'Saved 2');
      await saveInItsEditor(1, 'Saved 1');
      await until('the row has the new base', () => sheet.rows()[0]?.updated === service.record(1).updated);
      assert.equal(titles(sheet)[0], 'Mine');
      assert.equal((await sheet.lenses())[0], '3 records on desk · 1 changed');
      service.taken();
      assert.equal(await saveAll(sheet), '');
      assert.deepEqual(service.taken(), ['GET 1', 'PATCH 1']);
      assert.deepEqual([service.record(1).title, service.record(2).title], ['Mine', 'Saved 2']);
      await sheet.replace('Mine', 'Talk 1');
      assert.equal(await saveAll(sheet), '', 'nobody else is blamed for an earlier value either');
    });

    test('once a text is a list again that was none during the save', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'state']);
      await sheet.replace('\\n\\]', '');
      await until('the missing bracket is noticed', () => sheet.problems().length > 0);
      await saveInItsEditor(2, 'Saved');
      await vscode.window.showTextDocument(sheet.document);
      await sheet.replace('(?<=\\})\\n$', '\n]\n');
      await until('the row follows', () => titles(sheet)[1] === 'Saved');
      assert.deepEqual(titles(sheet), ['Talk 1', 'Saved']);
    });

    test('a batch that is reverted from the history', async () => {
      const other = await openSheet('desk', [1, 2], ['title']);
      await other.replace('Talk', 'Lecture');
      await saveAll(other);
      const [write] = await command<readonly ShownWrite[]>('showHistory');
      const clean = await openSheet('desk', [1, 2, 3], ['title']);
      const unsaved = await openSheet('desk', [1, 2, 3], ['title', 'state']);
      await unsaved.replace('Lecture 1', 'Mine');
      const reverted = await sheetAt(await command<string>('revertWrite', { batch: write?.batch }));
      await saveAll(reverted);
      await until('the clean worksheet follows', () => titles(clean).join() === 'Talk 1,Talk 2,Talk 3');
      await until('the unsaved one follows', () => titles(unsaved).join() === 'Mine,Talk 2,Talk 3');
      assert.equal(isUnsaved(clean.document), false);
      await vscode.window.showTextDocument(unsaved.document);
      assert.equal(await saveAll(unsaved), '');
      assert.equal(service.record(1).title, 'Mine');
    });
  });

  suite('the service on Reload', () => {
    const reload = async (...target: unknown[]) => {
      const before = shownMessages().length;
      await command('reload', ...target);
      return shownMessages().slice(before).join('\n');
    };

    test('shows what the service has now, of the active worksheet or of the one that is named', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      service.change(1, { title: 'Theirs' });
      assert.equal(await reload(), '');
      assert.deepEqual(titles(sheet), ['Theirs', 'Talk 2']);
      await openRecord('desk', 3);
      for (const [title, target] of [
        ['Once more', sheet.document.uri],
        ['And again', sheet.document.uri.toString()],
      ] as const) {
        service.change(2, { title });
        await reload(target);
        assert.deepEqual(titles(sheet), ['Theirs', title]);
      }
      assert.equal(isUnsaved(sheet.document), false);
    });

    test('merges into unsaved changes, and names the records of which someone else changed the same', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'state']);
      await sheet.replace(/Talk (?=[12])/, 'Mine ');
      service.change(1, { title: 'Theirs' });
      service.change(2, { state: 2 });
      service.change(3, { title: 'Also theirs' });
      assert.match(
        await reload(sheet.document.uri),
        /Reloaded the worksheet\. Someone else changed the same fields as you in record 1\. Save to decide\. Your unsaved changes are kept\./,
      );
      assert.deepEqual(sheet.rows(), [
        { id: 1, title: 'Mine 1', state: 1 },
        { id: 2, title: 'Mine 2', state: 2 },
        { id: 3, title: 'Also theirs', state: 1 },
      ]);
      assert.equal(isUnsaved(sheet.document), true);
    });

    test('reaches a row that is no valid JSON once it is', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'state']);
      await sheet.replace('"Talk 1"', '"Mine" !');
      service.change(1, { state: 2 });
      await reload(sheet.document.uri);
      await sheet.replace('"Mine" !', '"Mine"');
      await until('the row follows', () => sheet.rows()[0]?.state === 2);
      assert.equal(await saveAll(sheet), '');
      assert.deepEqual([service.record(1).title, service.record(1).state], ['Mine', 2]);
    });
  });
});
