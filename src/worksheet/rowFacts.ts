import type { Edits } from '../document/edits.ts';
import type { SaveOutcome } from '../document/saveRecord.ts';
import type { PlacedRow } from './worksheetRows.ts';

/** Why a row can't be saved as it is, whatever its values. */
export type RowProblem =
  | { readonly kind: 'syntax' | 'noId' }
  | { readonly kind: 'unknownId' | 'doubledId'; readonly id: number }
  | { readonly kind: 'otherField'; readonly id: number; readonly field: string };

/** What is known of one row of a text. */
export interface RowFacts extends PlacedRow {
  readonly id: number | undefined;
  readonly problem?: RowProblem;
  /** Undefined where there is a problem, or where the row is as it was shown. */
  readonly edits?: Edits | undefined;
}

/** Whether a save would have something to send for this row. Without a base nobody knows, so it asks the service. */
export function isChanged({ edits }: RowFacts): boolean {
  return edits !== undefined && (edits.changes.length > 0 || !edits.base);
}

/** Whether there is anything that the service does not have, or that can't be saved. */
export function isUnsettled(facts: RowFacts): boolean {
  return facts.problem !== undefined || isChanged(facts);
}

/** How the save of one record went. */
export type RowOutcome =
  | (SaveOutcome & SaveCircumstances)
  | { readonly kind: 'failed'; readonly failure: unknown }
  /** Its own editor has unsaved changes. */
  | { readonly kind: 'openElsewhere' }
  /** The save was cancelled before it was this record's turn. */
  | { readonly kind: 'notStarted' };

interface SaveCircumstances {
  /** The service does not allow PATCH, so the whole record was sent with PUT. */
  readonly isWhole?: boolean;
  /** The version that the row started from is not known. */
  readonly isBaseLost?: boolean;
}
