import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isUnsaved } from '../../../src/files/tabs.ts';
import { type Fault, faults, randomNumbers, seed, steps } from '../../support/host/chance.ts';
import { answering, closeDesk, openRecord, reported, startDesk, until, value } from '../../support/host/records.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import type { RecordService } from '../../support/recordService.ts';

const ids = [1, 2, 3];
const fields = ['title', 'category', 'summary'];

/** One value of a record. Every value of this test occurs once, so that each tells who wrote it. */
interface Cell {
  readonly id: number;
  readonly field: string;
}

/** A worksheet or a record's own editor. */
interface Editor {
  readonly document: vscode.TextDocument;
  readonly cells: readonly Cell[];
  on(cell: Cell): unknown;
  /** What a person has seen in it. */
  readonly seen: Set<unknown>;
}

const cellsOf = (of: readonly number[]) => of.flatMap((id) => fields.map((field): Cell => ({ id, field })));

/**
 * Two people change three records, one of them in a worksheet and in two records' own editors, with faults. No model of
 * the extension: after every step the test asks only whether a text or a change was lost and whether "saved" was true.
 */
suite(`${steps} random steps on a worksheet, seed ${seed}`, () => {
  let service: RecordService;
  suiteSetup(async () => {
    service = await startDesk(ids);
  });
  suiteTeardown(() => closeDesk(service));

  test('no lost text, no lost change, no false "saved"', async function () {
    this.timeout(steps * 2000);
    const { random, pick } = randomNumbers(seed);
    service.etags = seed % 2 === 0;
    let counter = 0;
    const typed = new Set<unknown>();
    /** Every value that the service ever had. */
    const stored = new Set<unknown>();
    const onService = ({ id, field }: Cell) => service.record(id)[field];
    const change = ({ id, field }: Cell) => {
      service.change(id, { [field]: `theirs ${++counter}` });
      stored.add(onService({ id, field }));
    };
    cellsOf(ids).forEach(change);

    const sheet = await openSheet('desk', ids, fields);
    const row = (id: number) => sheet.rows().find((found) => found.id === id);
    const editors: Editor[] = [
      { document: sheet.document, cells: cellsOf(ids), on: ({ id, field }) => row(id)?.[field], seen: new Set() },
    ];
    for (const id of [1, 2]) {
      const document = await openRecord('desk', id);
      editors.push({ document, cells: cellsOf([id]), on: ({ field }) => value(document, field), seen: new Set() });
    }
    const look = ({ cells, on, seen }: Editor) => {
      for (const cell of cells) seen.add(on(cell));
    };

    const type = async (editor: Editor) => {
      const { document, on, cells } = editor;
      const cell = pick(cells);
      const mine = `mine ${++counter}`;
      for (;;) {
        look(editor);
        const { version } = document;
        const old = JSON.stringify(on(cell));
        const start = document.getText().indexOf(old);
        const range = new vscode.Range(document.positionAt(start), document.positionAt(start + old.length));
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, range, JSON.stringify(mine));
        typed.add(mine);
        if (await vscode.workspace.applyEdit(edit)) return;
        await until('the text was replaced', () => document.version > version);
      }
    };

    /** Runs what may write: `decides` if the user answered whose value is to stay. */
    const writing = async (
      editor: Editor,
      step: number,
      write: () => Promise<{ isSaved: boolean; decides: boolean }>,
    ) => {
      const { cells, on, seen, document } = editor;
      look(editor);
      const wanted = new Map(cells.map((cell) => [cell, on(cell)]));
      const before = new Map(cells.map((cell) => [cell, onService(cell)]));
      service.taken();
      const { isSaved, decides } = await write();
      service.calm();
      for (const cell of cells) {
        const [mine, old, now] = [wanted.get(cell), before.get(cell), onService(cell)];
        const place = `${cell.field} of record ${cell.id} at step ${step}`;
        if (now !== old) {
          assert.equal(now, mine, `${place} was written, but nobody typed it`);
          if (!decides) assert.ok(typed.has(old) || seen.has(old), `someone else's change of ${place} was overwritten`);
        }
        const isMine = typed.has(mine) && !stored.has(mine);
        stored.add(now);
        if (decides || !isMine || now === mine) continue;
        assert.ok(!isSaved, `${place} was called saved, but was not`);
        assert.equal(on(cell), mine, `the text of ${place} was lost`);
        assert.ok(isUnsaved(document), `${place} is unsaved, but its editor is clean`);
      }
      if (!isSaved || isUnsaved(document)) return;
      // What has nothing to save is not read.
      const read = new Set(service.taken().map((request) => Number(request.split(' ')[1])));
      const answered = cells.filter(({ id }) => read.has(id));
      await until('the editor shows what was read', () => answered.every((cell) => on(cell) === onService(cell)));
    };

    const save = (editor: Editor, choice: string, fault?: Fault) => async () => {
      if (fault) service.intercept('PATCH', (_request, response, proceed) => fault(response, proceed));
      let isSaved = false;
      const asked = await answering(choice, async () => {
        isSaved = await editor.document.save();
      });
      return { isSaved, decides: asked.some((question) => /someone else/i.test(question)) };
    };

    /** Answers a conflict in a row, where there is one. */
    const resolve = (answer: string) => async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        sheet.document.uri,
        100,
      );
      const lens = lenses.find(({ command }) => command?.title === answer)?.command;
      if (lens) await vscode.commands.executeCommand(lens.command, ...(lens.arguments ?? []));
      return { isSaved: false, decides: lens !== undefined };
    };

    const reload = (editor: Editor) => async () => {
      await reported('videoRecords.reload', editor.document.uri);
      return { isSaved: false, decides: false };
    };

    for (let step = 0; step < steps; step++) {
      const editor = pick(editors);
      const kind = random(12);
      const choice = pick(['Save', 'Save', 'Save', 'Save Anyway', 'Keep Theirs', 'Keep Mine', 'Take Theirs', 'Cancel']);
      if (kind < 4) await type(editor);
      else if (kind < 6) change(pick(editor.cells));
      else if (kind < 9) await writing(editor, step, save(editor, choice));
      else if (kind < 10) await writing(editor, step, save(editor, choice, pick(faults)));
      else if (kind < 11) await writing(editor, step, reload(editor));
      else await writing(editors[0] ?? assert.fail(), step, resolve(pick(['Keep Mine', 'Take Theirs'])));
      editors.forEach(look);
    }
  });
});
