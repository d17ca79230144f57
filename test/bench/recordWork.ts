/** What a save does to a text before and between its requests, in plain Node. */
import { OwnWrites } from '../../src/document/ownWrites.ts';
import { RecordDocument } from '../../src/document/recordDocument.ts';
import { changesBetween } from '../../src/record/changes.ts';
import { planSave } from '../../src/record/plan.ts';
import { parseRecord, toAscii } from '../../src/record/text.ts';
import { validateChanges } from '../../src/record/validation.ts';
import { formatRecord } from '../support/formatRecord.ts';
import { type Growth, grownRecord, usualRecord } from './benchRecords.ts';
import { type Figure, type Medians, milliseconds, ratioFigure } from './figures.ts';
import { sideBySide, timedMany } from './measure.ts';

/** Formats an answer, and takes an edit of it to the body of its request. */
function workOn(answer: string, edit: (text: string) => string): number {
  const text = formatRecord(answer);
  const base = parseRecord(text);
  const edited = parseRecord(edit(text));
  const changes = changesBetween(base, edited);
  const problems = validateChanges(edited, changes);
  const plan = planSave(edited, changes, 'PATCH');
  if (plan.kind !== 'request' || problems.length > 0) throw new Error('The edit was not planned.');
  return plan.body.length;
}

function answerOf(record: object): string {
  return toAscii(JSON.stringify(record));
}

const retitle = (text: string) => text.replace('"Talk 1"', '"Talk one"');

export async function usualRecordFigure(): Promise<Figure> {
  const answer = answerOf(usualRecord(1));
  const medians = await sideBySide(
    60,
    20,
    () => timedMany(50, () => workOn(answer, retitle)),
    () => timedMany(50, () => JSON.stringify(JSON.parse(answer))),
  );
  const size = `${(answer.length / 1024).toFixed(1)} KB`;
  const against = 'JSON.parse + JSON.stringify';
  return ratioFigure(`format + diff + validate + plan of a usual record (${size})`, medians, against, 20);
}

const kilobyte = 1024;

/** Saves a record with a long text again and again, as a document that stays open for days. */
function longSaved(saves: number): () => void {
  const document = new RecordDocument({ service: 'bench', id: 1 }, new OwnWrites());
  const name = { serviceAddress: '', address: '', foundAt: '', order: 0, status: 200 };
  const { description, ...rest } = grownRecord('one long text', 300 * kilobyte);
  const textOf = (count: number) => formatRecord(answerOf({ ...rest, description: `${count} ${description}` }));
  document.onScreen({ ...name, record: parseRecord(textOf(0)) });
  let count = 0;
  const save = () => {
    count += 1;
    const { edited, changes: mine } = document.edits(textOf(count));
    document.saving();
    const version = { ...name, record: edited };
    document.saved({ kind: 'saved', version, mine, theirs: [], ignored: [], rewritten: [], isWhole: false }, edited);
  };
  for (let done = 0; done < saves; done += 1) save();
  return save;
}

/** What a document keeps of earlier values must not make a save slower. */
export async function manySavesFigure(): Promise<Figure> {
  const [late, early] = [longSaved(150), longSaved(10)];
  const medians = await sideBySide(
    15,
    3,
    () => timedMany(1, late),
    () => timedMany(1, early),
  );
  return ratioFigure('work on a text of 300 KB in save 150', medians, 'in save 10', 1.3);
}

const sizes = [10, 100, 1024, 10240].map((size) => size * kilobyte);

/** Time per byte at each size; the largest against that at 100 KB. */
export async function growthFigure(growth: Growth): Promise<Figure> {
  const answers = sizes.map((size) => answerOf(grownRecord(growth, size)));
  const timePerByte = (answer: string, work: () => unknown) =>
    timedMany(Math.max(1, Math.round((2 * 1024 * kilobyte) / answer.length)), work) / answer.length;
  const perByte = (answer: string) => timePerByte(answer, () => workOn(answer, retitle));
  const parsePerByte = (answer: string) => timePerByte(answer, () => JSON.stringify(JSON.parse(answer)));
  const [at10, at100, at1000, at10000] = answers as [string, string, string, string];
  const others = await sideBySide(
    5,
    2,
    () => perByte(at10),
    () => perByte(at1000),
  );
  const medians: Medians = await sideBySide(
    7,
    2,
    () => perByte(at10000),
    () => perByte(at100),
  );
  const parser = await sideBySide(
    7,
    2,
    () => parsePerByte(at10000),
    () => parsePerByte(at100),
  );
  const perMegabyte = (time: number) => milliseconds(time * 1024 * kilobyte);
  const parserGrowth = parser.ours / parser.floor;
  const curve = `10 KB: ${perMegabyte(others.ours)}, 1 MB: ${perMegabyte(others.floor)}`;
  const figure = `the same at 10 MB, a MB of it (${growth})`;
  // A large text no longer fits into the processor's cache, whoever reads it.
  const most = Math.max(2, 1.3 * parserGrowth);
  const { target, ...ratio } = ratioFigure(figure, medians, `a MB at 100 KB; ${curve}`, most, perMegabyte);
  return { ...ratio, target: `≤ 2 ×, or 1.3 × the ${parserGrowth.toFixed(2)} × of JSON.parse + JSON.stringify` };
}
