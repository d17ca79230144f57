import type * as vscode from 'vscode';
import type { RecordReference, VideoRecordsApi, VideoRecordsErrorKind } from '../api.ts';
import { parseJson } from '../record/json.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { Failure } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { SaveFailure } from './saveMessages.ts';
import type { Saved } from './saveRecord.ts';

export interface ApiParts {
  open(name: RecordName): Promise<vscode.Uri>;
  read(name: RecordName): Promise<RecordVersion>;
  saveFields(name: RecordName, values: ReadonlyMap<string, string>): Promise<Saved | undefined>;
}

export type RecordApi = Omit<VideoRecordsApi, 'openWorksheet'>;

/** The API for other extensions, on top of the record documents. */
export function documentApi(documents: ApiParts): RecordApi {
  return {
    version: 2,
    open: (record) => orKind(async () => (await documents.open(nameOf(record))).toString()),
    read: (record) => orKind(async () => fieldsOf((await documents.read(nameOf(record))).record)),
    save: (record, changes) =>
      orKind(async () => {
        const name = nameOf(record);
        const saved = await documents.saveFields(name, valuesOf(changes));
        return fieldsOf((saved?.version ?? (await documents.read(name))).record);
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
    const cause = failure instanceof Failure ? failure.cause : failure;
    throw Object.assign(new Error(messageOf(cause)), { kind: kindOf(cause) });
  }
}

function kindOf(failure: unknown): VideoRecordsErrorKind {
  return isRecordError(failure) || failure instanceof SaveFailure ? failure.kind : 'badRequest';
}
