import type { Edits } from '../document/edits.ts';
import type { RecordVersion } from '../service/client.ts';
import type { PlacedRow } from './rows.ts';

/** Why a row can't be saved as it is, whatever its values. */
export type RowProblem =
  | { readonly kind: 'syntax' | 'noId' }
  | { readonly kind: 'unknownId' | 'doubledId'; readonly id: number }
  | { readonly kind: 'otherField'; readonly field: string };

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

/** What a row should show of a version. Once it does, `accept` makes that version the base. */
export interface NextRow {
  readonly next: string;
  readonly version: RecordVersion;
  accept(): unknown;
}

/** A row that does not show what the service has. */
export interface OutdatedRow extends PlacedRow, NextRow {
  readonly id: number;
}
