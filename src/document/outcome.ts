import type { Change } from '../record/changes.ts';
import type { Conflict } from '../record/merge.ts';
import type { Refusal, WriteMethod } from '../record/plan.ts';
import type { Problem } from '../record/validation.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordError } from '../service/recordError.ts';

/** How the save of a record ended: in its editor, as a row of a worksheet, by the API or by an agent. */
export type SaveOutcome =
  | { readonly kind: 'unchanged' }
  | Saved
  | Conflicted
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | Refusal
  | NotStored
  | { readonly kind: 'readOnly'; readonly reason: string }
  | Declined
  /** A request failed, with a clear answer that nothing was stored. */
  | { readonly kind: 'failed'; readonly failure: unknown }
  /** A worksheet leaves out a record whose own editor has unsaved changes. */
  | { readonly kind: 'openElsewhere' }
  /** The save was cancelled before it was this record's turn. */
  | { readonly kind: 'notStarted' };

export interface PlannedWrite {
  readonly method: WriteMethod;
  readonly body: string;
  /** From what the service has to what it will have. */
  readonly changes: readonly Change[];
  /** The address the record was found at. */
  readonly address: string;
  /** Sent as `If-Match`, so that the service refuses the write if the record has changed. */
  readonly ifMatch?: string | undefined;
}

export interface Saved {
  readonly kind: 'saved';
  /** What the service has now. */
  readonly version: RecordVersion;
  /** The write, unless the service had all of it already. */
  readonly write?: PlannedWrite;
  /** What was sent, without the fields in which someone else's change was merged. */
  readonly mine: readonly Change[];
  /** Fields in which someone else's change was merged. */
  readonly theirs: readonly string[];
  /** Sent fields of which the service kept the old value. */
  readonly ignored: readonly string[];
  /** Sent fields for which the service stored a different value. */
  readonly rewritten: readonly string[];
  /** The answer was not the record, so it was read again. What is `rewritten` then may be someone else's change. */
  readonly isReadBack?: boolean;
  /** The service does not allow PATCH, so the whole record was sent with PUT. */
  readonly isWhole: boolean;
}

/** The fields whose values on the service are surely this save's. */
export function ownFields({ mine, rewritten, isReadBack = false }: Saved): ReadonlySet<string> {
  const isOwn = (field: string) => !isReadBack || !rewritten.includes(field);
  return new Set(mine.map(({ field }) => field).filter(isOwn));
}

export interface Conflicted {
  readonly kind: 'conflict';
  readonly conflicts: readonly Conflict[];
  readonly theirs: RecordVersion;
  /** The version that the edits started from is not known. */
  readonly isBaseLost: boolean;
}

export interface NotStored {
  readonly kind: 'notStored';
  readonly reason: /** The service accepted the write and changed none of the sent fields. */
    | 'noEffect'
    /** The write failed, and the service still has the old values. */
    | 'lost'
    /** The write may have arrived, and the service has values that are neither the old nor the sent ones. */
    | 'otherValues'
    /** The write may have arrived, and the record could not be read again. */
    | 'unknown';
  readonly fields: readonly string[];
  /** What the service has now, where that is known. */
  readonly version?: RecordVersion;
  /** Why the write failed, or why the record could not be read again. */
  readonly failure?: RecordError;
}

export interface Declined {
  readonly kind: 'declined';
  /** `unasked`: it was only rehearsed. `automatic`: VS Code's auto save. `otherChanges`: the user agreed to others. */
  readonly why: 'user' | 'unasked' | 'automatic' | 'otherChanges';
}
