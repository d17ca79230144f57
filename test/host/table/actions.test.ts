import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeDesk, startDesk, until } from '../../support/host/records.ts';
import { shownErrors } from '../../support/host/shownMessages.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { type StandInTable, standInTable } from '../../support/host/tables.ts';
import { openSheet, type Sheet } from '../../support/host/worksheets.ts';
import { polled } from '../../support/polled.ts';
import type { RecordService } from '../../support/recordService.ts';

suite('actions of a cell', () => {
  let service: RecordService;
  let sheet: Sheet;
  let table: StandInTable;
  setup(async () => {
    service = await startDesk([1, 2]);
    sheet = await openSheet('desk', [1, 2], ['title', 'recorded', 'duration']);
    table = await standInTable(sheet.document.uri);
  });
  teardown(async () => {
    table.dispose();
    await closeDesk(service);
  });

  /** Presses Ctrl+. on a cell and chooses, after whatever happens while the list is open. Resolves to the list. */
  const choose = (id: number, field: string, label: string | RegExp, meanwhile = async () => {}) => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const pick = async (items: readonly vscode.QuickPickItem[]) => {
      await meanwhile();
      resolve(items.map((item) => item.label));
      return items.find((item) => item.label.match(label));
    };
    return withStandIn('showQuickPick', pick, () => {
      table.say({ type: 'actions', id, field });
      return promise;
    });
  };
  /** A date that has a problem with a fix. */
  const mistype = async () => {
    await sheet.replace(/(?<="id": 1,.*"recorded": )"[^"]*"/, '"2024/05/17"');
    await until('the problem is shown', () => sheet.problems().length > 0);
  };

  test('a quick fix of the cell is applied', async () => {
    await mistype();
    const offered = await choose(1, 'recorded', 'Change to "2024-05-17"');
    await until('the fix is applied', () => sheet.rows()[0]?.recorded === '2024-05-17');
    assert.ok(offered.includes('Restore "recorded"'), offered.join(', '));
    const others = await choose(1, 'title', /never/);
    assert.deepEqual(others, ['Edit Field as Text', 'Remove Field', 'Open Record 1']);
  });

  test('a quick fix is refused if the text was edited meanwhile', async () => {
    await mistype();
    const before = shownErrors().length;
    await choose(1, 'recorded', 'Change to "2024-05-17"', () => sheet.replace('Talk 1', 'A much longer title'));
    const [error] = await polled('the refusal', () =>
      shownErrors().length > before ? shownErrors().slice(before) : undefined,
    );
    assert.match(String(error), /edited meanwhile/);
    assert.deepEqual([sheet.rows()[0]?.recorded, sheet.rows()[0]?.title], ['2024/05/17', 'A much longer title']);
  });

  test('Edit Field as Text saves the field of the record, and the row follows', async () => {
    await choose(2, 'title', 'Edit Field as Text');
    await until('the text is open', () => vscode.window.activeTextEditor?.document.getText() === 'Talk 2');
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'Long ');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(await document.save());
    assert.equal(service.record(2).title, 'Long Talk 2');
    await until('the row follows', () => sheet.rows()[1]?.title === 'Long Talk 2');
    // The record does not have what the row has.
    await sheet.replace('Talk 1', 'Changed');
    const offered = await choose(1, 'title', /never/);
    assert.ok(!offered.includes('Edit Field as Text'), offered.join(', '));
  });
});
