import * as vscode from 'vscode';
import { bareRecent, type Recent } from '../recent/recent.ts';
import type { RecentSearch } from '../recent/recentSearch.ts';
import type { RecentStore } from '../recent/recentStore.ts';
import type { Targets } from '../recent/targets.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { withProgress } from '../workbench/progress.ts';
import type { OpenRecord } from './openRecord.ts';

export interface OpenRecordsParts {
  readonly store: RecentStore;
  /** What is remembered of a record, or else what its open document says. */
  readonly known: (name: RecordName) => Recent | undefined;
  readonly services: Services;
  readonly search: RecentSearch;
  readonly targets: Targets;
  readonly open: OpenRecord;
}

/** The ways to open records. */
export function openRecords(parts: OpenRecordsParts): CommandHandlers {
  const { store, services, targets } = parts;

  const open: OpenRecord = async (name, show, signal) => {
    const started = Date.now();
    try {
      const uri = await parts.open(name, show, signal);
      // One that is open already is not read again, but used again.
      const recent = parts.known(name) ?? bareRecent(name, 0);
      if (recent.openedAt < started) store.add({ ...recent, openedAt: Date.now() });
      return uri;
    } catch (failure) {
      throw signal?.aborted ? new vscode.CancellationError() : failure;
    }
  };

  const openAll = async (names: readonly RecordName[], show: vscode.TextDocumentShowOptions = {}) => {
    const [name, another] = names;
    if (!name) return [];
    if (!another) {
      const uri = await withProgress(`Opening record ${name.id}`, (signal) => open(name, show, signal));
      return [uri.toString()];
    }
    const { openMany } = await import('./openMany.ts');
    return (await openMany(names, open, show)).map(String);
  };

  const openPicked = async (): Promise<unknown> => {
    const { pickRecords } = await import('./openPick.ts');
    const picked = await pickRecords(parts);
    if (!picked) return [];
    if (picked.kind === 'records') return openAll(picked.names);
    if (picked.kind === 'command') return runCommand(picked.command);
    const service = await runCommand(commandIds.addService, { baseUrl: picked.on });
    return typeof service === 'string' ? openAll(picked.ids.map((id) => ({ service, id }))) : [];
  };

  const namesOf = async (input: unknown, several: unknown): Promise<readonly RecordName[]> => {
    if (!targets.areNamedBy(input, several)) {
      const { namedRecords } = await import('./openChoices.ts');
      return namedRecords(input, services);
    }
    return targets.of(input, several);
  };

  const openNeighbour = (direction: 1 | -1) => async (argument?: unknown) => {
    const from = targets.one(argument);
    const neighbours = await import('./neighbours.ts');
    return (await neighbours.openNeighbour(from, direction, open)).toString();
  };

  return {
    open: async (input?: unknown, several?: unknown) =>
      input === undefined || input === null ? openPicked() : openAll(await namesOf(input, several)),
    openAnother: openPicked,
    openToSide: async (input?: unknown, several?: unknown) =>
      openAll(await namesOf(input, several), { viewColumn: vscode.ViewColumn.Beside }),
    openNext: openNeighbour(1),
    openPrevious: openNeighbour(-1),
  };
}
