import { type Change, changesBetween, sameField, sameMeaning, sameValue } from '../record/changes.ts';
import { type Conflict, mergeRecords } from '../record/merge.ts';
import { planSave, type WriteMethod } from '../record/plan.ts';
import { shortened } from '../record/shortened.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import type { Answer, RecordClient } from '../service/client.ts';
import { readRecord } from '../service/readRecord.ts';
import { isRecordError, RecordError } from '../service/recordError.ts';
import type { SaveMethod } from '../service/services.ts';
import { agreement } from './lostBase.ts';
import { WithoutEffect } from './withoutEffect.ts';

/** The user's answer to a conflict, good only for the very versions that were shown. */
export interface Resolution {
  readonly side: 'mine' | 'theirs';
  readonly conflicts: readonly Conflict[];
}

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

export interface SaveRequest {
  readonly id: number;
  /** What the edits are measured against; undefined where it was lost. */
  readonly base: string | undefined;
  readonly edited: string;
  readonly method: SaveMethod;
  readonly client: RecordClient;
  /** The newest answer that is known. */
  readonly newest?: Answer | undefined;
  /** The service has refused an outdated `If-Match` before: with an ETag, nothing has to be read before a write. */
  readonly honoursIfMatch?: boolean;
  readonly resolution?: Resolution | undefined;
  /** An earlier write may have landed unseen: even an unchanged text is held against what the service has. */
  readonly uncertain?: boolean;
  /** The body of a write that the service took without effect. Taken once more, it means to keep what it has. */
  readonly withoutEffect?: string | undefined;
  readonly confirm?: ((write: PlannedWrite) => Promise<boolean>) | undefined;
  /** Called before the whole record is sent, because the service doesn't allow PATCH. */
  readonly onFallback?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type SaveOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'refused'; readonly field: string; readonly reason: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly theirs: Answer }
  | Saved;

export interface Saved {
  readonly kind: 'saved';
  readonly method?: WriteMethod;
  /** What the service holds now. */
  readonly answer: Answer;
  /** What the service held before. */
  readonly before: Answer;
  /** Fields of someone else's change that came in. */
  readonly theirs: readonly string[];
  /** Fields that were sent, and of which the service holds the old value. */
  readonly ignored: readonly string[];
  /** Fields that were sent, and for which the service holds something else than before or than was sent. */
  readonly rewritten: readonly string[];
  /** The service refused an outdated `If-Match`: from now on its word suffices. */
  readonly honoursIfMatch: boolean;
}

/** One save, from the text in the editor to what the service holds afterwards. Failures are thrown as RecordError. */
export async function saveRecord(request: SaveRequest): Promise<SaveOutcome> {
  const edited = parseRecord(request.edited);
  const base = request.base === undefined ? undefined : parseRecord(request.base);
  const objection = base ? objectionTo(base, edited, request) : objectionToText(edited, request);
  if (objection) return objection;
  const { method, newest, honoursIfMatch } = request;
  // PUT may create a record that is gone, so the record is always read before it.
  const trusted = honoursIfMatch && newest?.etag !== undefined && methodFor(method, newest) === 'PATCH';
  return attempt(request, base, edited, { count: 1, method, known: trusted ? newest : undefined });
}

function objectionTo(base: RecordText, edited: RecordText, request: SaveRequest): SaveOutcome | undefined {
  if (changesBetween(base, edited).length === 0) return request.uncertain ? undefined : { kind: 'unchanged' };
  const problems = errorsOf(base, edited);
  if (problems.length > 0) return { kind: 'invalid', problems };
  // Without an answer it isn't known which method there is.
  if (request.method === 'auto' && !request.newest?.allow) return undefined;
  const plan = planSave(base, edited, methodFor(request.method, request.newest));
  return plan.kind === 'refused' ? plan : undefined;
}

