import { createHash, randomUUID } from 'node:crypto';
import { access, appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { KeptBase } from '../document/recordDocument.ts';
import { restoredBase, storedBase } from '../document/storedBase.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { turns } from '../workbench/scheduling.ts';

/** The bases of worksheets with unsaved changes, so that neither a reload nor a crash loses them. */
export interface WorksheetBases {
  /** Keeps all bases of a worksheet, unless this window's are on disk. */
  keep(worksheet: string, bases: () => readonly (readonly [number, KeptBase])[]): Promise<void>;
  /** Adds bases that have moved on to those on disk. */
  add(worksheet: string, bases: readonly (readonly [number, KeptBase])[]): Promise<void>;
  /** The bases, if all windows that share the folder kept the same ones. Else none is known to belong to the text. */
  recover(worksheet: string): Promise<ReadonlyMap<number, KeptBase>>;
  /** Drops all bases in the folder. A window that shares it keeps its own again at its next edit. */
  drop(worksheet: string): Promise<void>;
}

const rowsPerSlice = 100;

/**
 * One file per worksheet and session, with one line per record. Of two lines about a record, the later one counts. The
 * folder is shared as that of `basesOnDisk.ts` is.
 */
export function worksheetBases(folder: string): WorksheetBases {
  const window = randomUUID();
  const fileOf = (worksheet: string) => join(folder, `${prefixOf(worksheet)}${window}.jsonl`);
  const filesOf = async (worksheet: string) => {
    const files = await readdir(folder).catch(() => []);
    return files.filter((file) => file.startsWith(prefixOf(worksheet))).map((file) => join(folder, file));
  };
  // One after the other: what is kept must not be dropped by a call that came before.
  const inTurn = turns();

  return {
    keep: (worksheet, bases) =>
      inTurn(async () => {
        const file = fileOf(worksheet);
        if (await exists(file)) return;
        const all = bases();
        await mkdir(folder, { recursive: true, mode: 0o700 });
        // Written aside and moved into place, so that a crash leaves no half of it.
        await writeFile(`${file}.tmp`, '', { mode: 0o600 });
        for (let from = 0; from < all.length; from += rowsPerSlice) {
          const slice = all.slice(from, from + rowsPerSlice);
          await appendFile(`${file}.tmp`, slice.map(lineOf).join(''));
          await pause();
        }
        await rename(`${file}.tmp`, file);
      }),
    add: (worksheet, bases) =>
      inTurn(async () => {
        const file = fileOf(worksheet);
        // Without the others they would look like all there are.
        if (await exists(file)) await appendFile(file, bases.map(lineOf).join(''));
      }),
    recover: (worksheet) =>
      inTurn(async () => {
        const files = (await filesOf(worksheet)).filter((name) => name.endsWith('.jsonl'));
        const texts = await Promise.all(files.map((name) => readFile(name, 'utf8').catch(() => '')));
        const [[file, ...copies], [text = '']] = [files, texts];
        if (file === undefined || texts.some((other) => other !== text)) return new Map();
        // Bases that move on in this window must not be taken for those of another.
        await rename(file, fileOf(worksheet));
        for (const copy of copies) await rm(copy, { force: true });
        return new Map(text.split('\n').flatMap(entryOf));
      }),
    drop: (worksheet) =>
      inTurn(async () => {
        for (const file of await filesOf(worksheet)) await rm(file, { force: true });
      }),
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function prefixOf(worksheet: string): string {
  return `${createHash('sha256').update(worksheet).digest('hex').slice(0, 32)}.`;
}

function lineOf([id, base]: readonly [number, KeptBase]): string {
  return `${JSON.stringify({ id, ...storedBase(base) })}\n`;
}

function entryOf(line: string): [number, KeptBase][] {
  const stored = jsonOrUndefined(line);
  if (!isObject(stored) || typeof stored.id !== 'number') return [];
  const base = restoredBase(stored);
  return base ? [[stored.id, base]] : [];
}
