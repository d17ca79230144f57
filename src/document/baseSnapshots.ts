import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a document's edits are measured against, and the address of the service it came from. */
export interface Base {
  readonly text: string;
  readonly address: string;
}

/** The bases of dirty documents on disk, so that a reload or a crash doesn't lose them. */
export interface BaseSnapshots {
  keep(uri: string, base: Base): Promise<void>;
  recover(uri: string): Promise<Base | undefined>;
  drop(uri: string): Promise<void>;
}

const mostFiles = 500;

/**
 * Each window writes files of its own name, because two windows may edit the same record from different bases. After a
 * restart a window takes over what it finds for its document; where several windows left different bases, none is
 * trusted, and the save asks instead of guessing.
 */
export function baseSnapshots(folder: string, window = `${process.pid}-${randomUUID()}`): BaseSnapshots {
  const prefix = (uri: string) => createHash('sha256').update(uri).digest('hex').slice(0, 32);
  const own = (uri: string) => join(folder, `${prefix(uri)}.${window}.json`);
  const adopted = new Map<string, readonly string[]>();
  /** The window that left a base may still be open: then it is that window's to remove. */
  const removeDead = async (uri: string) => {
    const others = (adopted.get(uri) ?? []).map((name) => join(folder, name)).filter((path) => path !== own(uri));
    await Promise.all(others.filter((path) => !isAlive(path)).map(remove));
  };
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task, task);
    last = next.catch(() => {});
    return next;
  };

  const keep = async (uri: string, base: Base) => {
    await mkdir(folder, { recursive: true });
    const temporary = `${own(uri)}.${randomUUID()}.tmp`;
    await writeFile(temporary, JSON.stringify({ uri, ...base }));
    await rename(temporary, own(uri));
    await prune(folder);
  };

  const recover = async (uri: string) => {
    const names = (await list(folder)).filter((name) => name.startsWith(`${prefix(uri)}.`) && name.endsWith('.json'));
    const found = await Promise.all(names.map((name) => readBase(join(folder, name), uri)));
    const bases = found.filter((base) => base !== undefined);
    const [first] = bases;
    if (!first || bases.some(({ text, address }) => text !== first.text || address !== first.address)) return undefined;
    adopted.set(uri, names);
    // A disk that can't be written, or a file that can't be removed, must not keep a base that was read from being used.
    await keep(uri, first).catch(() => {});
    await removeDead(uri).catch(() => {});
    return first;
  };

  return {
    keep: (uri, base) => inOrder(() => keep(uri, base)),
    recover: (uri) => inOrder(() => recover(uri)),
    drop: (uri) =>
      inOrder(async () => {
        await remove(own(uri));
        await removeDead(uri);
        adopted.delete(uri);
      }),
  };
}

/** Whether the extension host that wrote this file still runs. */
function isAlive(path: string): boolean {
  const pid = Number(/\.(\d+)-[^.]*\.json$/.exec(path)?.[1]);
  if (!Number.isSafeInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
}

async function readBase(path: string, uri: string): Promise<Base | undefined> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8'));
    const whole = stored.uri === uri && typeof stored.text === 'string' && typeof stored.address === 'string';
    return whole ? { text: stored.text, address: stored.address } : undefined;
  } catch {
    return undefined;
  }
}

async function prune(folder: string): Promise<void> {
  const names = await list(folder);
  if (names.length <= mostFiles) return;
  const paths = names.map((name) => join(folder, name));
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  dated.sort((one, other) => one.time - other.time);
  await Promise.all(dated.slice(0, names.length - mostFiles).map(({ path }) => remove(path)));
}
