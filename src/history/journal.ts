import { randomUUID } from 'node:crypto';
import { turns } from '../workbench/scheduling.ts';
import { type KeptWrite, parseEntry, type WriteEntry, type WriteSummary } from './entry.ts';
import { type JournalFile, type JournalFiles, type JournalLimits, journalFiles } from './journalFiles.ts';

export type Journal = ReturnType<typeof journal>;

const limits: JournalLimits = { maxBytes: 20 * 1024 * 1024, fileBytes: 4 * 1024 * 1024 };

/** What has been read of a file, up to the last whole line. */
interface ReadFile {
  readonly size: number;
  readonly writes: readonly WriteSummary[];
}

/** Recorded writes, as lines of JSON in files of this folder. */
export function journal(folder: string, { maxBytes, fileBytes } = limits) {
  const files = journalFiles(folder, { maxBytes, fileBytes });
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
async function readOn(files: JournalFiles, { name, size }: JournalFile, before?: ReadFile): Promise<ReadFile> {
  const known = before && before.size <= size ? before : { size: 0, writes: [] };
  if (before === known && known.size === size) return known;
  const bytes = await files.read(name, known.size, size - known.size);
  const end = bytes.lastIndexOf(lineEnd) + 1;
  if (before === known && end === 0) return known;
  return { size: known.size + end, writes: [...known.writes, ...summaries(bytes.subarray(0, end), name, known.size)] };
}

const lineEnd = '\n'.charCodeAt(0);

function summaries(bytes: Buffer, file: string, start: number): WriteSummary[] {
  const writes: WriteSummary[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, from);
    const entry = end > from ? parseEntry(bytes.toString('utf8', from, end)) : undefined;
    if (entry) writes.push(summaryOf(entry, { file, offset: start + from, length: end - from }));
    from = end + 1;
  }
  return writes;
}

function summaryOf({ body: _, fields, time, ...entry }: WriteEntry, place: WriteSummary['place']): WriteSummary {
  return { ...entry, time: Date.parse(time), fields: fields.map(({ field }) => field), place };
}

/** Of two writes in the same millisecond, the later line is the newer. */
function newestFirst(writes: readonly WriteSummary[]): readonly WriteSummary[] {
  return writes.toReversed().sort((one, other) => other.time - one.time);
}
