import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journal } from '../../../src/history/journal.ts';
import { aWrite } from '../../support/historyWrites.ts';
import { type Figure, milliseconds, ratioFigure } from '../figures.ts';
import { median, sideBySide, timed } from '../measure.ts';

const count = 10_000;
const maxMs = 2;
/** As long as two versions of a usual description. */
const description = JSON.stringify('A line of a description, as people write them.\n'.repeat(15));
const write = (id: number) =>
  aWrite(id, { fields: [{ field: 'description', before: description, after: description.toUpperCase() }] });

/** What the history adds to a save, and how soon 10,000 of them are listed. */
export async function historyFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'video-records-bench-'));
  try {
    const { record } = journal(folder);
    const times: number[] = [];
    for (let id = 1; id <= count; id += 1) times.push(await timed(() => record(write(id))));
    const list = await sideBySide(
      15,
      5,
      () => timed(() => journal(folder).list()),
      () => timed(() => parseAll(folder)),
    );
    return [
      recordingFigure(median(times.slice(-1000))),
      ratioFigure(`history: list the newest of ${count}`, list, 'reading and parsing the files', 2),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function recordingFigure(time: number): Figure {
  return {
    figure: `history: record a save after ${count}`,
    ours: milliseconds(time),
    against: '',
    result: milliseconds(time),
    target: `≤ ${maxMs} ms`,
    met: time <= maxMs,
  };
}

async function parseAll(folder: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (const name of await readdir(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    for (const line of lines) if (line !== '') entries.push(JSON.parse(line));
  }
  return entries;
}
