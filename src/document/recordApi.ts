import type * as vscode from 'vscode';
import type { RecordReference, VideoRecordsApi, VideoRecordsErrorKind } from '../api.ts';
import { parseJson } from '../record/json.ts';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import type { RecordOperations } from './operations.ts';
import { notSaved } from './outcomeWords.ts';
import { nameOf } from './recordUri.ts';

/** The API for other extensions, on top of the records. */
export function recordApi(
  { read, saveOnto }: RecordOperations,
  open: (name: RecordName) => Promise<vscode.Uri>,
): Pick<VideoRecordsApi, 'open' | 'read' | 'save'> {
  return {
    open: (record) => orKind(async () => (await open(named(record))).toString()),
    read: (record) => orKind(async () => fieldsOf((await read(named(record))).record)),
    // Like a save in the editor, but it leaves the editor's own changes alone.
    save: (record, changes) =>
      orKind(async () => {
        const name = named(record);
        const values = valuesOf(changes);
        const outcome = await saveOnto(name, (version) => withValues(version.record, values));
        const failure = notSaved(name, outcome);
        if (failure) throw failure;
        return fieldsOf((outcome.kind === 'saved' ? outcome.version : await read(name)).record);
      }),
  };
}

function named(record: RecordReference): RecordName {
  const name = nameOf(record);
  if (!name) throw new TypeError('Expected a record as { service, id }, with a positive integer as id.');
  return name;
}

function valuesOf(changes: unknown): ReadonlyMap<string, string> {
  if (typeof changes !== 'object' || changes === null)
    throw new TypeError('Expected changes as an object of JSON texts.');
  const values = Object.entries(changes);
  for (const [field, value] of values) {
    if (typeof value !== 'string') throw new TypeError(`The value of "${field}" must be JSON text.`);
    parseJson(value);
  }
  return new Map(values);
}

function fieldsOf({ fields }: RecordText): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(fields.values(), ({ key, raw }) => [key, raw]));
}

/** Rejects as the API does: with an `Error` that has a `kind`. */
export async function orKind<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (failure) {
    throw Object.assign(new Error(messageOf(failure)), { kind: kindOf(failure) ?? 'badRequest' });
  }
}

/** What a failure, or the one that caused it, was about. Undefined for an error that nobody foresaw. */
export function kindOf(failure: unknown): VideoRecordsErrorKind | undefined {
  if (isRecordError(failure)) return failure.kind;
  return failure instanceof UserError ? (failure.kind ?? kindOf(failure.cause)) : undefined;
}
