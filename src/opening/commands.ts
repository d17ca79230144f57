import * as vscode from 'vscode';
import type { KnownRecords, RecordCatalogue } from '../document/knownRecord.ts';
import { kindOf } from '../document/recordApi.ts';
import { commandTarget, recordsAreNamed, targetRecords } from '../document/recordUri.ts';
import type { ReferenceLimit } from '../record/references.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { credentialAction, failed, runCommand } from '../workbench/failure.ts';
import type { PlainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { isRow } from '../workbench/views.ts';
import type { ChosenRecords } from '../worksheet/choose.ts';
import { namedRecords, type OpenChoice, recordsOf, refuseLong } from './choices.ts';
import { followLink, linkCommands } from './links.ts';
import { type OpenRecord, openMany } from './many.ts';
import { noneFoundMessage } from './messages.ts';
import { pickRecords } from './pick.ts';

interface OpenRecordsParts {
  readonly services: Services;
  readonly open: OpenRecord;
  readonly known: KnownRecords;
  readonly catalogue: Pick<RecordCatalogue, 'find' | 'missing'>;
  readonly memory: vscode.Memento;
}

/** How many numbers Go to Next Record and Go to Previous Record try. */
const maxTried = 51;
/** How many numbers that are known to be missing they skip, which happens without a pause. IDs may be far apart. */
const maxSkipped = 100_000;

/** The commands that open records or copy links to them. */
export function openRecords({ services, known, catalogue, memory, ...parts }: OpenRecordsParts) {
  const open = explaining(services, known, parts.open);

  const chosen = (input: unknown, several: unknown, limit?: ReferenceLimit): ChosenRecords => {
    if (typeof input === 'string') refuseLong(input);
    if (!recordsAreNamed(input, several)) return namedRecords(input, services, limit);
    return { records: targetRecords(input, several), isCut: false };
  };
  const openPicked = async (service: string | undefined) =>
    openAll((await pickOf({ services, known, catalogue }, service, vscode.l10n.t('Open Record')))?.records ?? [], open);
  const openNeighbour = (direction: 1 | -1) => async (argument?: unknown) =>
    (await nearestRecord(commandTarget(argument).name, direction, open, catalogue.missing)).toString();

  return {
    handlers: {
      open: async (input?: unknown, several?: unknown) =>
        isToBePicked(input, several) ? openPicked(serviceRow(input)) : openAll(chosen(input, several).records, open),
      openToSide: async (input?: unknown, several?: unknown) =>
        openAll(chosen(input, several).records, open, { viewColumn: vscode.ViewColumn.Beside }),
      openNext: openNeighbour(1),
      openPrevious: openNeighbour(-1),
      ...linkCommands(services, known.get, memory),
    } satisfies CommandHandlers<'opening'>,
    handleUri: (uri: vscode.Uri) => followLink(uri, services, catalogue.find),
    /** The records that a command's arguments name, or that the user picks. Undefined if the user picks none. */
    choose: async (input: unknown, several: unknown, max: number, title = vscode.l10n.t('Open Worksheet')) => {
      const limit = { max, cuts: true };
      if (!isToBePicked(input, several)) return chosen(input, several, limit);
      return pickOf({ services, known, catalogue }, serviceRow(input), title, limit);
    },
  };
}

/** Opens a record. What a person can do about one that is missing depends on what is known of it. */
function explaining(services: Services, known: KnownRecords, open: OpenRecord): OpenRecord {
  /** It may be a draft that needs a credential. It can be removed from the list only if it is listed. */
  const missing = async ({ cause, message }: UserError, name: RecordName, retry: () => Promise<unknown>) => {
    const { service } = name;
    const configured = services.find(service);
    const hasCredential = configured && Object.values(await services.headers(configured)).includes('(hidden)');
    const first = hasCredential ? [] : [credentialAction(service, retry)];
    return failed(cause, known.get(name) ? name : { service }, { retry, first }, message);
  };

  return async (name, show, signal, turn) => {
    try {
      return await open(name, show, signal, turn);
    } catch (failure) {
      if (signal?.aborted) throw new vscode.CancellationError();
      throw failure instanceof UserError && kindOf(failure) === 'notFound'
        ? await missing(failure, name, () => open(name, show))
        : failure;
    }
  };
}

/** Opens one record or several. */
async function openAll(names: readonly RecordName[], open: OpenRecord, show: vscode.TextDocumentShowOptions = {}) {
  const [name, another] = names;
  if (!name) return [];
  if (another) return (await openMany(names, open, show)).map(String);
  const title = vscode.l10n.t('Opening record {0}', name.id);
  return [String(await withProgress(title, (signal) => open(name, show, signal)))];
}

/** Asks for records of one service, or of all. */
async function pickOf(
  { services, known, catalogue }: Pick<OpenRecordsParts, 'services' | 'known' | 'catalogue'>,
  service: string | undefined,
  title: PlainText,
  several?: ReferenceLimit,
): Promise<ChosenRecords | undefined> {
  const isMeant = (record: RecordName) => service === undefined || record.service === service;
  const search: KnownRecords['search'] = (text) => {
    const { pins, recents } = known.search(text);
    return { pins: pins.filter(isMeant), recents: recents.filter(isMeant) };
  };
  const only = services.find(service ?? '');
  const preferred = only ?? services.default();
  const others = only || services.isDefaultSet() ? [] : services.all().filter(({ name }) => name !== preferred?.name);
  const find: RecordCatalogue['find'] = (query, _, signal) => catalogue.find(query, service, signal);
  const picked = await pickRecords({ services, preferred, others, search, find, title, ...(several && { several }) });
  if (!picked) return undefined;
  const chosen: ChosenRecords[] = [];
  for (const choice of picked) {
    const on = await serviceFor(choice);
    if (on === undefined) return undefined;
    chosen.push(recordsOf(choice, on));
  }
  if (chosen.length === 1) return chosen[0];
  return { records: chosen.flatMap(({ records }) => records), isCut: chosen.some(({ isCut }) => isCut) };
}

/** The service of the choice, once it is added or started. */
async function serviceFor(choice: OpenChoice): Promise<string | undefined> {
  if (choice.kind === 'records') return choice.service;
  if (choice.kind === 'sample') {
    const started = await runCommand<{ service?: string } | undefined>(commandIds.startSampleService);
    return started?.service;
  }
  const added = await runCommand(commandIds.addService, choice.address && { baseUrl: choice.address });
  return typeof added === 'string' ? added : undefined;
}

function serviceRow(input: unknown): string | undefined {
  const { kind, service } = Object(input) as { kind?: unknown; service?: unknown };
  return kind === 'group' && typeof service === 'string' ? service : undefined;
}

/**
 * VS Code passes the focused row to a button in the view's title, but the button opens the pick. The history has no such
 * button.
 */
function isToBePicked(input: unknown, several: unknown): boolean {
  if (input === undefined || input === null) return true;
  return isRow(input) && Object(input).kind !== 'write' && !Array.isArray(several);
}

/** Opens the nearest existing record after or before another. */
async function nearestRecord(
  from: RecordName,
  direction: 1 | -1,
  open: OpenRecord,
  missing: RecordCatalogue['missing'],
): Promise<vscode.Uri> {
  const title =
    direction === 1
      ? vscode.l10n.t('Looking for a record after {0}', from.id)
      : vscode.l10n.t('Looking for a record before {0}', from.id);
  return withProgress(title, async (signal) => {
    const isKnownMissing = await missing(from.service);
    let id = from.id + direction;
    for (let tried = 0, skipped = 0; tried < maxTried && skipped < maxSkipped && id >= 1; id += direction) {
      if (isKnownMissing(id)) {
        skipped += 1;
        continue;
      }
      tried += 1;
      try {
        // A preview tab, so that all steps share one tab.
        return await open({ service: from.service, id }, { preview: true }, signal);
      } catch (failure) {
        if (kindOf(failure) !== 'notFound') throw failure;
      }
    }
    throw new UserError(noneFoundMessage(from, direction, maxTried));
  });
}
