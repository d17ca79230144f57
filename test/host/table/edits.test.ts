import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showPage } from '../../../src/workbench/pageFrame.ts';
import { randomNumbers, seed } from '../../support/host/chance.ts';
import { closeDesk, command, startDesk, until } from '../../support/host/records.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { type StandInTable, standInTable } from '../../support/host/tables.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import { polled } from '../../support/polled.ts';
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
    // There is none if a test failed before.
    table?.dispose();
    // What checks find opens in the view that was used last.
    await command('openJson', document.uri.toString());
    await closeDesk(service);
  });

  /** VS Code 1.105 goes on to list the editors of a review that was closed, so it must be this text. */
  const isTextVisible = () => vscode.window.visibleTextEditors.some((editor) => editor.document === document);

  /** Shows the worksheet as a table and nothing else. */
  const showTable = async () => {
    await command('openTable', document.uri.toString());
    await until('the table is active', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom && !isTextVisible();
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

  const rowOf = (id: number) =>
    (JSON.parse(document.getText()) as Record<string, unknown>[]).find((row) => row.id === id);

  test('an edit of a value that the page did not see is refused, and so is a value of the wrong type', async () => {
    await showTable();
    const before = document.getText();
    const edit = { id: 2, field: 'title', old: '"Another"', text: '"Mine"' };
    assert.equal(await table.edit([edit]), 'The worksheet was edited meanwhile. Your text was not changed. Try again.');
    const number = { id: 2, field: 'duration', old: '1800', text: '18 00' };
    assert.equal(await table.edit([number]), '"duration" must be an integer or null.');
    assert.equal(
      await table.edit([{ ...number, field: 'id', old: '2', text: '3' }]),
      "The ID of a record can't be changed.",
    );
    assert.equal(
      await table.edit([{ ...edit, id: 99 }]),
      'The worksheet was edited meanwhile. Your text was not changed. Try again.',
    );
    assert.equal(document.getText(), before);
  });

  test('messages that are none are passed over', async () => {
    await showTable();
    const before = document.getText();
    const [first, ...others] = [
      { type: 'edit', number: 1, isOpen: false, cells: [{ id: 1, field: 'title', old: '"Talk 1"', text: 7 }] },
      { type: 'edit', number: '1', isOpen: false, cells: [{ id: 1, field: 'title', old: '"Talk 1"', text: '"x"' }] },
      { type: 'open', id: 1.5 },
      { type: 'values' },
      { type: 'unknown' },
      null,
    ];
    for (const message of [first, ...others]) table.say(message as never);
    const { length } = table.sent;
    assert.equal(await table.edit([{ id: 1, field: 'title', old: '"Talk 1"', text: '"Talk 1"' }]), undefined);
    assert.equal(document.getText(), before);
    assert.equal(table.sent.length, length + 1);
  });

  test('the page may load our script and style, and nothing else', () => {
    const webview = { cspSource: 'https://own.example', asWebviewUri: (uri: vscode.Uri) => uri, html: '', options: {} };
    showPage(webview as unknown as vscode.Webview, vscode.Uri.file('/extension'), { name: 'table', title: 'Table' });
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(webview.html) ?? [];
    const [, nonce = ''] = /<script nonce="([^"]+)"/.exec(webview.html) ?? [];
    assert.match(nonce, /^[\w-]{32}$/);
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      'style-src https://own.example',
      "img-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test('a table as the only editor can be reloaded, and a diff of worksheets stays text', async () => {
    await typeInText('"Talk 1"', '"Unsaved"');
    await showTable();
    const isActive = (kind: typeof vscode.TabInputTextDiff | typeof vscode.TabInputCustom) =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof kind;
    const tableTab = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail();
    await vscode.window.tabGroups.close(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => tab !== tableTab),
    );
    service.change(2, { title: 'Theirs' });
    await command('reload');
    await until('the row follows', () => document.getText().includes('"Theirs"'));
    await vscode.commands.executeCommand('vscode.diff', document.uri, document.uri.with({ query: 'ids=1' }));
    await until('the diff is one of texts', () => isActive(vscode.TabInputTextDiff));
  });

  test('a paste is one edit and one undo, and all of it or nothing is written', async () => {
    await showTable();
    const before = document.getText();
    const cells = ids.map((id) => ({ id, field: 'title', old: `"Talk ${id}"`, text: `"Pasted ${id} 🌊"` }));
    assert.match(
      String(await table.edit([...cells, { id: 1, field: 'summary', old: '"A short summary."', text: '1' }])),
      /string/,
    );
    assert.equal(document.getText(), before);
    assert.equal(await table.edit(cells), undefined);
    assert.deepEqual(
      ids.map((id) => rowOf(id)?.title),
      ids.map((id) => `Pasted ${id} 🌊`),
    );
    await vscode.commands.executeCommand('undo');
    await until('the paste is undone', () => document.getText() === before);
  });

  test('one undo takes back what was typed into a cell, and stops at a value that was typed on purpose', async () => {
    await showTable();
    const title = (text: string) => ({ id: 1, field: 'title', text: JSON.stringify(text) });
    const commit = async (old: string, text: string) =>
      assert.equal(await table.edit([{ ...title(text), old: JSON.stringify(old) }]), undefined);
    await commit('Talk 1', 'Foo');
    await commit('Foo', 'Baz');
    for (const draft of ['F', 'Foo', 'Food']) await table.edit([{ ...title(draft), old: '"Baz"' }], true);
    await commit('Baz', 'Foods');
    const seen: unknown[] = [];
    const listener = vscode.workspace.onDidChangeTextDocument(({ contentChanges }) => {
      if (contentChanges.length > 0) seen.push(rowOf(1)?.title);
    });
    for (const [key, expected] of [
      ['undo', 'Baz'],
      ['undo', 'Foo'],
      ['redo', 'Baz'],
      ['redo', 'Foods'],
      ['undo', 'Baz'],
    ] as const) {
      await vscode.commands.executeCommand(key);
      await until(`${key} shows ${expected}`, () => rowOf(1)?.title === expected);
    }
    listener.dispose();
    const there = ['Food', 'Foo', 'F', 'Baz'];
    assert.deepEqual(seen, [...there, 'Foo', 'Baz', 'F', 'Foo', 'Food', 'Foods', ...there]);
  });

  test('one undo of what was typed into a cell takes back nothing that was edited elsewhere meanwhile', async () => {
    await showTable();
    const cell = { id: 1, field: 'title', old: '"Talk 1"' };
    assert.equal(await table.edit([{ ...cell, text: '"F"' }], true), undefined);
    await typeInText('"Talk 2"', '"Edited in the text"');
    assert.equal(await table.edit([{ ...cell, text: '"Fo"' }]), undefined);
    await vscode.commands.executeCommand('undo');
    await until('what was typed last is undone', () => rowOf(1)?.title === 'F');
    assert.equal(rowOf(2)?.title, 'Edited in the text');
    await vscode.commands.executeCommand('undo');
    await until('the edit before it is undone', () => rowOf(2)?.title === 'Talk 2');
    assert.equal(rowOf(1)?.title, 'F');
  });

  test('leaving a cell whose value was changed elsewhere meanwhile says so', async () => {
    await showTable();
    const cell = { id: 1, field: 'title', old: '"Talk 1"', text: '"Mine"' };
    assert.equal(await table.edit([cell], true), undefined);
    await typeInText('"Mine"', '"Theirs"');
    assert.match(String(await table.edit([cell])), /edited meanwhile/);
    assert.equal(rowOf(1)?.title, 'Theirs');
  });

  test('after a wrong value, a right one is written over one that is laid out on several lines', async () => {
    const old = '[18,\n  0]';
    await typeInText('1800', old);
    await showTable();
    const before = document.getText();
    const cell = { id: 1, field: 'duration', old };
    assert.match(String(await table.edit([{ ...cell, text: '1h' }])), /integer/);
    // The same with a right one before it.
    assert.equal(await table.edit([{ ...cell, text: '1' }], true), undefined);
    assert.match(String(await table.edit([{ ...cell, text: '1h' }], true)), /integer/);
    await until('the text is as it was', () => document.getText() === before);
    assert.equal(await table.edit([{ ...cell, text: '12' }]), undefined);
    assert.equal(rowOf(1)?.duration, 12);
  });

  test('null, a missing field and all digits of a number are written as they are', async () => {
    await showTable();
    assert.equal(
      await table.edit([{ id: 1, field: 'duration', old: '1800', text: '1.50' }]),
      '"duration" must be an integer or null.',
    );
    assert.equal(
      await table.edit([{ id: 1, field: 'duration', old: '1800', text: '10000000000000000001' }]),
      undefined,
    );
    assert.equal(await table.edit([{ id: 2, field: 'duration', old: '1800', text: 'null' }]), undefined);
    assert.equal(await table.edit([{ id: 3, field: 'duration', old: '1800', text: null }]), undefined);
    assert.match(document.getText(), /"duration": 10000000000000000001 /);
    assert.equal(rowOf(2)?.duration, null);
    assert.ok(!('duration' in (rowOf(3) ?? {})));
    assert.equal(await table.edit([{ id: 3, field: 'duration', old: null, text: '5' }]), undefined);
    assert.equal(rowOf(3)?.duration, 5);
  });

  test('the beginning of a wrong value is not left in the text', async () => {
    await showTable();
    const before = document.getText();
    const cell = { id: 1, field: 'duration', old: '1800' };
    assert.equal(await table.edit([{ ...cell, text: '1' }], true), undefined);
    assert.equal(rowOf(1)?.duration, 1);
    assert.match(String(await table.edit([{ ...cell, text: '1h' }], true)), /integer/);
    await until('the text is as it was', () => document.getText() === before);
    assert.equal(await table.edit([{ ...cell, text: '12' }]), undefined);
    assert.equal(rowOf(1)?.duration, 12);
  });

  test('a value with line ends is written on one line, and typing goes on', async () => {
    await showTable();
    const cell = { id: 1, field: 'summary', old: '"A short summary."' };
    assert.equal(await table.edit([{ ...cell, text: '"One"\n' }], true), undefined);
    assert.equal(await table.edit([{ ...cell, text: '"One more"\n' }]), undefined);
    assert.equal(rowOf(1)?.summary, 'One more');
  });

  test('the page has the new value before the answer, because it may open the cell again at once', async () => {
    await showTable();
    table.say({ type: 'ready' });
    await polled('the rows are shown', () => table.sent.find(({ type }) => type === 'show'));
    for (const isOpen of [true, false]) {
      const [old, text] = isOpen ? ['"Talk 1"', '"Typed"'] : ['"Typed"', '"Talk 1"'];
      assert.equal(await table.edit([{ id: 1, field: 'title', old, text }], isOpen), undefined);
      const answer = table.sent.findLastIndex(({ type }) => type === 'answer');
      const before = table.sent.slice(0, answer).findLast((one) => one.type === 'update' && one.rows.length > 0);
      assert.ok(JSON.stringify(before).includes(JSON.stringify(text)), JSON.stringify(before));
    }
  });

  test('a save waits for a paste', async () => {
    await showTable();
    const cells = ids.map((id) => ({ id, field: 'title', old: `"Talk ${id}"`, text: `"Pasted ${id}"` }));
    void table.edit(cells);
    await vscode.commands.executeCommand('workbench.action.files.saveAll');
    assert.deepEqual(
      ids.map((id) => rowOf(id)?.title),
      ids.map((id) => `Pasted ${id}`),
    );
  });

  test('a worksheet without rows is shown once, not again and again', async () => {
    await showTable();
    table.say({ type: 'ready' });
    await polled('the rows are shown', () => table.sent.find(({ type }) => type === 'show'));
    const before = document.getText();
    await typeInText(before, '[]\n');
    const empty = () => table.sent.filter((message) => message.type === 'show' && message.rows.length === 0);
    await polled('no rows are shown', () => empty().at(-1));
    await vscode.commands.executeCommand('undo');
    await polled(
      'the rows are back',
      () => table.sent.findLast(({ type }) => type === 'show') !== empty().at(-1) || undefined,
    );
    assert.equal(empty().length, 1);
  });

  test('a page that comes back while the text is no JSON has the rows from before', async () => {
    await showTable();
    table.say({ type: 'ready' });
    await polled('the rows are shown', () => table.sent.find(({ type }) => type === 'show'));
    await typeInText('[', '');
    await polled('the page knows', () => table.sent.find((one) => one.type === 'update' && one.state.error));
    table.say({ type: 'ready' });
    const shown = await polled('the rows are shown again', () =>
      table.sent.find((message) => message.type === 'show' && message.state.error !== undefined),
    );
    assert.equal(shown.type === 'show' && shown.rows.length, ids.length);
    await vscode.commands.executeCommand('undo');
  });

  test('Save All saves what is typed in an open cell', async () => {
    await showTable();
    const cell = { id: 1, field: 'title', old: '"Talk 1"' };
    void table.edit([{ ...cell, text: '"Ty"' }], true);
    await until('the first key is written', () => document.isDirty);
    void table.edit([{ ...cell, text: '"Typed"' }], true);
    await vscode.commands.executeCommand('workbench.action.files.saveAll');
    assert.equal(service.record(1).title, 'Typed');
    assert.equal(await table.edit([{ ...cell, text: '"Typed on"' }]), undefined);
    assert.equal(rowOf(1)?.title, 'Typed on');
  });

  test('Open Record… that is closed because the table takes the focus back is shown once more', async () => {
    await showTable();
    let shown = 0;
    const { createQuickPick } = vscode.window;
    const closing = () => {
      const pick = createQuickPick();
      const show = pick.show.bind(pick);
      pick.show = () => {
        shown += 1;
        show();
        queueMicrotask(() => pick.hide());
      };
      return pick;
    };
    assert.deepEqual(await withStandIn('createQuickPick', closing, () => command('open')), []);
    assert.equal(shown, 2);
  });

  test('a read-only service is shown, and refuses edits', async () => {
    await showTable();
    table.dispose();
    table = await standInTable(document.uri, 'readOnly');
    const edit = { id: 1, field: 'title', old: '"Talk 1"', text: '"Mine"' };
    assert.equal(await table.edit([edit]), 'The settings make "desk" read-only.');
    table.say({ type: 'ready' });
    const shown = await polled('the rows are shown', () => table.sent.find((message) => message.type === 'show'));
    assert.deepEqual([shown.rows.length, shown.state.isReadOnly], [4, true]);
  });

  test('a text that is no JSON any more is said, its rows stay on screen, and nothing is lost', async () => {
    await showTable();
    table.say({ type: 'ready' });
    await polled('the rows are shown', () => table.sent.find(({ type }) => type === 'show'));
    const before = document.getText();
    const updates = () => table.sent.filter((message) => message.type === 'update');
    const edit = { id: 2, field: 'title', old: '"Talk 2"', text: '"Mine"' };

    await typeInText('"Talk 1"', '"Talk 1');
    const broken = () =>
      updates()
        .flatMap(({ rows }) => rows)
        .find(([at, row]) => at === 0 && row.isLocked);
    assert.equal((await polled('the row is locked', broken))[1].status, 'has a problem');
    assert.equal(await table.edit([edit]), undefined);
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    await until('the text is whole again', () => document.getText() === before);

    await typeInText('[', '');
    const last = await polled('the page knows', () => updates().find(({ state }) => state.error !== undefined));
    assert.deepEqual(last.rows, []);
    assert.match(String(last.state.error), /list of records in brackets/);
    assert.match(String(await table.edit([edit])), /edited meanwhile/);
    await vscode.commands.executeCommand('undo');
    await until('the text is whole again', () => document.getText() === before);
    assert.equal(await table.edit([edit]), undefined);
  });

  test('another view never loses unsaved changes, both can be open, and a check opens the last one', async () => {
    await typeInText('"Talk 1"', '"Unsaved"');
    await showTable();
    assert.match(document.getText(), /"Unsaved"/);
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand('vscode.openWith', document.uri, 'default', vscode.ViewColumn.Beside);
    await until('both views are open', isTextVisible);
    assert.equal(await table.edit([{ id: 2, field: 'title', old: '"Talk 2"', text: '"In both 🌊🌊"' }]), undefined);
    assert.equal(
      await table.edit([{ id: 2, field: 'title', old: '"In both 🌊🌊"', text: '"In both 🌍🌊"' }]),
      undefined,
    );
    assert.match(document.getText(), /In both 🌍🌊/);
    service.change(3, { speakers: ['Ada Example', 'ada example'], tags: ['boats', 'boats'] });
    await command('check', { service: 'desk', ids: [3, 4] });
    await until('what was found is a table', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom && input.uri.query.startsWith('ids=3');
    });
  });
});
