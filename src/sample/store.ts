import { DatabaseSync } from 'node:sqlite';
import { isJsonObject, type JsonObject, parseExact, toAsciiJson } from './exactJson.ts';
import type { VideoRecord } from './sampleFields.ts';

export interface Store {
  /** The record as JSON text. Undefined if there is none with this ID. */
  read(id: number): string | undefined;
  /** The record after the changes. Undefined if there is none with this ID. */
  update(id: number, changes: JsonObject): string | undefined;
  close(): void;
}

/** Opens the database, and fills it with these records if it is empty. */
export function openStore(file: string, records: readonly VideoRecord[]): Store {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 2000');
  database.exec('CREATE TABLE IF NOT EXISTS record (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
  fillIfEmpty(database, records);
  const select = database.prepare('SELECT body FROM record WHERE id = ?');
  const update = database.prepare('UPDATE record SET body = ? WHERE id = ?');

  const read = (id: number) => select.get(id)?.body as string | undefined;
  return {
    read,
    update: (id, changes) =>
      inTransaction(database, () => {
        const before = read(id);
        if (before === undefined) return undefined;
        const after = applyChanges(before, changes);
        update.run(after, id);
        return after;
      }),
    close: () => database.close(),
  };
}

function fillIfEmpty(database: DatabaseSync, records: readonly VideoRecord[]): void {
  inTransaction(database, () => {
    if (database.prepare('SELECT 1 FROM record LIMIT 1').get()) return;
    const insert = database.prepare('INSERT INTO record (id, body) VALUES (?, ?)');
    for (const record of records) insert.run(record.id, toAsciiJson(record));
  });
}

function applyChanges(body: string, changes: JsonObject): string {
  const record = parseExact(body);
  if (!isJsonObject(record)) throw new Error('The database contains something that is not a record.');
  return toAsciiJson({ ...record, ...changes, updated: nextUpdate(String(record.updated)) });
}

/** The current time, but always later than the last update: clients may recognize a change only by this field. */
function nextUpdate(last: string): string {
  const time = Math.max(Date.now(), Date.parse(`${last}Z`) + 1);
  return new Date(time).toISOString().slice(0, -1);
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
