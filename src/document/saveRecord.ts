import { type Change, changesBetween, sameField, sameValue } from '../record/changes.ts';
import { type Conflict, mergeRecords } from '../record/merge.ts';
import { planSave, type Refusal, type WriteMethod } from '../record/plan.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, SaveMethod } from '../service/services.ts';
import { keyedTurns } from '../workbench/scheduling.ts';
import { type Edits, withFieldsOf } from './edits.ts';
import type { SavedVersion } from './recordDocument.ts';
import { type NotStored, type PlannedWrite, sendRecord } from './sendRecord.ts';

/** The user's answer to a conflict. It is valid only for the values that were shown. */
export interface Resolution {
  readonly side: 'mine' | 'theirs';
  readonly conflicts: readonly Conflict[];
}

/** Unless it is `notNeeded`, the user was asked, and the record may have changed in the meantime. */
export type Consent = 'notNeeded' | 'agreed' | 'keepTheirs' | 'declined';

export interface SaveRequest {
  readonly id: number;
  readonly edits: Edits;
  readonly client: RecordClient;
  readonly method: SaveMethod;
  /** The methods the service allowed in its newest answer. */
  readonly allow?: readonly string[] | undefined;
  readonly resolution?: Resolution | undefined;
  /** Asks what has to be asked before this write. `reverts` are fields in which it reverts someone else's change. */
  ask(write: PlannedWrite, reverts: readonly string[]): Promise<Consent>;
  /** Runs the requests, with progress and a Cancel button. */
  online<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Records a write that the service stored or may have stored in the history. Awaited; never rejects. */
  record?(sent: SentWrite): Promise<void>;
  /** PATCH is not allowed, so the whole record is sent with PUT. */
  fallsBack?(): void;
}

export type SaveOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | Refusal
  | { readonly kind: 'declined' }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly theirs: RecordVersion }
  | NotStored
  | Saved;

export interface Saved {
  readonly kind: 'saved';
  /** What the service has now. */
  readonly version: RecordVersion;
  /** The write, unless the service had all of it already. */
  readonly write?: PlannedWrite;
  /** Fields in which someone else's change was merged. */
  readonly theirs: readonly string[];
  readonly ignored: readonly string[];
  readonly rewritten: readonly string[];
}

/** What a document has to know of a save. */
export function savedVersion({ version, theirs, write }: Saved): SavedVersion {
  return { version, mine: write?.changes.filter(({ field }) => !theirs.includes(field)) ?? [] };
}

export interface SentWrite {
  readonly write: PlannedWrite;
  /** What the service had before. */
  readonly before: RecordVersion;
  /** What it has now, where that is known. */
  readonly version?: RecordVersion | undefined;
  /** Whether the service is known to have stored it. */
  readonly isConfirmed: boolean;
}

const mostOutdatedWrites = 3;

const inTurn = keyedTurns();

/** Saves of one record run one after the other, wherever they start: without an ETag, one would overwrite the other. */
export function saveInTurn({ service, id }: RecordName, request: Omit<SaveRequest, 'id'>): Promise<SaveOutcome> {
  return inTurn(`${service} ${id}`, () => saveRecord({ ...request, id }));
}

/** One save, from the edited text to what the service has afterwards. Failures are thrown as `RecordError`. */
export async function saveRecord(request: SaveRequest): Promise<SaveOutcome> {
  const { id, client, online, resolution } = request;
  let { edits, method } = request;
  const objection = objectionTo(request);
  if (objection) return objection;

  let agreed: PlannedWrite | undefined;
  let isFallback = false;
  for (let outdatedWrites = 0; ; ) {
    // Some servers answer 412 to the ETag of a compressed answer, so after a 412 a plain one is asked for.
    const current = await online((signal) => client.read(id, { signal, plain: outdatedWrites > 0 }));
    const theirs = current.record;
    const merge = mergeRecords(edits.base ?? agreement(edits.edited, theirs), edits.edited, theirs, resolution?.side);
    if (merge.conflicts.length > 0 && !settles(resolution, merge.conflicts)) {
      return { kind: 'conflict', conflicts: merge.conflicts, theirs: current };
    }
    const merged = merge.text === edits.edited.text ? edits.edited : parseRecord(merge.text);
    const changes = changesBetween(theirs, merged);
    const problems = edits.base ? [] : errorsIn(merged, changes);
    if (problems.length > 0) return { kind: 'invalid', problems };
    const verb = methodFor(method, current.allow);
    const plan = planSave(merged, changes, verb);
    if (plan.kind === 'refused') return plan;
    // Without a base it is not known who changed what.
    const theirFields = edits.base ? merge.theirs : [];
    if (plan.kind === 'nothing') {
      return { kind: 'saved', version: current, ignored: [], rewritten: [], theirs: theirFields };
    }
    const write: PlannedWrite = {
      method: verb,
      body: plan.body,
      changes,
      address: current.foundAt,
      ifMatch: current.etag,
    };

    if (!isSameWrite(write, agreed)) {
      const consent = await request.ask(
        write,
        edits.reverts.filter((field) => isChanged(write, field)),
      );
      if (consent === 'declined') return { kind: 'declined' };
      if (consent === 'keepTheirs') edits = keepingTheirs(edits);
      else agreed = write;
      // The record may have changed while the user was asked, so it is read again.
      if (consent !== 'notNeeded') continue;
    }

    try {
      if (isFallback) request.fallsBack?.();
      isFallback = false;
      const sent = await online((signal) => sendRecord(client, id, write, theirs, signal));
      if (sent.kind !== 'outdated') {
        const isConfirmed = sent.kind === 'stored';
        if (isConfirmed || mayBeStored(sent)) {
          // What the service has before it stores a write is not what it stored.
          const version = !isConfirmed && sent.reason === 'lost' ? undefined : sent.version;
          await request.record?.({ write, before: current, version, isConfirmed });
        }
        return isConfirmed ? { ...sent, theirs: theirFields, kind: 'saved', write } : sent;
      }
      outdatedWrites += 1;
      if (outdatedWrites === mostOutdatedWrites) throw sent.failure;
    } catch (failure) {
      if (!isRecordError(failure) || failure.kind !== 'notAllowed' || method !== 'auto' || verb === 'PUT')
        throw failure;
      method = 'put';
      isFallback = true;
    }
  }
}

