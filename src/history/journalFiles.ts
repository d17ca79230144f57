import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { turns } from '../workbench/scheduling.ts';

export type JournalFiles = ReturnType<typeof journalFiles>;

export interface JournalFile {
  readonly name: string;
  readonly size: number;
}

export interface JournalLimits {
  /** Of all files together. */
  readonly maxBytes: number;
  /** Of one file, and of one line. */
  readonly fileBytes: number;
}

/** Files of lines, readable only by the user. Several windows append to them. */
export function journalFiles(folder: string, { maxBytes, fileBytes }: JournalLimits) {
  /** The oldest first. */
  const list = async () => {
    const names = await readdir(folder).catch(ifMissing([]));
    const files = names.filter((name) => /^\d+\.jsonl$/.test(name)).sort();
    const sizes = await Promise.all(files.map((name) => sizeOf(join(folder, name))));
    return files.map((name, index) => ({ name, size: sizes[index] ?? 0 }));
  };

  /** Another window may take the same file for one with room, so a file can become twice as long as intended. */
  const makeRoom = async (files: readonly JournalFile[]) => {
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files) {
      if (bytes + 2 * fileBytes <= maxBytes) return;
      await rm(join(folder, name), { force: true });
      bytes -= size;
    }
  };

  const write = async (bytes: Buffer) => {
    const files = await list();
    const newest = files.at(-1);
    if (!newest) await mkdir(folder, { recursive: true, mode: 0o700 });
    const hasRoom = newest !== undefined && newest.size + bytes.length <= fileBytes;
    if (newest && !hasRoom) await makeRoom(files);
    await appendAtOnce(join(folder, hasRoom ? newest.name : nameAfter(newest)), bytes);
  };
  const inTurn = turns();
  /** Lines that came while others were written. They are written together. */
  let waiting: { readonly lines: Buffer[]; bytes: number; readonly written: Promise<void> } | undefined;

  return {
    /** Adds a line. The oldest files go before all of them hold more than the limit. */
    async append(line: string) {
      // A line also begins with a line end, so that one torn by a crash or a full disk doesn't spoil the next.
      const bytes = Buffer.from(`\n${line}\n`);
      if (bytes.length > fileBytes) throw new Error(`A line of ${bytes.length} bytes is too long.`);
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
    /** Bytes of a file; fewer if it is shorter, none if it was dropped. */
    async read(name: string, offset: number, length: number) {
      const file = await open(join(folder, name), 'r').catch(ifMissing(undefined));
      if (!file) return Buffer.alloc(0);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    clear: () => inTurn(() => rm(folder, { recursive: true, force: true })),
  };
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
function nameAfter(newest: JournalFile | undefined): string {
  const last = newest ? Number.parseInt(newest.name, 10) : 0;
  return `${Math.max(Date.now(), last + 1)}.jsonl`;
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(({ size }) => size, ifMissing(0));
}

function ifMissing<T>(instead: T): (failure: NodeJS.ErrnoException) => T {
  return (failure) => {
    if (failure.code === 'ENOENT') return instead;
    throw failure;
  };
}
