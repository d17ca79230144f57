import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../../../src/api.ts';
import { isUnsaved } from '../../../src/files/tabs.ts';
import { applyEdits } from '../../../src/workbench/edits.ts';
import { randomNumbers, seed } from '../../support/host/chance.ts';
import { closeDesk, command, openRecord, startDesk, until, value } from '../../support/host/records.ts';
import { withStandIn } from '../../support/host/standIn.ts';
import { openSheet } from '../../support/host/worksheets.ts';
import { type RecordService, reply } from '../../support/recordService.ts';

const steps = Number(process.env.VR_RANDOM_STEPS ?? 120);
const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const inEditors = [1, 2, 3];
const fields = ['title', 'category', 'summary'];
const atOnce = 3;

/** One value of a record. Every value of this test occurs once, so that each tells who wrote it. */
interface Cell {
  readonly id: number;
  readonly field: string;
}

interface Editor {
  readonly name: string;
  readonly document: vscode.TextDocument;
  readonly cells: readonly Cell[];
  on(cell: Cell): unknown;
}

/** What happened to the records of the service, in its order. */
interface Stored extends Cell {
  readonly by: 'us' | 'them';
  readonly before: unknown;
  readonly after: unknown;
  /** Whether someone else wrote the record between our last read of it and this write: without an ETag nobody notices. */
  readonly isRace: boolean;
}

const keyOf = ({ id, field }: Cell) => `${field} of ${id}`;

/**
 * Up to three operations at a time on three records in editors, a worksheet that contains them and the text of a field,
 * with slow answers and faults. There is no model of the extension: once everything is at rest, the test asks only whether
 * what was sent was typed, what was called saved was stored, and whose values were overwritten. `VR_RANDOM_SEED` and
 * `VR_RANDOM_STEPS` choose another run; a failure prints what happened before it.
 */
