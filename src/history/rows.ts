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
  readonly writes: readonly WriteSummary[];
}

/** The row of a write names its record, so that every command that takes a record's name takes the row. */
export interface WriteRow extends RecordName {
  readonly kind: 'write';
  readonly entry: string;
  readonly write: WriteSummary;
}

/** The last row of a group that has more rows than are shown. */
export interface MoreRow {
  readonly kind: 'more';
  readonly group: string;
}

export type HistoryRow = DayRow | BatchRow | WriteRow | MoreRow;

/** VS Code keeps a little of every row that it was ever given, and all of them are given again after each save. */
const pageSize = 50;

/** Writes and batches by day, in the order of the writes, which is the newest first. */
export function daysOf(writes: readonly WriteSummary[]): readonly DayRow[] {
  const batches = new Map<string, WriteSummary[]>();
  for (const write of writes) {
    if (write.batch === undefined) continue;
    const others = batches.get(write.batch);
    if (others) others.push(write);
    else batches.set(write.batch, [write]);
  }
  const days: { readonly start: number; readonly rows: (WriteRow | BatchRow)[] }[] = [];
  for (const write of writes) {
    const inBatch = write.batch === undefined ? [] : (batches.get(write.batch) ?? []);
    if (inBatch.length > 1 && inBatch[0] !== write) continue;
    let day = days.at(-1);
    if (!day || write.time < day.start) {
      day = { start: startOfDay(write.time), rows: [] };
      days.push(day);
    }
    day.rows.push(inBatch.length > 1 ? { kind: 'batch', batch: write.batch ?? '', writes: inBatch } : writeRow(write));
  }
  return days.map((day) => ({ kind: 'day', ...day }));
}

/** The rows below a day or a batch, as many pages of them as were asked for. */
export function rowsBelow(group: DayRow | BatchRow, pages: number): readonly HistoryRow[] {
  const all = group.kind === 'day' ? group.rows : group.writes;
  const shown = all.slice(0, pages * pageSize).map((row) => ('kind' in row ? row : writeRow(row)));
  return shown.length < all.length ? [...shown, { kind: 'more', group: rowId(group) }] : shown;
}

/** Stays the same when the rows are made anew. */
export function rowId(row: HistoryRow): string {
  switch (row.kind) {
    case 'day':
      return `day:${row.start}`;
    case 'batch':
      return `batch:${row.batch}`;
    case 'write':
      return `write:${row.entry}`;
    case 'more':
      return `more:${row.group}`;
  }
}

function writeRow(write: WriteSummary): WriteRow {
  const { service, id, entry } = write;
  return { kind: 'write', service, id, entry, write };
}

export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