/** Where nothing is known to compare with, at least it must be this record. */
function objectionToText({ fields }: RecordText, { id }: SaveRequest): SaveOutcome | undefined {
  const given = fields.get('id')?.raw;
  if (given === undefined || sameValue(given, String(id))) return undefined;
  const reason = `The text is that of record ${shortened(given, 20)}, so it was not saved as record ${id}.`;
  return { kind: 'refused', field: 'id', reason };
}

function errorsOf(before: RecordText, after: RecordText): Problem[] {
  return validateChanges(after, changesBetween(before, after)).filter(({ severity }) => severity === 'error');
}

const mostAttempts = 3;
const unnoticedMs = 300;

interface Attempt {
  readonly count: number;
  readonly method: SaveMethod;
  /** What the service holds, where it need not be read. */
  readonly known?: Answer | undefined;
  /** The ETag that the service refused in the attempt before. */
  readonly refused?: string | undefined;
  /** What the user has agreed to. */
  readonly agreed?: PlannedWrite | undefined;
}

async function attempt(
  request: SaveRequest,
  base: RecordText | undefined,
  edited: RecordText,
  { count, method, known, refused, agreed }: Attempt,
): Promise<SaveOutcome> {
  const { id, client, signal } = request;
  const again = (change: Partial<Attempt>) => attempt(request, base, edited, { count, method, ...change });
  // Some servers never take back the ETag of a compressed answer, only that of a plain one.
  const read = () => readRecord(client, id, { ...(signal && { signal }), plain: refused !== undefined });
  const current = known ?? (await read());
  const theirs = parseRecord(current.text);
  const merge = mergeRecords(base ?? agreement(edited, theirs), edited, theirs, request.resolution?.side);
  if (merge.conflicts.length > 0 && !settles(request.resolution, merge.conflicts)) {
    return { kind: 'conflict', conflicts: merge.conflicts, theirs: current };
  }
  const merged = parseRecord(merge.text);
  const wrong = base ? [] : errorsOf(theirs, merged);
  if (wrong.length > 0) return { kind: 'invalid', problems: wrong };
  const chosen = methodFor(method, current);
  const plan = planSave(theirs, merged, chosen);
  const honoursIfMatch = refused !== undefined && refused !== current.etag;
  const told = { before: current, theirs: merge.theirs, honoursIfMatch };
  if (plan.kind === 'refused') return plan;
  if (plan.kind === 'nothing') {
    // Only a write asks whether what was trusted still holds.
    if (known !== undefined && known === request.newest) return again({});
    return { kind: 'saved', answer: current, ignored: [], rewritten: [], ...told };
  }
  const write = {
    method: chosen,
    body: plan.body,
    changes: changesBetween(theirs, merged),
    ifMatch: current.etag,
    address: current.foundAt,
  };
  if (request.confirm && !isSameWrite(write, agreed)) {
    const asked = performance.now();
    if (!(await request.confirm(write))) return { kind: 'declined' };
    // While somebody thought about it, somebody else may have changed the record.
    const thought = performance.now() - asked > unnoticedMs;
    const guarded = request.honoursIfMatch && write.ifMatch !== undefined;
    if (thought && !guarded) return again({ known: await read(), refused, agreed: write });
  }
  try {
    const answer = await send(request, write, theirs);
    return { kind: 'saved', method: chosen, answer, ...heldOtherwise(write, answer), ...told };
  } catch (failure) {
    if (!isRecordError(failure)) throw failure;
    if (failure.status === 412 && count < mostAttempts) {
      return again({ count: count + 1, refused: write.ifMatch, agreed: write });
    }
    if (failure.kind === 'notAllowed' && method === 'auto' && chosen === 'PATCH') {
      request.onFallback?.();
      return again({ method: 'put' });
    }
    throw failure;
  }
}

/** Whether what the service will hold otherwise is the same; the rest of a whole record may have moved on. */
function isSameWrite(one: PlannedWrite, other: PlannedWrite | undefined): boolean {
  return one.method === other?.method && JSON.stringify(one.changes) === JSON.stringify(other.changes);
}