suite(`${steps} overlapping operations, seed ${seed}`, () => {
  let service: RecordService;
  suiteSetup(async () => {
    service = await startDesk(ids);
  });
  suiteTeardown(() => closeDesk(service));

  test('everything that is sent was typed, nothing that was saved is lost, and nobody is overwritten unasked', async function () {
    this.timeout(steps * 3000 + 60_000);
    const { random, pick } = randomNumbers(seed);
    const trace: string[] = [];
    const note = (what: string) => void trace.push(`${trace.length} ${what}`);
    service.etags = seed % 2 === 0;

    let counter = 0;
    const typed = new Map<string, Set<unknown>>();
    const onScreen = new Set<unknown>();
    const answered = new Set<string>();
    const cells = ids.flatMap((id) => fields.map((field): Cell => ({ id, field })));
    const typedIn = (cell: Cell) => typed.get(keyOf(cell)) ?? new Set();
    const typeIn = (cell: Cell, text: string) => typed.set(keyOf(cell), new Set(typedIn(cell)).add(text));

    const stored: Stored[] = [];
    const raced = new Map<number, boolean>();
    const onService = ({ id, field }: Cell) => service.record(id)[field];
    const change = (cell: Cell) => {
      const before = onService(cell);
      const after = `theirs ${++counter}`;
      service.change(cell.id, { [cell.field]: after });
      stored.push({ ...cell, by: 'them', before, after, isRace: false });
      raced.set(cell.id, true);
      note(`they write ${keyOf(cell)}: ${before} -> ${after}`);
    };
    cells.forEach(change);
    service.granted = ({ method, id, body }, before) => {
      if (method === 'GET') raced.set(id, false);
      if (method !== 'PATCH') return;
      for (const [field, after] of Object.entries<unknown>(JSON.parse(body))) {
        if (!fields.includes(field) || before[field] === after) continue;
        stored.push({ id, field, by: 'us', before: before[field], after, isRace: raced.get(id) === true });
        note(`we write ${field} of ${id}: ${before[field]} -> ${after}`);
      }
    };

    const sheet = await openSheet('desk', ids, fields);
    const row = (id: number) => sheet.rows().find((found) => found.id === id);
    const editors: Editor[] = [
      { name: 'sheet', document: sheet.document, cells, on: ({ id, field }) => row(id)?.[field] },
    ];
    for (const id of inEditors) {
      const document = await openRecord('desk', id);
      const own = cells.filter((cell) => cell.id === id);
      editors.push({ name: `record ${id}`, document, cells: own, on: ({ field }) => value(document, field) });
    }
    const fieldCell: Cell = { id: 1, field: 'summary' };
    const fieldUri = await command<string>('editFieldAsText', { uri: editors[1]?.document.uri, field: 'summary' });
    const fieldDocument = await vscode.workspace.openTextDocument(vscode.Uri.parse(fieldUri));
    editors.push({ name: 'field', document: fieldDocument, cells: [fieldCell], on: () => fieldDocument.getText() });

    const last = new Map<string, unknown>();
    /** An undo is an edit like any other: what it brings back counts as typed. */
    const look = (isUndone = false, changed?: vscode.TextDocument) => {
      for (const { name, document, cells: shown, on } of editors) {
        for (const cell of shown) {
          const [place, now] = [`${name} ${keyOf(cell)}`, quietly(() => on(cell))];
          if (isUndone && document === changed && typeof now === 'string' && last.get(place) !== now) {
            note(`undone in ${place}: ${last.get(place)} -> ${now}`);
            typeIn(cell, now);
          }
          last.set(place, now);
          onScreen.add(now);
        }
      }
    };
    const looking = vscode.workspace.onDidChangeTextDocument(({ document, reason }) =>
      look(reason !== undefined, document),
    );
    look();

    const type = async ({ name, document, cells: own, on }: Editor) => {
      const cell = pick(own);
      const mine = `mine ${++counter}`;
      for (let tries = 0; tries < 20; tries += 1) {
        look();
        const { version } = document;
        const old = on(cell);
        if (typeof old !== 'string') return;
        const [from, to] = name === 'field' ? [old, mine] : [JSON.stringify(old), JSON.stringify(mine)];
        const start = document.getText().indexOf(from);
        typeIn(cell, mine);
        if (await applyEdits(document, version, [{ offset: start, length: from.length, text: to }])) {
          note(`type into ${name}: ${keyOf(cell)} ${old} -> ${mine}`);
          return;
        }
        await until('the text was replaced', () => document.version > version).catch(() => {});
      }
    };

    /** What is typed and on screen when a save begins is stored when it is called saved, or still unsaved. */
    const save = async ({ name, document, cells: own, on }: Editor) => {
      const wanted = own.map((cell) => [cell, on(cell)] as const).filter(([cell, mine]) => typedIn(cell).has(mine));
      // A field's text that follows what was typed into its record has nothing to save, and VS Code asks nobody.
      const isFollowing = name === 'field' && !isUnsaved(document);
      note(`save ${name}`);
      const isSaved = await document.save();
      note(`${name} ${isSaved ? 'is saved' : 'is not saved'}`);
      if (!isSaved || isFollowing || isUnsaved(document)) return;
      for (const [cell, mine] of wanted) {
        if (on(cell) !== mine || answered.has(keyOf(cell))) continue;
        const wasStored = stored.some((one) => keyOf(one) === keyOf(cell) && one.after === mine);
        if (!wasStored) assert.fail(`${mine}, ${keyOf(cell)}, was called saved in ${name}, but was not`);
      }
    };

    const api = vscode.extensions.getExtension<VideoRecordsApi>('video-records.video-records')?.exports;
    const saveByProgram = async () => {
      const cell = pick(cells);
      const mine = `mine ${++counter}`;
      typeIn(cell, mine);
      // A program says what to store, whatever was there.
      answered.add(keyOf(cell));
      note(`a program saves ${keyOf(cell)}: ${mine}`);
      await api?.save({ service: 'desk', id: cell.id }, { [cell.field]: JSON.stringify(mine) }).catch(() => {});
    };

    const resolve = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        sheet.document.uri,
        100,
      );
      const answers = lenses.filter((lens) => ['Keep Mine', 'Take Theirs'].includes(lens.command?.title ?? ''));
      const lens = answers.length > 0 ? pick(answers).command : undefined;
      if (!lens) return;
      const [{ id }] = lens.arguments as [{ id: number }];
      for (const field of fields) answered.add(keyOf({ id, field }));
      note(`${lens.title} in the row of ${id}`);
      await vscode.commands.executeCommand(lens.command, ...(lens.arguments ?? []));
    };

    const undo = async ({ name, document }: Editor) => {
      // VS Code refuses if another operation opens a diff at that moment.
      const isShown = await vscode.window.showTextDocument(document, { preview: false }).then(Boolean, () => false);
      if (!isShown) return;
      note(`undo in ${name}`);
      await vscode.commands.executeCommand('undo');
    };

    /** Answers whatever is asked, and remembers which fields it was about. */
    const answer = async (message: string, options: vscode.MessageOptions = {}, ...choices: string[]) => {
      if (!options.modal) return undefined;
      const choice = pick([...choices, undefined]);
      note(`asked: ${message} ${JSON.stringify(options.detail ?? '').slice(0, 200)}: ${choice}`);
      const about = `${message} ${options.detail ?? ''}`;
      const touched = (cell: Cell) => typedIn(cell).size > 0;
      for (const field of fields.filter((one) => about.includes(one))) {
        const isTouched = cells.some((cell) => cell.field === field && touched(cell));
        assert.ok(isTouched, `asked about ${field}, which nobody has touched: ${message}`);
        for (const id of ids) answered.add(keyOf({ id, field }));
      }
      return choice;
    };

    const faulty = () => {
      const kind = random(3);
      service.intercept(pick(['GET', 'PATCH']), (_request, response, proceed) => {
        if (kind === 0) return reply(response, { status: 503, body: '{"detail":"Busy."}' });
        if (kind === 1) proceed();
        response.socket?.destroy();
      });
    };

    const operation = (): Promise<unknown> => {
      const editor = pick(editors);
      const kind = random(21);
      if (kind < 6) return type(editor);
      if (kind < 9) return save(editor);
      if (kind < 11) return save(editors[0] ?? assert.fail());
      if (kind < 12) return saveAll();
      if (kind < 14) return reload(editor);
      if (kind < 15) return saveByProgram();
      if (kind < 17) return Promise.resolve(change(pick(random(2) === 0 ? editor.cells : cells)));
      if (kind < 18) return resolve();
      if (kind < 19) return undo(editor);
      if (kind < 20) return compare(editor);
      return Promise.resolve(faulty());
    };
    const saveAll = async () => {
      note('save all');
      await vscode.workspace.saveAll();
    };
    const reload = async ({ name, document }: Editor) => {
      if (name === 'field') return;
      note(`reload ${name}`);
      await vscode.commands.executeCommand('videoRecords.reload', document.uri);
      note(`reloaded ${name}`);
    };

    const compare = async ({ name, document: { uri }, cells: own }: Editor) => {
      if (name === 'field') return;
      const { id } = pick(own);
      note(`compare ${id} in ${name}`);
      if (name !== 'sheet') await vscode.commands.executeCommand('videoRecords.compare', uri);
      else {
        const action = { uri: uri.toString(), action: 'compare', id };
        await vscode.commands.executeCommand('videoRecords.worksheetAction', action);
      }
      note(`compared ${id} in ${name}`);
    };

    try {
      await withStandIn('showWarningMessage', answer, async () => {
        service.answerDelay = () => random(150);
        const running = new Map<number, Promise<unknown>>();
        for (let step = 0; step < steps; step += 1) {
          note(`begins ${step}`);
          const one = operation().finally(() => {
            running.delete(step);
            note(`ends ${step}`);
          });
          running.set(step, one);
          if (running.size >= atOnce) await within(30_000, Promise.race(running.values()));
        }
        await within(60_000, Promise.all(running.values()));
        service.calm();
        service.answerDelay = () => 0;
        note('at rest');
      });
      for (const one of stored.filter(({ by }) => by === 'us')) {
        const place = `${keyOf(one)}: ${one.before} -> ${one.after}`;
        assert.ok(typedIn(one).has(one.after), `nobody typed what was sent for ${place}`);
        const isTheirs = !typedIn(one).has(one.before);
        if (!isTheirs || answered.has(keyOf(one)) || (one.isRace && !service.etags)) continue;
        assert.ok(onScreen.has(one.before), `someone else's value was overwritten unseen in ${place}`);
      }
      for (const { name, document, cells: own, on } of editors) {
        if (name === 'field' || isUnsaved(document)) continue;
        await vscode.commands.executeCommand('videoRecords.reload', document.uri);
        if (isUnsaved(document)) continue;
        await until(`${name} shows what the service has`, () => own.every((cell) => on(cell) === onService(cell)));
      }
    } catch (failure) {
      const tail = trace.slice(-400).join('\n');
      throw new Error(`${failure instanceof Error ? failure.message : failure}\n${tail}`, { cause: failure });
    } finally {
      looking.dispose();
    }
  });
});

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('An operation stalled.')), milliseconds);
  });
  return Promise.race([work, stalled]).finally(() => clearTimeout(timer));
}

function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
