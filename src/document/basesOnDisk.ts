import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordText } from '../record/text.ts';
import type { RecordName } from '../service/services.ts';
import { turns } from '../workbench/scheduling.ts';
import type { Base, KeptBase } from './recordDocument.ts';
import { restoredBase, storedBase } from './storedBase.ts';

/** The bases of unsaved changes, so that neither a reload nor a crash loses them. */
export interface BasesOnDisk {
  /** Keeps a base, and drops the one it replaces. */
  keep(name: RecordName, base: KeptBase, previous?: Base): Promise<void>;
  /** The base, if there is exactly one. Of several, none is known to belong to the text. */
  recover(name: RecordName): Promise<KeptBase | undefined>;
  /** Drops all bases of a record. A window that shares the folder keeps its own again at its next edit. */
  drop(name: RecordName): Promise<void>;
}

/**
 * A file is named after the record and the base. The folder is that of a window (`windowStorage.ts`); windows share it
 * only where they show the same workspace, as two tabs of a browser may.
 */
export function basesOnDisk(folder: string): BasesOnDisk {
  const prefix = ({ service, id }: RecordName) => hash(`${service}/${id}`);
  const hashes = new WeakMap<RecordText, string>();
  const fileOf = (name: RecordName, base: Base) => {
    const digest = hashes.get(base.record) ?? hash(`${base.serviceAddress}\n${base.record.text}`);
    hashes.set(base.record, digest);
    return join(folder, `${prefix(name)}.${digest}.json`);
  };
  const filesOf = async (name: RecordName) => {
    const files = await readdir(folder).catch(() => []);
    return files.filter((file) => file.startsWith(`${prefix(name)}.`));
  };
  // One after the other, so that an earlier drop can't delete a base that is stored later.
  const inTurn = turns();

  return {
    keep: (name, base, previous) =>
      inTurn(async () => {
        const file = fileOf(name, base);
        if (!(await exists(file))) await write(folder, file, name, base);
        if (previous && fileOf(name, previous) !== file) await rm(fileOf(name, previous), { force: true });
      }),
    recover: (name) =>
      inTurn(async () => {
        const files = (await filesOf(name)).filter((file) => file.endsWith('.json'));
        const found = await Promise.all(files.map((file) => read(join(folder, file), name)));
        const bases = found.filter((base) => base !== undefined);
        return bases.length === 1 ? bases[0] : undefined;
      }),
    drop: (name) =>
      inTurn(async () => {
        for (const file of await filesOf(name)) await rm(join(folder, file), { force: true });
      }),
  };
}

/** Written to a temporary file and renamed, so that a crash leaves no partial file. */
async function write(folder: string, file: string, name: RecordName, base: KeptBase): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const content = { ...name, ...storedBase(base) };
  const aside = `${file}.${randomUUID()}.tmp`;
  await writeFile(aside, JSON.stringify(content), { mode: 0o600 });
  await rename(aside, file);
}

async function read(file: string, { service, id }: RecordName): Promise<KeptBase | undefined> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8'));
    return stored.service === service && stored.id === id ? restoredBase(stored) : undefined;
  } catch {
    return undefined;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
