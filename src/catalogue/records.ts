import { onOneLine } from '../record/format.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { type Line, type LineFiles, lineFiles, lineReader } from '../workbench/lineFiles.ts';
import { inSlices, turns } from '../workbench/scheduling.ts';
import { type Entry, lineOf, movedLine, parseLine, recordInLine } from './entry.ts';
import { entriesInMemory } from './memory.ts';

/** The records of one service, on disk and in memory. Of several lines for a record, the last one counts. */
export type CatalogueRecords = ReturnType<typeof catalogueRecords>;

export interface KeptVersion extends Pick<RecordVersion, 'etag' | 'weakEtag'> {
  readonly record: Pick<RecordText, 'text'>;
}

function etagOf({ etag, weakEtag }: KeptVersion): string | undefined {
  return etag ?? weakEtag;
}

export class CatalogueFull extends Error {}

const megabyte = 1024 * 1024;
/** `maxCharacters` is what is in memory of all records. */
const limits = {
  maxRecords: 50_000,
  maxBytes: 500 * megabyte,
  fileBytes: 8 * megabyte,
  maxCharacters: 200 * megabyte,
};

export function catalogueRecords(folder: string, other: Partial<typeof limits> = {}) {
  const { maxRecords, maxBytes, fileBytes, maxCharacters } = { ...limits, ...other };
  const files = lineFiles(folder, { fileBytes });
  const { entries, words, isFull, sizes, version, read } = recordIndex(files, maxCharacters);
  const order = keptOrder();

  const append = async (id: number, line: string): Promise<void> => {
    const isNew = !entries.has(id) && !sizes.added.has(id);
    const hasRoom = !isFull() && entries.size + sizes.added.size < maxRecords;
    if ((isNew && !hasRoom) || sizes.bytes >= maxBytes) throw new CatalogueFull();
    if (isNew) sizes.added.add(id);
    sizes.bytes += Buffer.byteLength(line);
    await files.append(line);
  };
  const put = (id: number, version: KeptVersion): Promise<void> =>
    append(id, lineOf({ id, time: Date.now(), etag: etagOf(version), gone: false }, onOneLine(version.record.text)));
  // One after the other, so that nothing is read twice.
  const inTurn = turns();

  return {
    /** As of the last refresh. */
    entries,
    words,
    isFull,
    /** Another one after each change of the entries. */
    version,
    /** Reads what was added, also by other windows, without keeping the thread for long. */
    refresh: () => inTurn(read),
    /** Rejects with `CatalogueFull` at the limit, or if the disk does. The entry changes with the next refresh. */
    put,
    /** Writes nothing for a record that is the same. Resolves to whether it is another one. */
    async putIfChanged(id: number, version: KeptVersion): Promise<boolean> {
      const moment = order.mark(id);
      const entry = entries.get(id);
      const before = entry && !entry.gone ? await recordText(files, entry) : undefined;
      if (order.isKeptSince(id, moment)) return false;
      const [isSame, etag] = [before === onOneLine(version.record.text), etagOf(version)];
      if (!isSame || (etag !== undefined && etag !== entry?.etag)) await put(id, version);
      return !isSame;
    },
    /** Its text stays. */
    async markGone(entry: Entry): Promise<void> {
      const moment = order.mark(entry.id);
      const record = await recordText(files, entry);
      if (record !== undefined && !order.isKeptSince(entry.id, moment))
        await append(entry.id, lineOf({ ...entry, time: Date.now(), gone: true }, record));
    },
    now: order.now,
    isKeptSince: order.isKeptSince,
    /** The record exactly as sent, on one line; undefined if it was deleted meanwhile. */
    recordText: (entry: Entry) => recordText(files, entry),
    /** Hands over records exactly as sent, with pauses. Rejects if the signal is aborted. */
    each: (wanted: Iterable<Entry>, task: (id: number, record: string) => void, signal?: AbortSignal) =>
      files.each(wanted, ({ id }, line) => task(id, recordInLine(line)), signal),
    /** Rewrites the files that consist mostly of outdated lines. */
    compact: () => inTurn(() => moveLines(files, entries, read)),
    clear: (kept?: string) => inTurn(() => files.clear(kept)),
  };
}

/** What the files contain, as of the last `read`. */
function recordIndex(files: LineFiles, maxCharacters: number) {
  const { entries, words, isFull, add, remove } = entriesInMemory(maxCharacters);
  const readAdded = lineReader(files);
  /** With what was appended since; `added` are the records that are not in `entries` yet. */
  const sizes = { bytes: 0, added: new Set<number>() };
  let version = 0;

  const addLine = (line: Line): void => {
    const entry = parseLine(line);
    if (!entry) return;
    sizes.added.delete(entry.id);
    add(entry);
    version += 1;
  };

  const read = async (): Promise<void> => {
    const { files: listed, isGone, hasRemoved } = await readAdded((lines) => inSlices(lines, addLine));
    sizes.bytes = listed.reduce((sum, { size }) => sum + size, 0);
    if (!hasRemoved) return;
    for (const entry of entries.values()) if (isGone(entry)) remove(entry);
    version += 1;
  };
  return { entries, words, isFull, sizes, version: () => version, read };
}

/** Tells what was kept first, without a clock, which may go back. */
function keptOrder() {
  let moment = 0;
  const keptAt = new Map<number, number>();
  return {
    mark(id: number): number {
      moment += 1;
      keptAt.set(id, moment);
      return moment;
    },
    now: () => moment,
    /** An answer that was asked for before something else was kept must not replace it. */
    isKeptSince: (id: number, then: number): boolean => (keptAt.get(id) ?? 0) > then,
  };
}

async function recordText(files: LineFiles, entry: Entry): Promise<string | undefined> {
  const line = await files.line(entry);
  return line === undefined ? undefined : recordInLine(line);
}

/** Moves the lines that count to the newest file. A crash leaves some twice, which changes nothing. */
async function moveLines(
  files: LineFiles,
  entries: ReadonlyMap<number, Entry>,
  read: () => Promise<void>,
): Promise<void> {
  await read();
  const used = Map.groupBy(entries.values(), ({ place }) => place.file);
  for (const { name, size } of (await files.list()).slice(0, -1)) {
    const moved = used.get(name) ?? [];
    if (moved.reduce((sum, { place }) => sum + place.length, 0) > size / 2) continue;
    const appended: Promise<void>[] = [];
    await files.each(moved, (_, line) => appended.push(files.append(movedLine(line, name))));
    await Promise.all(appended);
    const isSame = (await files.list()).some((file) => file.name === name && file.size === size);
    if (isSame) await files.remove(name);
  }
  await read();
}
