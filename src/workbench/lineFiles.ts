import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inSlices, turns } from './scheduling.ts';

/** Files of lines, readable only by the user. Several windows append to them. */
export type LineFiles = ReturnType<typeof lineFiles>;

export interface LineFile {
  readonly name: string;
  readonly size: number;
}

export interface Line {
  readonly text: string;
  readonly place: LinePlace;
}

export interface LinePlace {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

interface Placed {
  readonly place: LinePlace;
}

interface LineFileOptions {
  /** A longer line gets a file of its own. */
  readonly fileBytes: number;
  /** Called before a file is added to these. Another window may do so too, so a file can get twice as long. */
  makeRoom?(files: readonly LineFile[]): Promise<void>;
}

export function lineFiles(folder: string, { fileBytes, makeRoom }: LineFileOptions) {
  /** The oldest first. */
  const list = async (): Promise<readonly LineFile[]> => {
    const names = await readdir(folder).catch(ifMissing([]));
    const files = names.filter((name) => /^\d+\.jsonl$/.test(name)).sort();
    const sizes = await Promise.all(files.map((name) => sizeOf(join(folder, name))));
    return files.map((name, index) => ({ name, size: sizes[index] ?? 0 }));
  };

  /** Bytes of a file; fewer if it is shorter, none if it was removed. */
  const read = async (name: string, offset: number, length: number): Promise<Buffer> => {
    const file = await open(join(folder, name), 'r').catch(ifMissing(undefined));
    if (!file) return Buffer.alloc(0);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };

  /** Of what was cleared, the newest. */
  let cleared: LineFile | undefined;
  const write = async (bytes: Buffer) => {
    const files = await list();
    const newest = files.at(-1);
    if (!newest) await mkdir(folder, { recursive: true, mode: 0o700 });
    const hasRoom = newest !== undefined && newest.size + bytes.length <= fileBytes;
    if (newest && !hasRoom) await makeRoom?.(files);
    await appendAtOnce(join(folder, hasRoom ? newest.name : nameAfter(newest ?? cleared)), bytes);
  };
  const inTurn = turns();
  /** Lines that came while others were written. They are written together. */
  let waiting: { readonly lines: Buffer[]; bytes: number; readonly written: Promise<void> } | undefined;

  return {
    async append(line: string): Promise<void> {
      // A line also begins with a line end, so that one torn by a crash or a full disk doesn't spoil the next.
      const bytes = Buffer.from(`\n${line}\n`);
      if (!waiting || waiting.bytes + bytes.length > fileBytes) {
        const lines: Buffer[] = [];
        const written = inTurn(() => {
          if (waiting?.lines === lines) waiting = undefined;
          return write(Buffer.concat(lines));
        });
        waiting = { lines, bytes: 0, written };
      }
      waiting.lines.push(bytes);
      waiting.bytes += bytes.length;
      await waiting.written;
    },
    list,
    ...placedLines(read),
    /** The whole lines of a file from an offset, and the offset after the last of them. */
    async linesFrom({ name, size }: LineFile, offset: number) {
      const bytes = await read(name, offset, size - offset);
      const whole = bytes.subarray(0, bytes.lastIndexOf(lineEnd) + 1);
      return { lines: linesIn(whole, name, offset), end: offset + whole.length };
    },
    remove: (name: string) => rm(join(folder, name), { force: true }),
    /** Removes the folder, or all but one file of it. */
    clear: (kept?: string) =>
      inTurn(async () => {
        cleared = (await list()).at(-1) ?? cleared;
        const names = await readdir(folder).catch(ifMissing([]));
        const others = names.filter((name) => name !== kept);
        const removed = others.length < names.length ? others.map((name) => join(folder, name)) : [folder];
        for (const path of removed) await rm(path, { recursive: true, force: true });
      }),
  };
}

/** Lines by their places. What was removed meanwhile is left out. */
function placedLines(read: (file: string, offset: number, length: number) => Promise<Buffer>) {
  return {
    async line({ place: { file, offset, length } }: Placed): Promise<string | undefined> {
      const bytes = await read(file, offset, length);
      return bytes.length === length ? bytes.toString() : undefined;
    },
    /** Hands over several, file by file and with pauses. */
    async each<T extends Placed>(wanted: Iterable<T>, task: (one: T, line: string) => void, signal?: AbortSignal) {
      for (const [file, some] of Map.groupBy(wanted, ({ place }) => place.file)) {
        const size = some.reduce((end, { place }) => Math.max(end, place.offset + place.length), 0);
        const bytes = await read(file, 0, size);
        const lineOf = ({ offset, length }: LinePlace) => bytes.toString('utf8', offset, offset + length);
        if (bytes.length === size) await inSlices(some, (one) => task(one, lineOf(one.place)), signal);
      }
    },
  };
}

/** Hands over what was added to files since the last time, also by other windows. */
export function lineReader({ list, linesFrom }: Pick<LineFiles, 'list' | 'linesFrom'>) {
  const ends = new Map<string, number>();
  /** Resolves to the files that are there, and whether one that was read is not. */
  return async (take: (lines: Iterable<Line>) => Promise<void>) => {
    const files = await list();
    for (const file of files) {
      const from = ends.get(file.name) ?? 0;
      if (file.size <= from) continue;
      const { lines, end } = await linesFrom(file, from);
      await take(lines);
      ends.set(file.name, end);
    }
    const names = new Set(files.map(({ name }) => name));
    const removed = [...ends.keys()].filter((name) => !names.has(name));
    for (const name of removed) ends.delete(name);
    return { files, isGone: ({ place }: Placed) => !names.has(place.file), hasRemoved: removed.length > 0 };
  };
}

const lineEnd = '\n'.charCodeAt(0);

/** A torn line is one of them: whoever reads a line has to check it. */
function* linesIn(bytes: Buffer, file: string, start: number): Iterable<Line> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, from);
    const place = { file, offset: start + from, length: end - from };
    if (end > from) yield { text: bytes.toString('utf8', from, end), place };
    from = end + 1;
  }
}

/** In one write, which the system keeps apart from those of other windows. */
async function appendAtOnce(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('The disk is full.');
  } finally {
    await file.close();
  }
}

/** By time, so that a file never gets the name of one that was deleted and is known to another window. */
function nameAfter(newest: LineFile | undefined): string {
  const last = newest ? Number.parseInt(newest.name, 10) : 0;
  return `${Math.max(Date.now(), last + 1)}.jsonl`;
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(({ size }) => size, ifMissing(0));
}

/** For a file that need not be there. */
export function ifMissing<T>(instead: T): (failure: NodeJS.ErrnoException) => T {
  return (failure) => {
    if (failure.code === 'ENOENT') return instead;
    throw failure;
  };
}
