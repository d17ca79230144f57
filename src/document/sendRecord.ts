import { type Change, sameField, sameMeaning, sameValue } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import { isRecordError, type RecordError } from '../service/recordError.ts';
import type { NotStored, PlannedWrite, Saved } from './outcome.ts';

export type SendOutcome =
  | ({ readonly kind: 'stored' } & Pick<Saved, 'version' | 'ignored' | 'rewritten' | 'isReadBack'>)
  /** The record changed since it was read (412). */
  | { readonly kind: 'outdated'; readonly failure: RecordError }
  | NotStored;

/** Sends a write once and checks what the service has afterwards. Failures with a clear answer are thrown. */
export async function sendRecord(
  client: RecordClient,
  id: number,
  write: PlannedWrite,
  before: RecordText,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { method, body, address: at, ifMatch } = write;
  let answer: RecordVersion | undefined;
  try {
    answer = await client.write(method, id, body, { at, signal, ...(ifMatch && { ifMatch }) });
  } catch (failure) {
    if (!isRecordError(failure)) throw failure;
    if (failure.status === 412) return { kind: 'outdated', failure };
    if (!mayHaveArrived(failure)) throw failure;
    return readBack(client, id, write, failure);
  }
  const told = answer && isWhole(answer, id, before, write) ? verify(write, answer) : undefined;
  if (told?.kind === 'stored' && told.ignored.length === 0) return told;
  // Not the record as it was sent: the answer may have been a sign-in page, or the record as it was before the write.
  const now = await readAgain(client, id);
  return isRecordError(now) ? notStored('unknown', write, { failure: now }) : verify(write, now, true);
}

/** Compares what the service has with what was sent. */
function verify({ changes }: PlannedWrite, version: RecordVersion, isReadBack = false): SendOutcome {
  const { fields } = version.record;
  const has = (field: string, value: string | undefined) => sameField(fields.get(field)?.raw, value, sameMeaning);
  const different = changes.filter(({ field, after }) => !has(field, after));
  const ignored = different.filter(({ field, before }) => has(field, before)).map(({ field }) => field);
  if (ignored.length === changes.length) return { kind: 'notStored', reason: 'noEffect', fields: ignored, version };
  const rewritten = different.map(({ field }) => field).filter((field) => !ignored.includes(field));
  return { kind: 'stored', version, ignored, rewritten, isReadBack };
}

/** A service may fail with a 5xx after it has stored the write. */
function mayHaveArrived({ kind, status }: RecordError): boolean {
  return kind === 'unknownOutcome' || (kind === 'unavailable' && status !== undefined && status >= 500);
}

async function readBack(
  client: RecordClient,
  id: number,
  write: PlannedWrite,
  failure: RecordError,
): Promise<SendOutcome> {
  const now = await readAgain(client, id);
  if (isRecordError(now)) return notStored('unknown', write, { failure });
  const changes = write.changes.filter((change) => !hasValue(now, change, 'after'));
  if (changes.length === 0) return { kind: 'stored', version: now, ignored: [], rewritten: [] };
  const isAsBefore = write.changes.every((change) => hasValue(now, change, 'before'));
  if (isAsBefore) return notStored('lost', write, { version: now, failure });
  return notStored('otherValues', { ...write, changes }, { version: now, failure });
}

/** Not with the save's signal: a user who cancels a running write must still learn its outcome. */
async function readAgain(client: RecordClient, id: number): Promise<RecordVersion | RecordError> {
  try {
    return await client.read(id);
  } catch (failure) {
    if (isRecordError(failure)) return failure;
    throw failure;
  }
}

function notStored(
  reason: NotStored['reason'],
  { changes }: PlannedWrite,
  known: Pick<NotStored, 'version' | 'failure'>,
): NotStored {
  return { kind: 'notStored', reason, fields: changes.map(({ field }) => field), ...known };
}

/** Some services answer a write with a part of the record, or with something else altogether. */
function isWhole({ record }: RecordVersion, id: number, before: RecordText, { changes }: PlannedWrite): boolean {
  const removed = new Set(changes.filter(({ kind }) => kind === 'removed').map(({ field }) => field));
  const got = record.fields.get('id')?.raw ?? String(id);
  return got === String(id) && [...before.fields.keys()].every((key) => record.fields.has(key) || removed.has(key));
}

/** Whether a field has the value from before the write, or that of the write. */
function hasValue({ record }: RecordVersion, change: Change, when: 'before' | 'after'): boolean {
  const same = when === 'after' ? sameMeaning : sameValue;
  return sameField(record.fields.get(change.field)?.raw, change[when], same);
}
