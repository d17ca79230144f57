import { changesBetween, sameField, sameValue } from '../record/changes.ts';
import { type Conflict, mergeRecords } from '../record/merge.ts';
import { planSave, type WriteMethod } from '../record/plan.ts';
import { shortened } from '../record/shortened.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import type { Answer } from '../service/client.ts';
import { readRecord } from '../service/readRecord.ts';
import { isRecordError } from '../service/recordError.ts';
import type { SaveMethod } from '../service/services.ts';
import { mergeBase } from './mergeBase.ts';
import {
  type HeldOtherwise,
  heldOtherwise,
  type PlannedWrite,
  type Sending,
  type Sent,
  sendWrite,
} from './sendWrite.ts';

/** The user's answer to a conflict, good only for the very versions that were shown. */
export interface Resolution {
  readonly side: 'mine' | 'theirs';
  readonly conflicts: readonly Conflict[];
}

export interface SaveRequest extends Sending {
  /** What the edits are measured against; undefined where it was lost. */
  readonly base: string | undefined;
  readonly edited: string;
  readonly method: SaveMethod;
  /** The newest answer that is known. */
  readonly newest?: Answer | undefined;
  /** The service has refused an outdated `If-Match` before: with an ETag, nothing has to be read before a write. */
  readonly honoursIfMatch?: boolean;
  readonly resolution?: Resolution | undefined;
  /** What the service made of fields of the user's last save: nobody else's change. */
  readonly rewritten?: ReadonlyMap<string, string> | undefined;
  /** An earlier write may have landed unseen: even an unchanged text is held against what the service has. */
  readonly uncertain?: boolean;
  readonly confirm?: ((write: PlannedWrite) => Promise<boolean>) | undefined;
  /** Called before the whole record is sent, because the service doesn't allow PATCH. */
  readonly onFallback?: (() => void) | undefined;
}

export type SaveOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'refused'; readonly field: string; readonly reason: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly theirs: Answer }
  | Saved;

export interface Saved extends HeldOtherwise, Sent {
  readonly kind: 'saved';
  readonly method?: WriteMethod;
  /** What the service held before. */
  readonly before: Answer;
  /** Fields of someone else's change that came in. */
  readonly theirs: readonly string[];
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
  const from = mergeBase(base, edited, theirs, request.rewritten);
  const merge = mergeRecords(from, edited, theirs, request.resolution?.side);
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
    return { kind: 'saved', answer: current, isOfWrite: false, ignored: [], rewritten: [], ...told };
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
    const sent = await sendWrite(request, write, theirs);
    return { kind: 'saved', method: chosen, ...sent, ...heldOtherwise(write, sent.answer), ...told };
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
