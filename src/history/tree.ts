import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { wordSearch } from '../workbench/views.ts';
import type { WriteSummary } from './entry.ts';
import type { Journal } from './journal.ts';
import {
  batchLabel,
  dayLabel,
  showMore,
  spokenDay,
  spokenWrite,
  writeDescription,
  writeLabel,
  writeTime,
  writeTooltip,
} from './messages.ts';
import { type BatchRow, type DayRow, daysOf, type HistoryRow, rowId, rowsBelow, type WriteRow } from './rows.ts';

/** Which writes are listed: those of one record, and those that match all words. */
export interface HistoryFilter {
  readonly record?: RecordName | undefined;
  readonly words: string;
}

export interface HistoryTree extends Required<Pick<vscode.TreeDataProvider<HistoryRow>, 'resolveTreeItem'>> {
  getChildren(row?: HistoryRow): Promise<HistoryRow[]>;
  getTreeItem(row: HistoryRow): vscode.TreeItem;
  getParent(row: HistoryRow): HistoryRow | undefined;
  filter: HistoryFilter;
  /** The writes that match the filter, the newest first. */
  writes(): Promise<readonly WriteSummary[]>;
  /** Shows more rows of a group, and returns the first of them. */
  showMore(group: unknown): HistoryRow | undefined;
}

export function historyTree(
  journal: Journal,
  services: Services,
  refresh: () => void,
  onDidList: (isEmpty: boolean) => void,
): HistoryTree {
  const search = wordSearch(({ title, id, service, fields }: WriteSummary) =>
    [title, `#${id}`, service, ...fields].join('\n'),
  );
  const pages = new Map<unknown, number>();
  let filter: HistoryFilter = { words: '' };
  let severalServices = false;
  let days: readonly DayRow[] = [];
  const groups = () => days.flatMap((day) => [...day.rows.filter((row) => row.kind === 'batch'), day]);
  const below = (group: DayRow | BatchRow) => rowsBelow(group, pages.get(rowId(group)) ?? 1);
  /** The service may have had another name. */
  const isOf = (record: RecordName) => {
    const address = services.find(record.service)?.address.href;
    return ({ service, serviceAddress, id }: WriteSummary) =>
      id === record.id && (service === record.service || serviceAddress === address);
  };
  const writes = async () => {
    const all = await journal.list();
    severalServices = all.some(({ service }) => service !== all[0]?.service);
    return search(filter.record ? all.filter(isOf(filter.record)) : all, filter.words);
  };

  return {
    async getChildren(row) {
      if (row === undefined) {
        days = daysOf(await writes());
        onDidList(days.length === 0);
        return [...days];
      }
      return row.kind === 'day' || row.kind === 'batch' ? [...below(row)] : [];
    },
    getTreeItem(row) {
      const [newest] = days;
      const isNewest = newest !== undefined && rowId(row) === rowId(newest);
      const item = itemOf(row, severalServices, isNewest);
      const isFiltered = filter.record !== undefined || filter.words !== '';
      // VS Code remembers by ID what is collapsed. Its own ID lets the newest day that a filter finds start expanded.
      item.id = isNewest && isFiltered ? `found:${rowId(row)}` : rowId(row);
      return item;
    },
    getParent: (row) => groups().find((group) => below(group).some((other) => rowId(other) === rowId(row))),
    async resolveTreeItem(item, row) {
      const entry = row.kind === 'write' ? await journal.read(row.write) : undefined;
      if (entry) item.tooltip = new vscode.MarkdownString(writeTooltip(entry, vscode.env.language));
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
    showMore(id) {
      const group = groups().find((other) => rowId(other) === id);
      if (!group) return undefined;
      const before = below(group).length;
      pages.set(id, (pages.get(id) ?? 1) + 1);
      refresh();
      // The last row was Show More itself.
      return below(group)[before - 1];
    },
  };
}

function itemOf(row: HistoryRow, severalServices: boolean, isNewest: boolean): vscode.TreeItem {
  switch (row.kind) {
    case 'day':
      return dayItem(row, isNewest);
    case 'batch':
      return batchItem(row, severalServices);
    case 'write':
      return writeItem(row, severalServices);
    case 'more': {
      const item = new vscode.TreeItem(showMore());
      item.iconPath = new vscode.ThemeIcon('ellipsis');
      item.command = { command: commandIds.showMoreHistory, title: showMore(), arguments: [row.group] };
      return item;
    }
  }
}

function dayItem({ start, rows }: DayRow, isNewest: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const label = dayLabel(start, Date.now(), vscode.env.language);
  const item = new vscode.TreeItem(label, isNewest ? Expanded : Collapsed);
  item.accessibilityInformation = { label: spokenDay(label, rows.length) };
  return item;
}

function batchItem({ writes }: BatchRow, severalServices: boolean): vscode.TreeItem {
  const fields = [...new Set(writes.flatMap((write) => write.fields))];
  const label = batchLabel(writes.length);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = new vscode.ThemeIcon('layers');
  item.contextValue = 'batch';
  const [{ service, time } = { service: '', time: 0 }] = writes;
  describe(item, { fields, service, time }, severalServices);
  return item;
}

function writeItem(row: WriteRow, severalServices: boolean): vscode.TreeItem {
  const { write } = row;
  const label = writeLabel(write);
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
  const when = writeTime(write.time, Date.now(), vscode.env.language);
  const spoken = spokenWrite(String(item.label), writeDescription(write, undefined, when), write.service);
  item.description = writeDescription(write, severalServices ? write.service : undefined, when);
  item.accessibilityInformation = { label: spoken };
}
