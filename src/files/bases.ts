import { createHash, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { turns } from '../workbench/scheduling.ts';

/** What unsaved changes were made from, by the records of a document. */
export type KeptBases = Iterable<readonly [id: string, base: object]>;

export type Bases = ReturnType<typeof keptBases>;

const abandonedMs = 30 * 24 * 60 * 60 * 1000;

/**
 * The bases of documents with unsaved changes, so that neither a reload nor a crash loses them.
 *
 * One file per document and session, with one line per record. Of two lines about a record, the later one counts. The
 * folder is that of a window (`windowStorage.ts`); windows share it only where they show the same workspace.
 */
export function keptBases(folder: string) {
  const session = randomUUID();
  /** Whether each document has bases on disk, as far as this session knows. */
  const isKept = new Map<string, boolean>();
  const fileOf = (document: string) => join(folder, `${prefixOf(document)}${session}.jsonl`);
  const filesOf = async (document: string) => {
    const files = await readdir(folder).catch(() => []);
    return files.filter((file) => file.startsWith(prefixOf(document))).map((file) => join(folder, file));
  };
  // One after the other: what is kept must not be dropped by a call that came before.
  const inTurn = turns();
  let isTidy = false;

  const store = async (document: string, bases: () => KeptBases) => {
    const file = fileOf(document);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Written aside and moved into place, so that a crash leaves no half of it.
    await writeFile(`${file}.tmp`, linesOf(bases()), { mode: 0o600 });
    await rename(`${file}.tmp`, file);
    if (!isTidy) await removeAbandoned(folder).catch(() => {});
    isTidy = true;
  };
  const write = (document: string, bases: () => KeptBases) => {
    isKept.set(document, true);
    return inTurn(() => store(document, bases)).catch((failure) => {
      isKept.delete(document);
      throw failure;
    });
  };

  return {
    /** Keeps all bases of a document, unless they are on disk. */
    keep: async (document: string, bases: () => KeptBases): Promise<void> => {
      if (!isKept.get(document)) return write(document, bases);
      // A window that shares the folder may have dropped the file, and kept bases of its own.
      const isLost = () => isKept.get(document) === true && !existsSync(fileOf(document));
      await inTurn(async () => isLost() && store(document, bases));
    },
    /** Replaces those on disk, if there are any. */
    renew: async (document: string, bases: () => KeptBases): Promise<void> => {
      if (isKept.get(document)) await write(document, bases);
    },
    /** Adds bases that have moved on to those on disk, if there are any. */
    add: async (document: string, bases: KeptBases): Promise<void> => {
      const lines = linesOf(bases);
      if (!isKept.get(document)) return;
      // A window that shares the folder may have dropped the file. Without the others, these would look like all.
      const noCreate = { flag: constants.O_WRONLY | constants.O_APPEND };
      await inTurn(() => appendFile(fileOf(document), lines, noCreate)).catch(() => isKept.delete(document));
    },
    /** The bases, if all windows that share the folder kept the same ones. Else none is known to belong to the text. */
    recover: (document: string): Promise<ReadonlyMap<string, unknown>> =>
      inTurn(async () => {
        const files = (await filesOf(document)).filter((name) => name.endsWith('.jsonl'));
        const texts = await Promise.all(files.map((name) => readFile(name, 'utf8').catch(() => '')));
        const [[file, ...copies], [text = '']] = [files, texts];
        if (file === undefined || texts.some((other) => other !== text)) return new Map();
        // Bases that move on in this window must not be taken for those of another.
        await rename(file, fileOf(document));
        for (const copy of copies) await rm(copy, { force: true });
        isKept.set(document, true);
        return new Map(text.split('\n').flatMap(entryOf));
      }),
    /** Drops all bases of a document, also those of a window that shares the folder. */
    drop: async (document: string): Promise<void> => {
      if (isKept.get(document) === false) return;
      isKept.set(document, false);
      await inTurn(async () => {
        for (const file of await filesOf(document)) await rm(file, { force: true });
      });
    },
  };
}

/** Windows that never come back leave their bases behind: what nobody has touched for 30 days goes. */
async function removeAbandoned(own: string): Promise<void> {
  const windows = join(own, '..', '..');
  for (const window of await readdir(windows)) {
    const folder = join(windows, window, basename(own));
    const files = folder === own ? [] : await readdir(folder).catch(() => []);
    const ages = await Promise.all(files.map(async (file) => Date.now() - (await stat(join(folder, file))).mtimeMs));
    if (files.length > 0 && ages.every((age) => age > abandonedMs)) await rm(folder, { recursive: true });
  }
}

function prefixOf(document: string): string {
  return `${createHash('sha256').update(document).digest('hex').slice(0, 32)}.`;
}

function linesOf(bases: KeptBases): string {
  return Array.from(bases, ([id, base]) => `${JSON.stringify({ id, base })}\n`).join('');
}

function entryOf(line: string): [string, unknown][] {
  const stored = jsonOrUndefined(line);
  return isObject(stored) && typeof stored.id === 'string' ? [[stored.id, stored.base]] : [];
}
