import * as vscode from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { withProgress } from '../workbench/progress.ts';
import { type CommandTargets, isRow } from '../workbench/viewRows.ts';
import { followLink, linkCommands } from './links.ts';
import { namedRecords, refuseLong } from './openChoices.ts';
import { type OpenRecord, openMany } from './openMany.ts';
import { type OpenPickParts, pickRecords } from './openPick.ts';
import type { KnownRecord } from './pickRows.ts';

/** The recent and pinned records, as far as opening uses them. */
export interface KnownRecords extends Pick<OpenPickParts, 'search'> {
  get(name: RecordName): KnownRecord | undefined;
  /** Notes that these records were opened at or after this time, in this order. */
  opened(names: readonly RecordName[], since: number): void;
}

export interface OpenRecordsParts {
  readonly services: Services;
  readonly open: OpenRecord;
  readonly targets: CommandTargets;
  readonly known: KnownRecords;
}

export interface OpenRecords {
  readonly handlers: CommandHandlers;
  followLink(uri: vscode.Uri): Promise<void>;
}

const mostMissing = 50;

/** The commands that open records or copy links to them. */
export function openRecords({ services, targets, known, ...parts }: OpenRecordsParts): OpenRecords {
  const open: OpenRecord = async (name, show, signal) => {
    try {
      return await parts.open(name, show, signal);
    } catch (failure) {
      throw signal?.aborted ? new vscode.CancellationError() : failure;
    }
  };

  const openOne: OpenRecord = async (name, show, signal) => {
    const started = Date.now();
    const uri = await open(name, show, signal);
    known.opened([name], started);
    return uri;
  };

  const openAll = async (names: readonly RecordName[], show: vscode.TextDocumentShowOptions = {}) => {
    const [name, another] = names;
    if (!name) return [];
    if (!another) {
      const uri = await withProgress(`Opening record ${name.id}`, (signal) => openOne(name, show, signal));
      return [uri.toString()];
    }
    const started = Date.now();
    const opened = await openMany(names, open, show);
    known.opened([...opened.keys()], started);
    return [...opened.values()].map(String);
  };

  const openPicked = async (): Promise<unknown> => {
    const picked = await pickRecords({ services, search: known.search });
    if (!picked) return [];
    if (picked.kind === 'records') return openAll(picked.names);
    if (picked.kind === 'command') return runCommand(picked.command);
    const service = await runCommand(commandIds.addService, { baseUrl: picked.on });
    return typeof service === 'string' ? openAll(picked.ids.map((id) => ({ service, id }))) : [];
  };

  const namesOf = (input: unknown, several: unknown): readonly RecordName[] => {
    if (typeof input === 'string') refuseLong(input);
    return targets.areNamed(input, several) ? targets.of(input, several) : namedRecords(input, services);
  };

  const openNeighbour = (direction: 1 | -1) => async (argument?: unknown) =>
    (await nearestRecord(targets.one(argument), direction, openOne)).toString();

  return {
    handlers: {
      open: async (input?: unknown, several?: unknown) =>
        isToBePicked(input, several) ? openPicked() : openAll(namesOf(input, several)),
      openToSide: async (input?: unknown, several?: unknown) =>
        openAll(namesOf(input, several), { viewColumn: vscode.ViewColumn.Beside }),
      openNext: openNeighbour(1),
      openPrevious: openNeighbour(-1),
      ...linkCommands(services, targets, known.get),
    },
    followLink: (uri) => followLink(uri, services),
  };
}

/** The button in the view's title passes the focused row, which is not what it is meant to open. */
function isToBePicked(input: unknown, several: unknown): boolean {
  return input === undefined || input === null || (isRow(input) && !Array.isArray(several));
}

/** Opens the nearest existing record after or before another. */
async function nearestRecord(from: RecordName, direction: 1 | -1, open: OpenRecord): Promise<vscode.Uri> {
  const where = direction === 1 ? 'after' : 'before';
  return withProgress(`Looking for a record ${where} ${from.id}`, async (signal) => {
    for (let step = 1; step <= mostMissing + 1 && from.id + direction * step >= 1; step += 1) {
      const id = from.id + direction * step;
      try {
        // One tab for all steps, not one for each.
        return await open({ service: from.service, id }, { preview: true }, signal);
      } catch (failure) {
        if (!isMissing(failure)) throw failure;
      }
    }
    throw new Error(noneFound(from, where));
  });
}

function noneFound({ service, id }: RecordName, where: 'after' | 'before'): string {
  if (where === 'before' && id === 1) return 'There is no record before 1.';
  if (where === 'before' && id <= mostMissing + 1) return `There is no record before ${id} on ${service}.`;
  return `The ${mostMissing + 1} numbers ${where} ${id} have no record on ${service}.`;
}

function isMissing(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return isRecordError(cause) && cause.kind === 'notFound';
}