function methodFor(method: SaveMethod, answer: Answer | undefined): WriteMethod {
  if (method !== 'auto') return method === 'put' ? 'PUT' : 'PATCH';
  const allow = answer?.allow;
  return allow?.includes('PUT') && !allow.includes('PATCH') ? 'PUT' : 'PATCH';
}

function settles(resolution: Resolution | undefined, conflicts: readonly Conflict[]): boolean {
  if (!resolution) return false;
  const shown = new Map(resolution.conflicts.map((conflict) => [conflict.field, conflict]));
  return conflicts.every(({ field, mine, theirs }) => {
    const seen = shown.get(field);
    return seen !== undefined && sameField(seen.mine, mine) && sameField(seen.theirs, theirs);
  });
}

async function send(
  { id, client, signal, withoutEffect }: SaveRequest,
  write: PlannedWrite,
  before: RecordText,
): Promise<Answer> {
  const { address: at, ifMatch } = write;
  const options = { at, ...(ifMatch && { ifMatch }), ...(signal && { signal }) };
  try {
    const answer = await client.write(write.method, id, write.body, options);
    if (answer && isWhole(answer, id, before, write)) return answer;
  } catch (failure) {
    if (!isRecordError(failure) || !isUnclear(failure)) throw failure;
    return settleUnknown(client, id, write, failure);
  }
  // Without an error, but without the record: the answer may have been a sign-in page.
  const now = await readRecord(client, id).catch((cause) => {
    const message = `The service took the ${write.method} of record ${id}, but could not be asked what it holds now. Save again once it answers.`;
    throw new RecordError('unknownOutcome', message, { address: write.address, method: write.method, cause });
  });
  if (write.body !== withoutEffect && holdsAll(now, write, 'before')) {
    const message = `The service took the ${write.method} of record ${id} without an error, but still shows the old values, so nothing is saved so far. Save again to make sure.`;
    const cause = new WithoutEffect(write.body);
    throw new RecordError('unknownOutcome', message, { address: now.address, method: write.method, cause });
  }
  return now;
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
  const details = { ...(failure.address && { address: failure.address }), method: write.method, cause: failure };
  let now: Answer;
  try {
    now = await readRecord(client, id);
  } catch {
    const message = `${failure.message} Whether record ${id} was saved is not known, because it could not be read again. Save again once the service answers.`;
    throw new RecordError('unknownOutcome', message, details);
  }
  if (holdsAll(now, write, 'after')) return now;
  if (holdsAll(now, write, 'before')) {
    throw new RecordError(
      'network',
      `${failure.message} The service still holds the old values of record ${id}, so nothing is saved so far.`,
      details,
    );
  }
  const message = `${failure.message} The service now holds other values for record ${id} than those that were sent. Compare before you save again.`;
  throw new RecordError('unknownOutcome', message, details);
}

/** Whether the changed fields are all as they were before the write, or all as it wanted them. */
function holdsAll(answer: Answer, { changes }: PlannedWrite, when: 'before' | 'after'): boolean {
  const { fields } = parseRecord(answer.text);
  return changes.every((change) =>
    sameField(fields.get(change.field)?.raw, change[when], when === 'after' ? sameMeaning : sameValue),
  );
}

function heldOtherwise({ changes }: PlannedWrite, answer: Answer): Pick<Saved, 'ignored' | 'rewritten'> {
  const { fields } = parseRecord(answer.text);
  const holds = (field: string, value: string | undefined) => sameField(fields.get(field)?.raw, value, sameMeaning);
  const otherwise = changes.filter(({ field, after }) => !holds(field, after));
  const namesOf = (some: readonly Change[]) => some.map(({ field }) => field);
  return {
    ignored: namesOf(otherwise.filter(({ field, before }) => holds(field, before))),
    rewritten: namesOf(otherwise.filter(({ field, before }) => !holds(field, before))),
  };
}
