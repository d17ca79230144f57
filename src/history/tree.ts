import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { recordLabel } from '../workbench/plainText.ts';
import { wordSearch } from '../workbench/views.ts';
import { words } from '../worksheet/messages.ts';
import { serviceAt, type WriteSummary } from './entry.ts';
import type { Journal } from './journal.ts';
import { dayLabel, historyWords, spokenDay, startOfDay, writeDescription, writeTooltip } from './messages.ts';

interface DayRow {
  readonly kind: 'day';
  /** Its first moment. */
  readonly start: number;
  readonly rows: readonly (WriteRow | BatchRow)[];
}

/** The writes of one worksheet save. */
interface BatchRow {
  readonly kind: 'batch';
  readonly batch: string;
  /** The newest first. */
  readonly rows: readonly WriteRow[];
}

/** The row of a write names its record, so that every command that takes a record's name takes the row. */
interface WriteRow extends RecordName {
  readonly kind: 'write';
  readonly entry: string;
  readonly write: WriteSummary;
}

export type HistoryRow = DayRow | BatchRow | WriteRow;

/** Which writes are listed: those of one record, and those that match all words. */
export interface HistoryFilter {
  readonly record?: RecordName | undefined;
  readonly words: string;
}

export type HistoryTree = ReturnType<typeof historyTree>;

export function historyTree(
  journal: Journal,
  services: Services,
  refresh: () => void,
  onDidList: (isEmpty: boolean) => void,
) {
  const search = wordSearch(({ title, id, service, fields }: WriteSummary) =>
    [title, `#${id}`, service, ...fields].join('\n'),
  );
  let filter: HistoryFilter = { words: '' };
  let severalServices = false;
  let days: readonly DayRow[] = [];
  const groups = () => days.flatMap((day) => [...day.rows.filter((row) => row.kind === 'batch'), day]);
  /** Under the name that its service has now. */
  const renamed = (write: WriteSummary): WriteSummary => {
    const { service } = write;
    return { ...write, service: serviceAt(write, services)?.name ?? service };
  };
  /** Two services may have one address, and a name may mean another one by now. */
  const isOf = (record: RecordName) => {
    const address = services.find(record.service)?.address.href;
    return ({ service, serviceAddress, id }: WriteSummary) =>
      id === record.id && (address === undefined ? service === record.service : serviceAddress === address);
  };
  /** The writes that match the filter, the newest first. */
  const writes = async () => {
    const all = (await journal.list()).map(renamed);
    severalServices = all.some(({ service }) => service !== all[0]?.service);
    return search(filter.record ? all.filter(isOf(filter.record)) : all, filter.words);
  };

  return {
    async getChildren(row?: HistoryRow): Promise<HistoryRow[]> {
      if (row === undefined) {
        days = daysOf(await writes());
        onDidList(days.length === 0);
        return [...days];
      }
      return row.kind === 'write' ? [] : [...row.rows];
    },
    getTreeItem(row: HistoryRow) {
      const [newest] = days;
      const isNewest = newest !== undefined && rowId(row) === rowId(newest);
      const item = itemOf(row, severalServices, isNewest);
      // By its name, a command would find another record.
      const isElsewhere = row.kind === 'write' && services.find(row.service) && !serviceAt(row.write, services);
      if (isElsewhere) item.contextValue = 'write elsewhere';
      const isFiltered = filter.record !== undefined || filter.words !== '';
      // VS Code remembers by ID what is collapsed. Its own ID lets the newest day that a filter finds start expanded.
      item.id = isNewest && isFiltered ? `found:${rowId(row)}` : rowId(row);
      return item;
    },
    getParent: (row: HistoryRow): HistoryRow | undefined =>
      groups().find(({ rows }) => rows.some((other) => rowId(other) === rowId(row))),
    async resolveTreeItem(item: vscode.TreeItem, row: HistoryRow) {
      const entry = row.kind === 'write' ? await journal.read(row.write) : undefined;
      if (entry) item.tooltip = new vscode.MarkdownString(writeTooltip(entry));
      return item;
    },
    get filter() {
      return filter;
    },
    set filter(next) {
      filter = next;
      refresh();
    },
    writes,
  };
}

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

function writeRow(write: WriteSummary): WriteRow {
  const { service, id, entry } = write;
  return { kind: 'write', service, id, entry, write };
}

/** Stays the same when the rows are made anew. */
function rowId(row: HistoryRow): string {
  if (row.kind === 'day') return `day:${row.start}`;
  return row.kind === 'batch' ? `batch:${row.batch}` : `write:${row.entry}`;
}

function itemOf(row: HistoryRow, severalServices: boolean, isNewest: boolean): vscode.TreeItem {
  if (row.kind === 'day') return dayItem(row, isNewest);
  return row.kind === 'batch' ? batchItem(row, severalServices) : writeItem(row, severalServices);
}

function dayItem({ start, rows }: DayRow, isNewest: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const label = dayLabel(start);
  const item = new vscode.TreeItem(label, isNewest ? Expanded : Collapsed);
  item.accessibilityInformation = { label: spokenDay(label, rows.length) };
  return item;
}

function batchItem({ rows }: BatchRow, severalServices: boolean): vscode.TreeItem {
  const fields = [...new Set(rows.flatMap(({ write }) => write.fields))];
  const label = words.label(rows.length);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = new vscode.ThemeIcon('layers');
  item.contextValue = 'batch';
  const [first] = rows;
  if (first) describe(item, { ...first.write, fields }, severalServices);
  return item;
}

function writeItem(row: WriteRow, severalServices: boolean): vscode.TreeItem {
  const { write } = row;
  const label = recordLabel(write);
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon(write.unconfirmed ? 'question' : 'play-circle');
  item.contextValue = 'write';
  item.command = { command: commandIds.showWrite, title: '', arguments: [{ entry: write.entry }] };
  describe(item, write, severalServices);
  return item;
}

function describe(
  item: vscode.TreeItem,
  write: Pick<WriteSummary, 'fields' | 'service' | 'time' | 'unconfirmed'>,
  severalServices: boolean,
): void {
  const spoken = historyWords.spokenWrite(String(item.label), writeDescription(write, undefined), write.service);
  item.description = writeDescription(write, severalServices ? write.service : undefined);
  item.accessibilityInformation = { label: spoken };
}
