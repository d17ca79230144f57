import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { randomNumbers, seed } from '../../support/host/chance.ts';
import { closeDesk, command, startDesk, until } from '../../support/host/records.ts';
import { type StandInTable, standInTable } from '../../support/host/tables.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

const ids = [1, 2, 3, 4];
const fields = ['title', 'summary', 'duration'];
const rounds = 60;

suite(`table edits, seed ${seed}`, () => {
  let service: RecordService;
  let document: vscode.TextDocument;
  let table: StandInTable;
  setup(async () => {
    service = await startDesk(ids);
    ({ document } = await openSheet('desk', ids, fields));
  });
  teardown(async () => {
    table.dispose();
    await closeDesk(service);
  });

  /** Shows the worksheet as a table and nothing else. */
  const showTable = async () => {
    await command('openTable', document.uri.toString());
    await until('the table is active', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom && vscode.window.visibleTextEditors.length === 0;
    });
    table = await standInTable(document.uri);
  };

  /** A member as it stands in the text. With its field, every value is unique there. */
  const member = (field: string, raw: string) => `"${field}": ${raw}${field === fields.at(-1) ? ' }' : ','}`;
  const typeInText = async (old: string, by: string) => {
    const start = document.getText().indexOf(old);
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + old.length));
    edit.replace(document.uri, range, by);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };

  test('edits of cells and of the text, undo and redo in any order give the text that the same edits of a text give', async function () {
    this.timeout(120_000);
    await showTable();
    const { random, pick } = randomNumbers(seed);
    let counter = 0;
    const values = new Map<string, string>();
    const key = (id: number, field: string) => `${id} ${field}`;
    const fresh = (field: string) => {
      counter += 1;
      const text = `${pick(['🌊', 'é', '👩‍👩‍👧', '"', '}', '\\', '日本', ' '])} ${counter}`;
      return field === 'duration' ? `${counter}${pick(['.0', '00000000000000000001', '0'])}` : JSON.stringify(text);
    };
    // A value of its own for each cell.
    for (const id of ids) {
      for (const field of fields) {
        const raw = field === 'duration' ? `${900 + id}${id}` : JSON.stringify(`${field} of ${id} 🚢`);
        values.set(key(id, field), raw);
      }
    }
    const rows = ids.map((id) => {
      const members = fields.map((field) => `"${field}": ${values.get(key(id, field))}`);
      return `  { "id": ${id}, ${members.join(', ')} }`;
    });
    await typeInText(document.getText(), `[\n${rows.join(',\n')}\n]\n`);

    interface Step {
      readonly text: string;
      readonly values: ReadonlyMap<string, string>;
    }
    const past: Step[] = [];
    const future: Step[] = [];
    const state = (): Step => ({ text: document.getText(), values: new Map(values) });
    const setValues = (step: Step) => {
      values.clear();
      for (const [cell, raw] of step.values) values.set(cell, raw);
    };
    const go = async (from: Step[], to: Step[], name: 'undo' | 'redo') => {
      const step = from.pop();
      if (!step) return;
      to.push(state());
      await vscode.commands.executeCommand(name);
      await until(`${name} has ended`, () => document.getText() === step.text).catch(() =>
        assert.equal(document.getText(), step.text, `${name}, steps left: ${from.length}`),
      );
      setValues(step);
    };

    for (let round = 0; round < rounds; round += 1) {
      const [id, field] = [pick(ids), pick(fields)];
      const old = values.get(key(id, field)) ?? '';
      const now = fresh(field);
      const before = state();
      const expected = before.text.replace(member(field, old), () => member(field, now));
      const kind = random(8);
      if (kind === 0) await go(past, future, 'undo');
      else if (kind === 1) await go(future, past, 'redo');
      else {
        if (kind < 4) await typeInText(member(field, old), member(field, now));
        else if (kind < 6) assert.equal(await table.edit([{ id, field, old, text: now }]), undefined);
        else {
          for (let key = 0; key < 3; key += 1) {
            void table.edit([{ id, field, old, text: fresh(field) }], true);
            if (key === 0) await until('the first key is written', () => document.getText() !== before.text);
          }
          assert.equal(await table.edit([{ id, field, old, text: now }]), undefined);
        }
        assert.equal(document.getText(), expected, `round ${round}, kind ${kind}`);
        values.set(key(id, field), now);
        past.push(before);
        future.length = 0;
      }
    }
    while (past.length > 0) await go(past, future, 'undo');
    while (future.length > 0) await go(future, past, 'redo');
  });
});
