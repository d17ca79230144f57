import * as vscode from 'vscode';
import { answering, closeAll, until } from '../../support/host/records.ts';
import { latencyMs } from '../benchRecords.ts';
import { type Figure, type Medians, megabytes, milliseconds, ratioFigure } from '../figures.ts';
import { heapNow } from '../heap.ts';
import { median, sideBySide, timed } from '../measure.ts';
import type { Bare } from './bare.ts';
import { longestBlock, press } from './typing.ts';

const many = Array.from({ length: 1000 }, (_, at) => at + 1);
/** For the floor, so that ours has nothing to merge. */
const others = many.map((id) => id + many.length);
const most = Array.from({ length: 2000 }, (_, at) => at + 2001);
/** What the heap of a busy extension host moves by from one look to the next. */
const noise = 4 * 1024 * 1024;

/** A service of the bench, and how its answers are named in a figure. */
interface Side {
  readonly service: string;
  readonly bare: Bare;
  readonly pace: string;
  /** Only where answers take time, as those of real services do. */
  readonly most?: number;
}

/** Worksheets against the same requests with nothing around them, in the same run. */
export async function worksheetFigures(distant: Bare, near: Bare): Promise<Figure[]> {
  const sides: Side[] = [
    { service: 'distant', bare: distant, pace: `${latencyMs} ms per answer`, most: 1.3 },
    { service: 'bench', bare: near, pace: 'answers at once' },
  ];
  const figures: Figure[] = [];
  for (const side of sides) figures.push(await openingFigure(side), await savingFigure(side));
  return [...figures, ...(await largeFigures(distant))];
}

/**
 * Where answers come at once, all that is measured is computing: the floor only parses each answer, while a worksheet
 * formats, compares, verifies, records and shows it. That ratio is for information.
 */
function paceFigure(figure: string, medians: Medians, against: string, { pace, most }: Side): Figure {
  const made = ratioFigure(`${figure}, ${pace}`, medians, against, most ?? Number.POSITIVE_INFINITY);
  return most === undefined ? { ...made, target: 'none: for information' } : made;
}

async function openingFigure(side: Side): Promise<Figure> {
  const ours = async () => {
    const time = await timed(() => openWorksheet(side.service, many, ['title', 'speakers']));
    await closeAll();
    return time;
  };
  const floor = () => timed(() => inParallel(many, 6, async (id) => JSON.parse(await side.bare.get(id))));
  const medians = await sideBySide(3, 1, ours, floor);
  return paceFigure(
    `open a worksheet of ${many.length} records`,
    medians,
    'raw GETs and JSON.parse, as many at a time',
    side,
  );
}

async function savingFigure(side: Side): Promise<Figure> {
  const document = await openWorksheet(side.service, many, ['title', 'speakers']);
  const ours = async (round: number) => {
    await retitle(document, `Ours ${round}`);
    return timed(async () => {
      await answering('Save', () => document.save() as Promise<boolean>);
      if (document.isDirty) throw new Error('The worksheet was not saved.');
    });
  };
  const floor = (round: number) =>
    timed(() =>
      inParallel(others, 4, async (id) => {
        JSON.parse(await side.bare.get(id));
        JSON.parse(await side.bare.patch(id, { title: `Floor ${round}` }));
      }),
    );
  const medians = await sideBySide(3, 1, ours, floor);
  await closeAll();
  return paceFigure(
    `save ${many.length} changed records`,
    medians,
    'raw GET + PATCH and JSON.parse, as many at a time',
    side,
  );
}

const [keys, betweenKeysMs] = [20, 60];

/** All fields of as many records as a worksheet may have: typing in them, and what is left after closing them. */
async function largeFigures(bare: Bare): Promise<Figure[]> {
  const before = heapNow();
  const worksheet = await openWorksheet('distant', most);
  const size = Buffer.byteLength(worksheet.getText());
  const plain = await vscode.workspace.openTextDocument(await bare.openJson('plain', worksheet.getText()));
  const pauses: number[] = [];
  const type = async (document: vscode.TextDocument) => {
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const at = document.positionAt(document.getText().indexOf('"title": "', size / 2) + 10);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection);
    const blocks: number[] = [];
    for (let key = 0; key < keys; key += 1) blocks.push(await longestBlock(betweenKeysMs, () => press('x')));
    const pause = await longestBlock(1500, async () => {});
    if (document === worksheet) pauses.push(pause);
    return median(blocks);
  };
  const medians = await sideBySide(
    5,
    1,
    () => type(worksheet),
    () => type(plain),
  );
  await closeAll();
  await until('no document is left', () => vscode.workspace.textDocuments.every(({ uri }) => uri.scheme === 'output'));
  const left = heapNow() - before;
  const own = medians.ours - medians.floor;
  return [
    {
      figure: `typing in a worksheet of ${most.length} records (${megabytes(size)}): the host is blocked for a key`,
      ours: milliseconds(medians.ours),
      against: `${milliseconds(medians.floor)} (a plain JSON file)`,
      result: `${own.toFixed(2)} ms more`,
      target: '≤ 16 ms more',
      met: own <= 16,
    },
    {
      figure: 'the same, once the typing has paused: longest block',
      ours: milliseconds(median(pauses)),
      against: '',
      result: milliseconds(median(pauses)),
      target: 'none: for information',
      met: true,
    },
    {
      figure: 'heap after closing it, against before',
      ours: megabytes(left),
      against: '',
      result: megabytes(left),
      target: `no growth beyond noise (${megabytes(noise)})`,
      met: left <= noise,
    },
  ];
}

/** From the command to the text in the active editor. */
async function openWorksheet(
  service: string,
  ids: readonly number[],
  fields?: readonly string[],
): Promise<vscode.TextDocument> {
  const request = { service, ids, ...(fields && { fields }) };
  const uri = await vscode.commands.executeCommand<string>('videoRecords.openWorksheet', request);
  await until('the text in the editor', () => vscode.window.activeTextEditor?.document.uri.toString() === uri);
  return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
}

async function retitle(document: vscode.TextDocument, title: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const match of document.getText().matchAll(/"title": "[^"]*"/g)) {
    const range = new vscode.Range(
      document.positionAt(match.index),
      document.positionAt(match.index + match[0].length),
    );
    edit.replace(document.uri, range, `"title": "${title}"`);
  }
  await vscode.workspace.applyEdit(edit);
}

async function inParallel(
  ids: readonly number[],
  atOnce: number,
  task: (id: number) => Promise<unknown>,
): Promise<void> {
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) await task(id);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
