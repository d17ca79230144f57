import { randomUUID } from 'node:crypto';
import { type Line, type LineFile, type LineFiles, lineFiles } from '../workbench/lineFiles.ts';
import { turns } from '../workbench/scheduling.ts';
import { type KeptWrite, parseEntry, type WriteEntry, type WriteSummary } from './entry.ts';

export type Journal = ReturnType<typeof journal>;

/** Of all files together, and of one. */
const limits = { maxBytes: 20 * 1024 * 1024, fileBytes: 4 * 1024 * 1024 };

/** What has been read of a file, up to the last whole line. */
interface ReadFile {
  readonly size: number;
  readonly writes: readonly WriteSummary[];
}

/** Recorded writes, as lines of JSON in files of this folder. */
export function journal(folder: string, { maxBytes, fileBytes } = limits) {
  /** The oldest files go. */
  const makeRoom = async (all: readonly LineFile[]) => {
    let bytes = all.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of all) {
      if (bytes + 2 * fileBytes <= maxBytes) return;
      await files.remove(name);
      bytes -= size;
    }
  };
  const files: LineFiles = lineFiles(folder, { fileBytes, makeRoom });
  let known: ReadonlyMap<string, ReadFile> = new Map();
  let listed: readonly WriteSummary[] = [];

  const refresh = async (): Promise<readonly WriteSummary[]> => {
    const next = new Map<string, ReadFile>();
    for (const file of await files.list()) next.set(file.name, await readOn(files, file, known.get(file.name)));
    const isSame = next.size === known.size && [...next].every(([name, read]) => read === known.get(name));
    known = next;
    if (!isSame) listed = newestFirst([...next.values()].flatMap(({ writes }) => writes));
    return listed;
  };
  // One after the other, so that nothing is read twice.
  const inTurn = turns();

  return {
    /** Rejects if the disk does. */
    async record(write: KeptWrite) {
      const entry: WriteEntry = { entry: randomUUID(), time: new Date().toISOString(), ...write };
      const line = JSON.stringify(entry);
      await files.append(Buffer.byteLength(line) + 2 <= fileBytes ? line : JSON.stringify(withoutValues(entry)));
    },
    /** Every kept write, the newest first, without its values. Those of other windows come in with each call. */
    list: () => inTurn(refresh),
    /** A write with its values; undefined once it was dropped. */
    async read({ place: { file, offset, length } }: WriteSummary) {
      return parseEntry((await files.read(file, offset, length)).toString());
    },
    /** Those of the writes that were not dropped, with their values. Reads each file once. */
    async readAll(summaries: readonly WriteSummary[]) {
      const contents = new Map<string, Buffer>();
      const entries: WriteEntry[] = [];
      for (const { place } of summaries) {
        const { file, offset, length } = place;
        const bytes = contents.get(file) ?? (await files.read(file, 0, known.get(file)?.size ?? 0));
        contents.set(file, bytes);
        const entry = parseEntry(bytes.toString('utf8', offset, offset + length));
        if (entry) entries.push(entry);
      }
      return entries;
    },
    clear: files.clear,
  };
}

/** Too long even for a file of its own. What was written where is still known. */
function withoutValues({ body: _, fields, ...entry }: WriteEntry): WriteEntry {
  return { ...entry, fields: fields.map(({ field }) => ({ field })), tooLarge: true };
}

/** Reads the lines that were added to a file. A file that became shorter is another one. */
async function readOn(files: LineFiles, file: LineFile, before?: ReadFile): Promise<ReadFile> {
  const known = before && before.size <= file.size ? before : { size: 0, writes: [] };
  if (before === known && known.size === file.size) return known;
  const { lines, end } = await files.linesFrom(file, known.size);
  if (before === known && end === known.size) return known;
  return { size: end, writes: [...known.writes, ...summaries(lines)] };
}

function summaries(lines: Iterable<Line>): WriteSummary[] {
  return Array.from(lines, ({ text, place }) => {
    const entry = parseEntry(text);
    return entry && summaryOf(entry, place);
  }).filter((summary) => summary !== undefined);
}

function summaryOf({ body: _, fields, time, ...entry }: WriteEntry, place: WriteSummary['place']): WriteSummary {
  return { ...entry, time: Date.parse(time), fields: fields.map(({ field }) => field), place };
}

/** Of two writes in the same millisecond, the later line is the newer. */
function newestFirst(writes: readonly WriteSummary[]): readonly WriteSummary[] {
  return writes.toReversed().sort((one, other) => other.time - one.time);
}
