import type * as vscode from 'vscode';
import type { RecordReference, VideoRecordsApi, VideoRecordsErrorKind } from '../api.ts';
import { parseJson } from '../record/json.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import type { SaveOutcome } from './outcome.ts';
import { notSaved } from './outcomeWords.ts';

export interface ApiParts {
  open(name: RecordName): Promise<vscode.Uri>;
  read(name: RecordName): Promise<RecordVersion>;
  saveFields(name: RecordName, values: ReadonlyMap<string, string>): Promise<SaveOutcome>;
}

export type RecordApi = Omit<VideoRecordsApi, 'openWorksheet'>;

/** The API for other extensions, on top of the record records. */
export function recordApi(records: ApiParts): RecordApi {
  return {
    version: 2,
    open: (record) => orKind(async () => (await records.open(nameOf(record))).toString()),
    read: (record) => orKind(async () => fieldsOf((await records.read(nameOf(record))).record)),
    save: (record, changes) =>
      orKind(async () => {
        const name = nameOf(record);
        const outcome = await records.saveFields(name, valuesOf(changes));
        const failure = notSaved(name, outcome);
        if (failure) throw failure;
        return fieldsOf((outcome.kind === 'saved' ? outcome.version : await records.read(name)).record);
      }),
  };
}

function nameOf(record: RecordReference): RecordName {
  const { service, id } = record ?? {};
  if (typeof service === 'string' && Number.isSafeInteger(id) && id > 0) return { service, id };
  throw new TypeError('Expected a record as { service, id }, with a positive integer as id.');
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
    throw Object.assign(new Error(messageOf(failure)), { kind: kindOf(failure) });
  }
}

function kindOf(failure: unknown): VideoRecordsErrorKind {
  if (isRecordError(failure)) return failure.kind;
  if (!(failure instanceof UserError)) return 'badRequest';
  return failure.kind ?? kindOf(failure.cause);
}
