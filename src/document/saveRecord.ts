import { type Change, changesBetween, sameField, sameValue } from '../record/changes.ts';
import type { Conflict } from '../record/merge.ts';
import { planSave, type WriteMethod } from '../record/plan.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, SaveMethod } from '../service/services.ts';
import { type Edits, mergeOnto, withFieldsOf } from './edits.ts';
import type { Declined, NotStored, PlannedWrite, SaveOutcome } from './outcome.ts';
import { type SendOutcome, sendRecord } from './sendRecord.ts';
import { recordedWrite, type WriteJournal } from './writeJournal.ts';

/** The user's answer to a conflict. It is valid only for the values that were shown. */
export interface Resolution {
  readonly side: 'mine' | 'theirs';
  readonly conflicts: readonly Conflict[];
}

/** What the user answered before a write. Unless it is `notNeeded`, the record may have changed in the meantime. */
export type Consent = 'notNeeded' | 'agreed' | 'keepTheirs' | Declined;

export interface SaveRequest {
  readonly name: RecordName;
  readonly edits: Edits;
  readonly client: RecordClient;
  readonly method: SaveMethod;
  /** The methods the service allowed in its newest answer. */
  readonly allow?: readonly string[] | undefined;
  readonly resolution?: Resolution | undefined;
  /** Whether this window itself made a field what the version has, by another save. */
  isOwnChange(field: string, version: RecordVersion): boolean;
  /** These changes of a version, without anyone else's, are sent now. */
  sending?(changes: readonly Change[], current: RecordVersion): void;
  /** Asks what has to be asked before this write. `reverts` are fields in which it reverts someone else's change. */
  ask(write: PlannedWrite, reverts: readonly string[]): Promise<Consent>;
  /** Runs the requests, with progress and a Cancel button. */
  online<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T>;
  readonly journal?: WriteJournal;
}

const maxOutdatedWrites = 3;

/** One save, from the edited text to what the service has afterwards. Failures are thrown as `RecordError`. */
export async function saveRecord(request: SaveRequest): Promise<SaveOutcome> {
  const { name, client, online } = request;
  let { edits, method } = request;
  const objection = objectionTo(request);
  if (objection) return objection;

  let agreed: PlannedWrite | undefined;
  let isWhole = false;
  for (let outdatedWrites = 0; ; ) {
    // Some servers answer 412 to the ETag of a compressed answer, so after a 412 a plain one is asked for.
    const current = await online((signal) => client.read(name.id, { signal, plain: outdatedWrites > 0 }));
    const planned = planWrite(request, edits, current, method);
    if (planned.kind !== 'planned') return planned;
    const { write, theirs } = planned;

    if (!isSameWrite(write, agreed)) {
      const reverts = edits.reverts.filter((field) => write.changes.some((change) => change.field === field));
      const consent = await request.ask(write, reverts);
      if (typeof consent === 'object') return consent;
      if (consent === 'keepTheirs') edits = keepingTheirs(edits);
      else agreed = write;
      // The record may have changed while the user was asked, so it is read again.
      if (consent !== 'notNeeded') continue;
    }

    const mine = write.changes.filter(({ field }) => !theirs.includes(field));
    request.sending?.(mine, current);
    try {
      const sent = await online((signal) => sendRecord(client, name.id, write, current.record, signal));
      if (sent.kind !== 'outdated') {
        await record(request, write, current, sent);
        if (sent.kind === 'notStored') return sent;
        return { ...sent, kind: 'saved', write, mine, theirs, isWhole };
      }
      outdatedWrites += 1;
      if (outdatedWrites === maxOutdatedWrites) throw sent.failure;
    } catch (failure) {
      const isPatchRefused = isRecordError(failure, 'notAllowed') && write.method === 'PATCH';
      if (!isPatchRefused || method !== 'auto') throw failure;
      method = 'put';
      isWhole = true;
    }
  }
}

interface Planned {
  readonly kind: 'planned';
  readonly write: PlannedWrite;
  /** Fields in which someone else's change was merged. */
  readonly theirs: readonly string[];
}

/** Merges the edits with what the service has, and plans the write. Any other outcome ends the save. */
function planWrite(
  { resolution, isOwnChange }: Pick<SaveRequest, 'resolution' | 'isOwnChange'>,
  { base, edited }: Edits,
  current: RecordVersion,
  method: SaveMethod,
): SaveOutcome | Planned {
  const { record: theirs, foundAt: address, etag: ifMatch } = current;
  const isOwn = (field: string) => isOwnChange(field, current);
  const merge = mergeOnto(base, edited, theirs, isOwn, resolution?.side);
  const { conflicts } = merge;
  if (conflicts.length > 0 && !settles(resolution, conflicts)) {
    return { kind: 'conflict', conflicts, theirs: current, isBaseLost: base === undefined };
  }
  const merged = merge.text === edited.text ? edited : parseRecord(merge.text);
  const changes = changesBetween(theirs, merged);
  const problems = base ? [] : errorsIn(merged, changes);
  if (problems.length > 0) return { kind: 'invalid', problems };
  const verb = methodFor(method, current.allow);
  const plan = planSave(merged, changes, verb);
  if (plan.kind === 'refused') return plan;
  const isMerged = (field: string) => !conflicts.some((conflict) => conflict.field === field) && !isOwn(field);
  // Without a base it is not known who changed what.
  const fields = base ? merge.theirs.filter(isMerged) : [];
  if (plan.kind === 'request') {
    return { kind: 'planned', write: { method: verb, body: plan.body, changes, address, ifMatch }, theirs: fields };
  }
  return { kind: 'saved', version: current, mine: [], theirs: fields, ignored: [], rewritten: [], isWhole: false };
}

/** Records a write that the service stored, or may have stored, in the history. */
async function record(
  { name, journal }: SaveRequest,
  write: PlannedWrite,
  before: RecordVersion,
  sent: Exclude<SendOutcome, { readonly kind: 'outdated' }>,
): Promise<void> {
  const isConfirmed = sent.kind === 'stored';
  if (!isConfirmed && !mayBeStored(sent)) return;
  // What the service has before it stores a write is not what it stored.
  const now = !isConfirmed && sent.reason === 'lost' ? undefined : sent.version;
  const recorded = recordedWrite(name, write, before, now);
  await journal?.record({ ...recorded, ...(!isConfirmed && { unconfirmed: true as const }) });
}

/** Why a save stops before any request. */
export function objectionTo({
  name: { id },
  edits: { base, edited, changes },
  method,
  allow,
}: Pick<SaveRequest, 'name' | 'edits' | 'method' | 'allow'>): SaveOutcome | undefined {
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

function keepingTheirs(edits: Edits): Edits {
  if (!edits.base) return edits;
  const edited = withFieldsOf(edits.base, edits.edited, edits.reverts);
  return { ...edits, edited, changes: changesBetween(edits.base, edited), reverts: [] };
}