/** Why a save stops before any request. */
function objectionTo({ id, edits: { base, edited, changes }, method, allow }: SaveRequest): SaveOutcome | undefined {
  if (!base) {
    const given = edited.fields.get('id')?.raw;
    if (given === undefined || sameValue(given, String(id))) return undefined;
    return { kind: 'refused', code: 'otherRecord', field: 'id', id: given };
  }
  if (changes.length === 0) return { kind: 'unchanged' };
  const problems = errorsIn(edited, changes);
  if (problems.length > 0) return { kind: 'invalid', problems };
  // The allowed methods are known only from an answer.
  if (method === 'auto' && !allow) return undefined;
  const plan = planSave(edited, changes, methodFor(method, allow));
  return plan.kind === 'refused' ? plan : undefined;
}

function errorsIn(edited: RecordText, changes: readonly Change[]): Problem[] {
  return validateChanges(edited, changes).filter(({ severity }) => severity === 'error');
}

function methodFor(method: SaveMethod, allow: readonly string[] | undefined): WriteMethod {
  if (method !== 'auto') return method === 'put' ? 'PUT' : 'PATCH';
  return allow?.includes('PUT') && !allow.includes('PATCH') ? 'PUT' : 'PATCH';
}

/** Without an answer, a slow service may still store a write that it does not have yet. */
function mayBeStored({ reason, failure }: NotStored): boolean {
  return reason === 'lost' ? failure?.kind === 'unknownOutcome' : reason !== 'noEffect';
}

/** Replaces a lost base: the fields with equal values. All other fields are conflicts for the user to decide. */
export function agreement(mine: RecordText, theirs: RecordText): RecordText {
  const fields = [...mine.fields.values()].flatMap(({ key, raw }) => {
    const other = theirs.fields.get(key)?.raw;
    // A field that only I have may be new, or removed by someone else: with a value that neither has, it is a conflict.
    const value = other === undefined ? JSON.stringify(raw) : raw;
    return other === undefined || sameField(raw, other) ? [`${JSON.stringify(key)}:${value}`] : [];
  });
  return parseRecord(`{${fields.join(',')}}`);
}

function settles(resolution: Resolution | undefined, conflicts: readonly Conflict[]): boolean {
  const shown = new Map(resolution?.conflicts.map((conflict) => [conflict.field, conflict]));
  return conflicts.every(({ field, mine, theirs }) => {
    const seen = shown.get(field);
    return seen !== undefined && sameField(seen.mine, mine) && sameField(seen.theirs, theirs);
  });
}

/** Whether the service would have the same values afterwards; what a PUT repeats may differ. */
function isSameWrite(write: PlannedWrite, other: PlannedWrite | undefined): boolean {
  return write.method === other?.method && sameChanges(write.changes, other.changes);
}

/** The same fields from the same values to the same values. */
export function sameChanges(one: readonly Change[], other: readonly Change[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isChanged({ changes }: PlannedWrite, field: string): boolean {
  return changes.some((change) => change.field === field);
}

function keepingTheirs(edits: Edits): Edits {
  if (!edits.base) return edits;
  const edited = withFieldsOf(edits.base, edits.edited, edits.reverts);
  return { ...edits, edited, changes: changesBetween(edits.base, edited), reverts: [] };
}
