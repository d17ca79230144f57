import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../../../src/api.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import type { ShownWrite } from '../../../src/history/commands.ts';
import { typedInto } from '../../support/host/picks.ts';
import {
  answering,
  closeDesk,
  command,
  edit,
  openRecord,
  replaceAll,
  reported,
  startDesk,
  until,
  value,
} from '../../support/host/records.ts';
import { shownMessages } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { invoke } from '../../support/host/tools.ts';
import { openSheet, type Sheet, sheetAt } from '../../support/host/worksheets.ts';
import { hold, type RecordService, reply } from '../../support/recordService.ts';

/** What is sent, asked and told when one operation starts before another has ended. */
suite('At the same time', () => {
  let service: RecordService;
  let told: number;

  setup(async () => {
    service = await startDesk([1, 2, 3]);
    told = shownMessages().length;
  });
  teardown(() => closeDesk(service));

  const sent = () =>
    service.requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ id, body }) => ({ id, ...(JSON.parse(body) as Record<string, unknown>) }));
  const messages = () => shownMessages().slice(told).join('\n');
  const titles = (sheet: Sheet) => sheet.rows().map(({ title }) => title);
  const api = () => {
    const extension = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records');
    return extension?.exports ?? assert.fail();
  };
  const saveInItsEditor = async (id: number, fields: Record<string, string>) => {
    const record = await openRecord('desk', id);
    for (const [field, text] of Object.entries(fields)) await edit(record, field, JSON.stringify(text));
    assert.ok(await record.save());
  };

  suite('a record', () => {
    test('that is saved before the answer to its reload sends what was typed, and asks nothing', async () => {
      for (const isReleasedFirst of [true, false]) {
        const record = await openRecord('desk', 1);
        await edit(record, 'title', `"Mine ${isReleasedFirst}"`);
        service.change(1, { summary: `Theirs ${isReleasedFirst}` });
        const held = hold(service, 'GET', 1);
        const reloading = command('reload', record.uri);
        await held.arrived;
        const asked = await answering('Keep Theirs', async () => {
          const saving = record.save();
          if (isReleasedFirst) held.release();
          assert.ok(await saving);
          held.release();
          await reloading;
        });
        assert.deepEqual(asked, []);
        assert.deepEqual(sent().at(-1), { id: 1, title: `Mine ${isReleasedFirst}` });
        assert.equal(service.record(1).summary, `Theirs ${isReleasedFirst}`);
        await until('the editor is clean and current', () => {
          return !isUnsaved(record) && value(record, 'updated') === service.record(1).updated;
        });
      }
    });

    test('keeps a value of one’s own that was saved through the API during a reload and a save', async () => {
      const record = await openRecord('desk', 1);
      await edit(record, 'description', '"Mine"');
      service.change(1, { summary: 'Theirs' });
      const held = hold(service, 'GET', 1);
      const reloading = command('reload', record.uri);
      await held.arrived;
      const asked = await answering('Keep Theirs', async () => {
        const byProgram = api().save({ service: 'desk', id: 1 }, { title: '"By a program"' });
        const saving = record.save();
        held.release();
        await Promise.all([byProgram, saving, reloading]);
      });
      assert.deepEqual(asked, []);
      const { title, summary, description } = service.record(1);
      assert.deepEqual([title, summary, description], ['By a program', 'Theirs', 'Mine']);
      assert.doesNotMatch(messages(), /Someone else's change to "title"/);
    });

    test('whose save is undone before its answer shows what was saved', async () => {
      const record = await openRecord('desk', 1);
      await edit(record, 'title', '"Mine"');
      const held = hold(service, 'PATCH', 1);
      const saving = record.save();
      await held.arrived;
      await vscode.window.showTextDocument(record);
      await vscode.commands.executeCommand('undo');
      held.release();
      await saving;
      await until('the editor is clean and current', () => {
        return !isUnsaved(record) && value(record, 'updated') === service.record(1).updated;
      });
      assert.equal(value(record, 'title'), 'Mine');
    });

    test('whose save is answered without the record overwrites nobody unseen with what is typed meanwhile', async () => {
      const record = await openRecord('desk', 1);
      await edit(record, 'title', '"Mine"');
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      service.intercept('PATCH', (_, response, proceed) => {
        proceed();
        service.change(1, { title: 'Theirs' });
        arrived.resolve();
        void released.promise.then(() => reply(response, { status: 204 }));
      });
      const saving = record.save();
      await arrived.promise;
      await edit(record, 'title', '"Mine again"');
      released.resolve();
      await saving;
      const asked = await answering(undefined, async () => void (await record.save()));
      assert.match(asked.join('\n'), /Someone else also changed "title"/);
      assert.equal(service.record(1).title, 'Theirs');
    });

    test('and its row with another title are saved one after the other, and nobody else is blamed', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('Talk 1', 'In the row');
      const held = hold(service, 'GET', 1);
      const saving = sheet.document.save();
      await held.arrived;
      const byProgram = api().save({ service: 'desk', id: 1 }, { title: '"By a program"' });
      held.release();
      await Promise.all([saving, byProgram]);
      assert.doesNotMatch(messages(), /[Ss]omeone else/);
      assert.equal(service.record(1).title, 'By a program');
    });

    test('and the text of one of its fields are saved together, and both end clean', async () => {
      const record = await openRecord('desk', 1);
      const uri = await command<string>('editFieldAsText', { uri: record.uri, field: 'description' });
      const field = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      for (const round of [1, 2, 3]) {
        await edit(record, 'title', `"Mine ${round}"`);
        const change = new vscode.WorkspaceEdit();
        change.replace(field.uri, new vscode.Range(0, 0, 1, 0), `Line of round ${round}.\n`);
        assert.ok(await vscode.workspace.applyEdit(change));
        assert.deepEqual(await answering('Save', async () => void (await vscode.workspace.saveAll())), []);
        await until('both are clean', () => !isUnsaved(record) && !isUnsaved(field));
        assert.equal(service.record(1).title, `Mine ${round}`);
        assert.match(String(service.record(1).description), new RegExp(`^Line of round ${round}\\.\n`));
      }
      assert.doesNotMatch(messages(), /merged/);
    });

    test('in which one types on while Take Theirs is done for the text of a field asks before it saves over theirs', async () => {
      const record = await openRecord('desk', 1);
      const uri = await command<string>('editFieldAsText', { uri: record.uri, field: 'summary' });
      const field = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      await edit(record, 'title', '"Mine"');
      await replaceAll(field, 'Typed in the field');
      service.change(1, { summary: 'Theirs' });
      const asked = Promise.withResolvers<ReturnType<typeof hold>>();
      const takeTheirs = async () => {
        asked.resolve(hold(service, 'GET', 1));
        return 'Take Theirs';
      };
      await withStandIn('showWarningMessage', takeTheirs, async () => {
        const saving = field.save();
        const held = await asked.promise;
        await held.arrived;
        await edit(record, 'summary', '"Typed in the record"');
        held.release();
        await saving;
      });
      assert.equal(value(record, 'summary'), 'Typed in the record');
      const questions = await answering(undefined, async () => void (await record.save()));
      assert.match(questions.join('\n'), /Someone else also changed "summary"/);
      assert.equal(service.record(1).summary, 'Theirs');
    });

    test('and the text of a field that failed to save are saved together, and nobody says that it failed', async () => {
      const record = await openRecord('desk', 1);
      const uri = await command<string>('editFieldAsText', { uri: record.uri, field: 'description' });
      const field = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      await replaceAll(field, 'Mine\n');
      service.intercept('PATCH', (_request, response) => reply(response, { status: 503, body: '{"detail":"Busy."}' }));
      assert.equal(await field.save(), false);
      const held = hold(service, 'PATCH', 1);
      const saving = [record.save(), field.save()];
      await held.arrived;
      held.release();
      assert.deepEqual(await Promise.all(saving), [true, true]);
      await until('both are clean', () => !isUnsaved(record) && !isUnsaved(field));
      assert.equal(service.record(1).description, 'Mine\n');
    });

    test('whose tab could not be read asks the service again, whatever was saved in its row in between', async () => {
      const uri = vscode.Uri.parse('videorecord://desk/8.video.json');
      await vscode.commands.executeCommand('vscode.open', uri);
      service.raw(8, JSON.stringify({ ...service.record(1), id: 8 }));
      const sheet = await openSheet('desk', [8], ['title']);
      await sheet.replace('Talk 1', 'Saved');
      assert.ok(await sheet.document.save());
      service.change(8, { title: 'Theirs' });
      const read = await vscode.workspace.fs.readFile(uri);
      assert.match(new TextDecoder().decode(read), /"Theirs"/);
    });
  });

  suite('a worksheet', () => {
    test('that is saved during its reload sends no row as it was before another save', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title', 'summary']);
      await sheet.replace('Talk 2', 'Mine 2');
      const held = hold(service, 'GET', 1);
      const reloading = command('reload', sheet.document.uri);
      await held.arrived;
      const saving = sheet.document.save();
      await saveInItsEditor(1, { title: 'Saved 1', summary: 'Saved' });
      await until('the row follows', () => titles(sheet)[0] === 'Saved 1');
      held.release();
      await Promise.all([saving, reloading]);
      await until('the worksheet is clean', () => !isUnsaved(sheet.document));
      assert.deepEqual(
        sent().toSorted((one, other) => one.id - other.id),
        [
          { id: 1, title: 'Saved 1', summary: 'Saved' },
          { id: 2, title: 'Mine 2' },
        ],
      );
      assert.deepEqual(titles(sheet), ['Saved 1', 'Mine 2']);
    });

    test('without changes that follows a save during its reload shows that save, and sends one row later', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title']);
      const held = hold(service, 'GET', 1);
      const reloading = command('reload', sheet.document.uri);
      await held.arrived;
      await saveInItsEditor(1, { title: 'Saved 1' });
      await saveInItsEditor(2, { title: 'Saved 2' });
      held.release();
      await reloading;
      await until('both rows follow', () => titles(sheet).join() === 'Saved 1,Saved 2,Talk 3');
      await vscode.window.showTextDocument(sheet.document);
      await sheet.replace('Talk 3', 'Mine 3');
      assert.deepEqual(await answering('Save', async () => assert.ok(await sheet.document.save())), []);
      assert.deepEqual(sent().at(-1), { id: 3, title: 'Mine 3' });
      assert.equal(sent().length, 3);
    });

    test('keeps what was saved while the rest of it was read, and blames nobody', async () => {
      const held = hold(service, 'GET', 3);
      const opening = openSheet('desk', [1, 2, 3], ['title']);
      await held.arrived;
      await until('record 1 was read', () => service.requests.some(({ method, id }) => method === 'GET' && id === 1));
      await api().save({ service: 'desk', id: 1 }, { title: '"Saved 1"' });
      held.release();
      const sheet = await opening;
      await until('the row has what was saved', () => titles(sheet)[0] === 'Saved 1');
      await sheet.replace('Saved 1', 'Talk 1');
      assert.deepEqual(await answering(undefined, async () => assert.ok(await sheet.document.save())), []);
      assert.equal(service.record(1).title, 'Talk 1');
    });

    test('that is closed and opened again during its reload keeps what is typed into it', async () => {
      const name = { service: 'desk', ids: [2, 3], fields: ['title', 'language'] };
      const opened = async () => {
        const uri = await command<string>('openWorksheet', name);
        // Not with `openTextDocument`, which would keep the document open.
        return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri) ?? assert.fail();
      };
      const first = await opened();
      service.change(2, { title: 'What someone else wrote, much longer' });
      const held = hold(service, 'GET', 2);
      const reloading = command('reload', first.uri);
      await held.arrived;
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await until('it is closed', () => first.isClosed);
      const again = await opened();
      const at = again.positionAt(again.getText().indexOf('What'));
      const typed = new vscode.WorkspaceEdit();
      typed.replace(
        again.uri,
        new vscode.Range(at, at.translate(0, 'What someone else wrote, much longer'.length)),
        'Mine',
      );
      assert.ok(await vscode.workspace.applyEdit(typed));
      const text = again.getText();
      held.release();
      await reloading;
      assert.equal(again.getText(), text);
      assert.match(text, /"Mine"/);
    });

    test('with unsaved changes follows all of several quick saves, and the last of one record', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'updated']);
      await sheet.replace('Talk 3', 'Mine 3');
      const save = (id: number, title: string) => api().save({ service: 'desk', id }, { title: JSON.stringify(title) });
      await Promise.all([save(1, 'A'), save(2, 'B'), save(1, 'C'), save(2, 'D')]);
      await until('both rows follow', () => titles(sheet).join() === 'C,D,Mine 3');
      assert.deepEqual(await answering(undefined, async () => assert.ok(await sheet.document.save())), []);
      assert.deepEqual(sent().at(-1), { id: 3, title: 'Mine 3' });
      assert.equal(sent().length, 5);
    });

    test('that is opened with one more field keeps what someone else added while it was read', async () => {
      const sheet = await openSheet('desk', [1], ['speakers']);
      const [ann, bob, cem] = ['Ann', 'Bob', 'Cem'];
      await sheet.replace(/"speakers": \[.*?\]/s, '"speakers": ["Ann"]');
      assert.ok(await sheet.document.save());
      await sheet.replace('"Ann"', '"Ann", "Bob"');
      service.change(1, { speakers: [ann, cem] });
      const held = hold(service, 'GET', 1);
      const action = { uri: sheet.document.uri.toString(), action: 'reopenWith', field: 'title' };
      const opening = command<vscode.Uri>('worksheetAction', action);
      await held.arrived;
      await command('reload', sheet.document.uri);
      held.release();
      const other = await sheetAt((await opening).toString());
      assert.deepEqual(new Set(other.rows()[0]?.speakers as string[]), new Set([ann, bob, cem]));
    });

    test('that was edited while values were read for it keeps what was typed', async () => {
      const wide = await openSheet('desk', [1], ['title', 'category']);
      const sheet = await openSheet('desk', [1], ['title']);
      await sheet.replace('Talk 1', 'Mine');
      const held = hold(service, 'GET', 1);
      const action = { uri: sheet.document.uri.toString(), action: 'reopenWith', field: 'category' };
      const opening = reported('videoRecords.worksheetAction', action);
      await held.arrived;
      await wide.replace('Talk 1', 'Typed');
      held.release();
      assert.match(await opening, /The worksheet has unsaved changes\. Save or revert them first\./);
      assert.deepEqual(titles(wide), ['Typed']);
    });

    test('that is undone to what it was shows what was saved elsewhere since, and sends nothing', async () => {
      const sheet = await openSheet('desk', [1, 2], ['title']);
      await sheet.replace('Talk 2', 'Mine 2');
      await api().save({ service: 'desk', id: 1 }, { title: '"Saved 1"' });
      await until('the row follows', () => titles(sheet)[0] === 'Saved 1');
      await vscode.window.showTextDocument(sheet.document);
      for (let undone = 0; undone < 2; undone += 1) await vscode.commands.executeCommand('undo');
      await until('it is clean', () => !isUnsaved(sheet.document));
      await until('the row shows what was saved', () => titles(sheet).join() === 'Saved 1,Talk 2');
      assert.equal(sent().length, 1);
    });

    test('whose tab could not be read asks the service again, whatever was read for it in between', async () => {
      const uri = vscode.Uri.parse('videoworksheet://desk/lost.worksheet.json?ids%3D8%26fields%3Dtitle');
      await vscode.commands.executeCommand('vscode.open', uri);
      service.raw(8, JSON.stringify({ ...service.record(1), id: 8 }));
      await command('reload', uri);
      await api().save({ service: 'desk', id: 8 }, { title: '"Saved"' });
      assert.match(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)), /"Saved"/);
    });
  });

  suite('values that are filled in after a read', () => {
    /** Runs a command that reads record 1 first, and meanwhile another task. */
    const whileRead = async (run: () => Promise<unknown>, meanwhile: () => Promise<unknown>) => {
      const held = hold(service, 'GET', 1);
      const running = run();
      await held.arrived;
      await meanwhile();
      held.release();
      await running;
    };

    test('of a save that is reverted join what was typed meanwhile', async () => {
      await saveInItsEditor(1, { title: 'Saved' });
      const record = await openRecord('desk', 1);
      const [write] = await command<readonly ShownWrite[]>('showHistory', { service: 'desk', id: 1 });
      await whileRead(
        () => command('revertWrite', write?.entry),
        () => edit(record, 'description', '"Typed"'),
      );
      assert.deepEqual([value(record, 'title'), value(record, 'description')], ['Talk 1', 'Typed']);
    });

    test('of an agent leave a record alone that was closed and opened again meanwhile', async () => {
      const opened = async () => {
        const [uri] = await command<readonly string[]>('open', { service: 'desk', id: 1 });
        // Not with `openTextDocument`, which would keep the document open.
        return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri) ?? assert.fail();
      };
      const first = await opened();
      let text = '';
      let again = first;
      await whileRead(
        async () => invoke('edit', { service: 'desk', records: [{ id: 1, fields: { title: 'Filled' } }] }),
        async () => {
          service.change(1, { title: 'What someone else wrote, much longer' });
          await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
          await until('it is closed', () => first.isClosed);
          again = await opened();
          text = again.getText();
          assert.match(text, /much longer/);
        },
      );
      assert.equal(again.getText(), text);
    });

    test('of an agent join what was typed meanwhile', async () => {
      const record = await openRecord('desk', 1);
      await whileRead(
        () => invoke('edit', { service: 'desk', records: [{ id: 1, fields: { title: 'Filled' } }] }),
        () => edit(record, 'description', '"Typed"'),
      );
      assert.deepEqual([value(record, 'title'), value(record, 'description')], ['Filled', 'Typed']);
    });
  });

  suite('a question', () => {
    const whileAsked = async (sheet: Sheet, meanwhile: () => Promise<unknown>) => {
      const picks = ['title', 'set'];
      const pick = async (items: readonly { description?: string; way?: string }[]) => {
        const wanted = picks.shift();
        return items.find(({ description, way }) => description === wanted || way === wanted);
      };
      await vscode.window.showTextDocument(sheet.document);
      const { createQuickPick } = vscode.window;
      const typed = () => typedInto(createQuickPick(), 'New', meanwhile);
      return withStandIn('showQuickPick', pick, () =>
        withStandIn('createQuickPick', typed, () => command('changeRows')),
      );
    };

    test('during which a row is removed or follows a save changes the rows that are left', async () => {
      const sheet = await openSheet('desk', [1, 2, 3], ['title', 'state']);
      await whileAsked(sheet, async () => {
        await sheet.replace(/\{ "id": 1.*\},\n\s*/, '');
        await api().save({ service: 'desk', id: 2 }, { title: '"A title that is much longer than before"' });
        await until('the row follows', () => /much longer/.test(sheet.document.getText()));
      });
      assert.deepEqual(
        sheet.rows().map(({ id, title, state }) => [id, title, state]),
        [
          [2, 'New', 1],
          [3, 'New', 1],
        ],
      );
    });
  });
});
