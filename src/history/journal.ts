import { randomUUID } from 'node:crypto';
import { type Line, type LineFile, type LineFiles, lineFiles, lineReader } from '../workbench/lineFiles.ts';
import { turns } from '../workbench/scheduling.ts';
import { type KeptWrite, parseEntry, type WriteEntry, type WriteSummary } from './entry.ts';

export type Journal = ReturnType<typeof journal>;

/** Of all files together, and of one. */
const limits = { maxBytes: 20 * 1024 * 1024, fileBytes: 4 * 1024 * 1024 };

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
  const read = lineReader(files);
  let listed: readonly WriteSummary[] = [];

  const refresh = async (): Promise<readonly WriteSummary[]> => {
    const added: WriteSummary[] = [];
    const { isGone, hasRemoved } = await read(async (lines) => void added.push(...summaries(lines)));
    if (added.length === 0 && !hasRemoved) return listed;
    const kept = listed.filter((write) => !isGone(write));
    // Of two writes in the same millisecond, the later line is the newer.
    listed = [...added.reverse(), ...kept].sort((one, other) => other.time - one.time);
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
    async read(summary: WriteSummary) {
      return parseEntry((await files.line(summary)) ?? '');
    },
    /** Those of the writes that were not dropped, with their values. */
    async readAll(wanted: readonly WriteSummary[]): Promise<readonly WriteEntry[]> {
      const entries = new Map<WriteSummary, WriteEntry | undefined>();
      await files.each(wanted, (summary, line) => entries.set(summary, parseEntry(line)));
      return wanted.flatMap((summary) => entries.get(summary) ?? []);
    },
    clear: files.clear,
  };
}

/** Too long even for a file of its own. What was written where is still known. */
function withoutValues({ body: _, fields, ...entry }: WriteEntry): WriteEntry {
  return { ...entry, fields: fields.map(({ field }) => ({ field })), tooLarge: true };
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
