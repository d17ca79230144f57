import type { RecordName } from '../service/services.ts';
import type { WriteSummary } from './entry.ts';

export interface DayRow {
  readonly kind: 'day';
  /** Its first moment. */
  readonly start: number;
  readonly rows: readonly (WriteRow | BatchRow)[];
}

/** The writes of one worksheet save. */
export interface BatchRow {
  readonly kind: 'batch';
  readonly batch: string;
  /** The newest first. */
  readonly rows: readonly WriteRow[];
}

/** The row of a write names its record, so that every command that takes a record's name takes the row. */
export interface WriteRow extends RecordName {
  readonly kind: 'write';
  readonly entry: string;
  readonly write: WriteSummary;
}

export type HistoryRow = DayRow | BatchRow | WriteRow;

/** Writes and batches by day, in the order of the writes, which is the newest first. */
export function daysOf(writes: readonly WriteSummary[]): readonly DayRow[] {
  const rows = [...Map.groupBy(writes.map(writeRow), ({ write }) => write.batch ?? write.entry)].flatMap(
    ([batch, [first, ...others]]) => {
      if (!first) return [];
      const row = others.length > 0 ? { kind: 'batch' as const, batch, rows: [first, ...others] } : first;
      return [{ row, start: startOfDay(first.write.time) }];
    },
  );
  return [...Map.groupBy(rows, ({ start }) => start)].map(([start, inDay]) => ({
    kind: 'day',
    start,
    rows: inDay.map(({ row }) => row),
  }));
}

/** Stays the same when the rows are made anew. */
export function rowId(row: HistoryRow): string {
  if (row.kind === 'day') return `day:${row.start}`;
  return row.kind === 'batch' ? `batch:${row.batch}` : `write:${row.entry}`;
}

function writeRow(write: WriteSummary): WriteRow {
  const { service, id, entry } = write;
  return { kind: 'write', service, id, entry, write };
}

export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
