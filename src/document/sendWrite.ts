import { type Change, sameField, sameMeaning, sameValue } from '../record/changes.ts';
import type { WriteMethod } from '../record/plan.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import type { Answer, RecordClient } from '../service/client.ts';
import { readRecord } from '../service/readRecord.ts';
import { isRecordError, RecordError } from '../service/recordError.ts';
import { WithoutEffect } from './withoutEffect.ts';

export interface PlannedWrite {
  readonly method: WriteMethod;
  readonly body: string;
  /** Sent along as `If-Match`, so that the service refuses where the record has moved on. */
  readonly ifMatch?: string | undefined;
  /** The address that the record was found at. */
  readonly address: string;
  /** From what the service holds to what it will hold. */
  readonly changes: readonly Change[];
}

export interface Sending {
  readonly id: number;
  readonly client: RecordClient;
  /** The body of a write that the service took without effect. Taken once more, it means to keep what it has. */
  readonly withoutEffect?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Sent {
  /** What the service holds now. */
  readonly answer: Answer;
  /** It came with the write. What was read later may hold somebody else's change. */
  readonly isOfWrite: boolean;
}

export interface HeldOtherwise {
  /** Fields that were sent, and of which the service holds the old value. */
  readonly ignored: readonly string[];
  /** Fields that were sent, and for which the service holds something else than before or than was sent. */
  readonly rewritten: readonly string[];
}

/** Sends a write and finds out what the service holds then. */
export async function sendWrite(
  { id, client, signal, withoutEffect }: Sending,
  write: PlannedWrite,
  before: RecordText,
): Promise<Sent> {
  const { address: at, ifMatch } = write;
  const options = { at, ...(ifMatch && { ifMatch }), ...(signal && { signal }) };
  try {
    const answer = await client.write(write.method, id, write.body, options);
    if (answer && isWhole(answer, id, before, write)) return { answer, isOfWrite: true };
  } catch (failure) {
    if (!isRecordError(failure) || !isUnclear(failure)) throw failure;
    return { answer: await settleUnknown(client, id, write, failure), isOfWrite: false };
  }
  // Without an error, but without the record: the answer may have been a sign-in page.
  const now = await readRecord(client, id).catch((cause) => {
    const { method, address } = write;
    throw new RecordError('unknownOutcome', { reason: 'writeNotReadBack', id, method, address, cause });
  });
  if (write.body !== withoutEffect && holdsAll(now, write, 'before')) {
    const details = { reason: 'writeWithoutEffect', id, method: write.method, address: now.address } as const;
    throw new RecordError('unknownOutcome', { ...details, cause: new WithoutEffect(write.body) });
  }
  return { answer: now, isOfWrite: false };
}

/** A service may fail with a 500 after it has stored the write. */
function isUnclear({ kind, status }: RecordError): boolean {
  return kind === 'unknownOutcome' || (status !== undefined && status >= 500 && kind === 'unavailable');
}

/** Some services answer a write with a part of the record, or with something else altogether. */
function isWhole(answer: Answer, id: number, before: RecordText, write: PlannedWrite): boolean {
  const { fields } = parseRecord(answer.text);
  const removed = new Set(write.changes.filter(({ kind }) => kind === 'removed').map(({ field }) => field));
  const gotId = fields.get('id')?.raw;
  return (
    (gotId ?? String(id)) === String(id) &&
    [...before.fields.keys()].every((key) => fields.has(key) || removed.has(key))
  );
}

/** The write may have landed although no one said so: what the service holds now tells. */
async function settleUnknown(
  client: RecordClient,
  id: number,
  write: PlannedWrite,
  failure: RecordError,
): Promise<Answer> {
  const details = { ...failure.details, id, method: write.method, said: [], fields: {}, cause: failure };
  let now: Answer;
  try {
    now = await readRecord(client, id);
  } catch {
    throw new RecordError('unknownOutcome', { ...details, reason: 'writeNotReadBack' });
  }
  if (holdsAll(now, write, 'after')) return now;
  if (holdsAll(now, write, 'before')) throw new RecordError('network', { ...details, reason: 'writeWithoutEffect' });
  throw new RecordError('unknownOutcome', { ...details, reason: 'writeMadeOtherValues' });
}

/** Whether the changed fields are all as they were before the write, or all as it wanted them. */
function holdsAll(answer: Answer, { changes }: PlannedWrite, when: 'before' | 'after'): boolean {
  const { fields } = parseRecord(answer.text);
  return changes.every((change) =>
    sameField(fields.get(change.field)?.raw, change[when], when === 'after' ? sameMeaning : sameValue),
  );
}

export function heldOtherwise({ changes }: PlannedWrite, answer: Answer): HeldOtherwise {
  const { fields } = parseRecord(answer.text);
  const holds = (field: string, value: string | undefined) => sameField(fields.get(field)?.raw, value, sameMeaning);
  const otherwise = changes.filter(({ field, after }) => !holds(field, after));
  const namesOf = (some: readonly Change[]) => some.map(({ field }) => field);
  return {
    ignored: namesOf(otherwise.filter(({ field, before }) => holds(field, before))),
    rewritten: namesOf(otherwise.filter(({ field, before }) => !holds(field, before))),
  };
}
