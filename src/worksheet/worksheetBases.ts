import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { Base } from '../document/recordDocument.ts';
import { parseRecord } from '../record/text.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { turns } from '../workbench/scheduling.ts';

/** The bases of worksheets with unsaved changes, so that neither a reload nor a crash loses them. */
export interface WorksheetBases {
  /** Keeps all bases of a worksheet. */
  keep(worksheet: string, bases: readonly (readonly [number, Base])[]): Promise<void>;
  /** Adds bases that have moved on. */
  add(worksheet: string, bases: readonly (readonly [number, Base])[]): Promise<void>;
  /** The bases, if there is exactly one file of them. Of several, none is known to belong to the text. */
  recover(worksheet: string): Promise<ReadonlyMap<number, Base>>;
  drop(worksheet: string): Promise<void>;
}

const rowsPerSlice = 20;

/** One file per worksheet and window, with one line per record. Of two lines about a record, the later one counts. */
export function worksheetBases(folder: string): WorksheetBases {
  const own = new Map<string, string>();
  const fileOf = (worksheet: string) => {
    const file = own.get(worksheet) ?? join(folder, `${prefixOf(worksheet)}${randomUUID()}.jsonl`);
    own.set(worksheet, file);
    return file;
  };
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
        await mkdir(folder, { recursive: true, mode: 0o700 });
        // Written aside and moved into place, so that a crash leaves no half of it.
        await writeFile(`${file}.tmp`, '', { mode: 0o600 });
        for (let from = 0; from < bases.length; from += rowsPerSlice) {
          await appendFile(
            `${file}.tmp`,
            bases
              .slice(from, from + rowsPerSlice)
              .map(lineOf)
              .join(''),
          );
          await pause();
        }
        await rename(`${file}.tmp`, file);
      }),
    add: (worksheet, bases) =>
      inTurn(async () => {
        await appendFile(fileOf(worksheet), bases.map(lineOf).join(''), { mode: 0o600 });
      }),
    recover: (worksheet) =>
      inTurn(async () => {
        const [file, another] = (await filesOf(worksheet)).filter((name) => name.endsWith('.jsonl'));
        if (file === undefined || another !== undefined) return new Map();
        own.set(worksheet, file);
        const text = await readFile(file, 'utf8').catch(() => '');
        return new Map(text.split('\n').flatMap(entryOf));
      }),
    drop: (worksheet) =>
      inTurn(async () => {
        own.delete(worksheet);
        for (const file of await filesOf(worksheet)) await rm(file, { force: true });
      }),
  };
}

function prefixOf(worksheet: string): string {
  return `${createHash('sha256').update(worksheet).digest('hex').slice(0, 32)}.`;
}

function lineOf([id, { record, serviceAddress }]: readonly [number, Base]): string {
  return `${JSON.stringify({ id, address: serviceAddress, text: record.text })}\n`;
}

function entryOf(line: string): [number, Base][] {
  const stored = jsonOrUndefined(line);
  if (!isObject(stored)) return [];
  const { id, address, text } = stored;
  if (typeof id !== 'number' || typeof address !== 'string' || typeof text !== 'string') return [];
  try {
    return [[id, { record: parseRecord(text), serviceAddress: address }]];
  } catch {
    return [];
  }
}
