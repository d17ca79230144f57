import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { commandTarget } from '../document/recordUri.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordName } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { agreeToReplace, askFile, askOrCancel, showBriefly } from '../workbench/prompts.ts';
import { refuseOtherEnding, writeForUser } from '../workbench/userFiles.ts';
import { askFilter } from '../workbench/views.ts';
import type { WriteEntry, WriteSummary } from './entry.ts';
import type { Journal } from './journal.ts';
import { exported, historyWords } from './messages.ts';
import { type RevertParts, revertBatch, revertWrite } from './revertWrite.ts';
import type { HistoryRow, HistoryTree } from './tree.ts';
import { asCurl, showWriteDiff } from './writeTexts.ts';

interface HistoryCommandsParts extends RevertParts {
  readonly journal: Journal;
  readonly tree: HistoryTree;
  readonly view: vscode.TreeView<HistoryRow>;
  clear(): Promise<void>;
}

/** A write as commands hand it out. Values are JSON. */
export type ShownWrite = Pick<
  WriteEntry,
  'entry' | 'batch' | 'time' | 'service' | 'id' | 'method' | 'fields' | 'unconfirmed'
>;

/** More than this nobody reads, and VS Code would have to pass all of it on. */
const maxShown = 1000;

const maxReveals = 5;

export function historyCommands(parts: HistoryCommandsParts): CommandHandlers<'history'> {
  const { journal, tree, view } = parts;

  /** Lists the writes of a record, or all. */
  const filter = (record: RecordName | undefined, text: string) => {
    const words = text.trim();
    tree.filter = { record, words };
    const isFiltered = record !== undefined || words !== '';
    void vscode.commands.executeCommand('setContext', 'videoRecords.historyFiltered', isFiltered);
  };

  const find = async (argument: unknown) => namedWrites(argument, await journal.list());
  const read = async (summary: WriteSummary): Promise<WriteEntry> => {
    const entry = await journal.read(summary);
    if (!entry) throw new UserError(historyWords.noSuchWrite());
    return entry;
  };

  const show = async (record?: RecordName): Promise<readonly ShownWrite[]> => {
    filter(record, '');
    await vscode.commands.executeCommand('videoRecords.history.focus');
    await focusNewest(parts);
    const entries = await journal.readAll((await tree.writes()).slice(0, maxShown));
    return entries.map(shownWrite);
  };

  return {
    showHistory: (argument?: unknown) => show(argument === undefined ? undefined : commandTarget(argument).name),
    showRecordHistory: (argument?: unknown) => show(commandTarget(argument).name),
    showWrite: async (argument?: unknown) => {
      const [write] = await find(argument);
      await showWriteDiff(write);
    },
    revertWrite: async (argument?: unknown) => {
      const [first, ...others] = await find(argument);
      const write = await read(first);
      const uri = await (others.length === 0
        ? revertWrite(write, parts)
        : revertBatch([write, ...(await journal.readAll(others))], parts));
      return uri.toString();
    },
    copyWriteAsCurl: async (argument?: unknown) => {
      const [write] = await find(argument);
      const text = asCurl(await read(write));
      await vscode.env.clipboard.writeText(text);
      showBriefly(vscode.l10n.t('Copied without credentials.'));
      return text;
    },
    exportHistory: async (target?: unknown) => {
      const file = await exportTarget(target);
      await exportWrites(file, await journal.readAll(await tree.writes()));
      return file.toString();
    },
    filterHistory: (text?: unknown) => {
      if (typeof text === 'string') return filter(undefined, text);
      const { record, words } = tree.filter;
      const title = vscode.l10n.t('Filter History');
      const placeholder = vscode.l10n.t('ID, or words in the title, fields or service');
      return askFilter({ title, placeholder, before: words, filter: (next) => filter(record, next), view });
    },
    clearHistoryFilter: () => filter(undefined, ''),
    deleteHistory: async () => {
      await askOrCancel(
        vscode.l10n.t('Delete the history of all saves?'),
        vscode.l10n.t('Nothing changes on the services, but earlier saves can no longer be reverted.'),
        vscode.l10n.t('Delete History'),
      );
      await parts.clear();
    },
  };
}

/** The writes that an argument names: an entry, a batch, or a row of the view. */
function namedWrites(
  argument: unknown,
  writes: readonly WriteSummary[],
): readonly [WriteSummary, ...(readonly WriteSummary[])] {
  const names = typeof argument === 'string' ? { entry: argument, batch: argument } : argument;
  const { entry, batch, rows } = isObject(names) ? names : {};
  // Under a filter, the row of a batch has only some of its writes.
  const entries: readonly unknown[] = Array.isArray(rows) ? rows.map((row) => Object(row).entry) : [entry];
  const named = writes.filter((write) => entries.includes(write.entry));
  const inBatch = writes.filter((write) => write.batch !== undefined && write.batch === batch && rows === undefined);
  const [first, ...others] = named.length > 0 ? named : inBatch;
  if (!first) throw new UserError(historyWords.noSuchWrite());
  return [first, ...others];
}

function shownWrite({ entry, batch, time, service, id, method, fields, unconfirmed }: WriteEntry): ShownWrite {
  const more = { ...(batch !== undefined && { batch }), ...(unconfirmed && { unconfirmed }) };
  return { entry, ...more, time, service, id, method, fields };
}

async function exportTarget(target: unknown): Promise<vscode.Uri> {
  if (target instanceof vscode.Uri || typeof target === 'string') {
    const file = typeof target === 'string' ? vscode.Uri.parse(target, true) : target;
    refuseOtherEnding(file, '.jsonl');
    await agreeToReplace([file]);
    return file;
  }
  const title = vscode.l10n.t('Export History');
  return askFile('video-records-history.jsonl', { title, filters: { 'JSON Lines': ['jsonl'] } });
}

async function exportWrites(file: vscode.Uri, entries: readonly WriteEntry[]): Promise<void> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  await writeForUser(file, lines.join(''));
  showBriefly(exported(lines.length, basename(file.path)));
}

/**
 * When the view is first shown, it gets the focus before it has a list. And VS Code knows no row while it reads the rows
 * again, which it does when the view appears and when a save was recorded.
 */
async function focusNewest({ tree, view }: HistoryCommandsParts): Promise<void> {
  for (let tries = 0; tries < maxReveals; tries++) {
    const [newest] = await tree.getChildren();
    const reveal = newest && view.reveal(newest, { focus: true, select: false });
    const isDone = await Promise.resolve(reveal).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}
