import * as vscode from 'vscode';
import type { SaveReason } from '../files/virtualFile.ts';
import type { Change } from '../record/changes.ts';
import { parseRecord } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName, SaveMethod, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { showMessage } from '../workbench/prompts.ts';
import { keyedTurns } from '../workbench/scheduling.ts';
import { lockReason, refuseOtherAddress, serviceOf } from './configuredService.ts';
import type { Base, KeptBase } from './edits.ts';
import type { RecordEvents } from './events.ts';
import type { Declined, PlannedWrite, SaveOutcome } from './outcome.ts';
import { notSaved, savedMessage } from './outcomeWords.ts';
import { askAboutConflict, confirmRevert, confirmWrite } from './questions.ts';
import { RecordDocument } from './recordDocument.ts';
import { recordKey } from './recordUri.ts';
import { type Consent, type Resolution, type SaveRequest, sameChanges, saveRecord } from './saveRecord.ts';
import type { WriteJournal } from './writeJournal.ts';

/** What the next save of a document needs besides its text. */
export interface SaveIntent {
  readonly method?: SaveMethod;
  /** The answer to the conflict that is open. */
  readonly side?: 'mine' | 'theirs';
  /** What the user has agreed to change on the service. Nothing else is sent, and nothing is asked. */
  readonly agreed?: readonly Change[];
  /** VS Code says only whether a save failed. */
  ended?(outcome: SaveOutcome): void;
}

interface SaveStart extends SaveIntent {
  readonly why: SaveReason;
}

export type RecordOperations = ReturnType<typeof recordOperations>;

/**
 * What reads and writes records. The operations on one record run one after the other, wherever they start: an answer
 * from before a save must not count as newer than it, and without an ETag one save would overwrite the other.
 */
export function recordOperations(services: Services, journal: WriteJournal, { happened }: RecordEvents) {
  const turns = keyedTurns();
  const inTurn = <T>(name: RecordName, task: () => Promise<T>) => turns(recordKey(name), task);

  const fetch = async (name: RecordName, signal?: AbortSignal): Promise<RecordVersion> => {
    try {
      const client = await services.client(serviceOf(services, name));
      const version = await client.read(name.id, signal && { signal });
      happened.fire({ kind: 'read', name, version });
      return version;
    } catch (failure) {
      happened.fire({ kind: 'failed', name, failure });
      throw failure;
    }
  };

  const save = async (document: RecordDocument, text: string, start: SaveStart): Promise<SaveOutcome> => {
    const { name } = document;
    const outcome = await attempts(document, text, start, services, journal).catch((failure: unknown) => ({
      kind: 'failed' as const,
      failure,
    }));
    document.saveEnded();
    if (outcome.kind === 'saved') {
      happened.fire({ kind: 'saved', name, saved: outcome, by: document });
      const message = savedMessage(name, outcome);
      if (message) void showMessage(message);
    }
    const failure = notSaved(name, outcome);
    if (failure) happened.fire({ kind: 'failed', name, failure });
    start.ended?.(outcome);
    return outcome;
  };

  return {
    /** Reads the record for whoever shows it next. */
    read: (name: RecordName, signal?: AbortSignal) => inTurn(name, () => fetch(name, signal)),
    /** The same with progress, and does something with the version before any other operation. */
    refresh: <T>(name: RecordName, use: (version: RecordVersion) => T | Promise<T>): Promise<T> =>
      inTurn(name, async () => {
        const title = vscode.l10n.t('Reading record {0}', name.id);
        return use(await withProgress(title, (signal) => fetch(name, signal)));
      }),
    /** Saves a document's text, asks the user if needed, and updates the document with the outcome. */
    save: (document: RecordDocument, text: string, start: SaveStart) =>
      inTurn(document.name, () => save(document, text, start)),
    /** Saves the text that `textOf` makes of the record as the service has it now. */
    saveOnto: (name: RecordName, textOf: (version: RecordVersion) => string) =>
      inTurn(name, async () => {
        const version = await fetch(name);
        const document = detachedDocument(name, version);
        document.seen(version);
        return save(document, textOf(version), { why: 'manual' });
      }),
    /** Saves a row of a worksheet, whose questions have been asked. */
    saveRow: (row: RecordDocument, request: Omit<SaveRequest, 'name'>) =>
      inTurn(row.name, async () => {
        const outcome = await saveRecord({ ...request, name: row.name });
        if (outcome.kind === 'saved') happened.fire({ kind: 'saved', name: row.name, saved: outcome, by: row });
        return outcome;
      }),
  };
}

/** Saves, and repeats it after each conflict that the user resolves. */
async function attempts(
  document: RecordDocument,
  text: string,
  start: SaveStart,
  services: Services,
  journal: WriteJournal,
): Promise<SaveOutcome> {
  const { name } = document;
  const service = serviceOf(services, name);
  const reason = lockReason(document, services);
  if (reason) return { kind: 'readOnly', reason };
  if (start.why === 'automatic') return declined('automatic');
  refuseOtherAddress(document, service);
  const edits = document.edits(text);
  const { conflict } = document;
  let resolution: Resolution | undefined = start.side && conflict && { ...conflict, side: start.side };
  document.saving();
  for (;;) {
    const outcome = await saveRecord({
      name,
      edits,
      client: await services.client(service),
      method: start.method ?? service.saveMethod,
      allow: document.newest?.allow,
      resolution,
      ask: (write, reverts) => ask(services, name, service, write, reverts, start),
      online: (task) => withProgress(vscode.l10n.t('Saving record {0} on {1}', name.id, plainText(service.name)), task),
      journal,
    });
    if (outcome.kind === 'saved') {
      document.saved(outcome, edits.edited.text === text ? edits.edited : parseRecord(text));
    }
    if (outcome.kind !== 'conflict') return outcome;
    document.conflicted(outcome);
    const choice = start.agreed ? undefined : await askAboutConflict(name, outcome);
    if (choice === 'compare') {
      // Not awaited: it may need this record's turn.
      void runCommand(commandIds.compare, name);
      return declined('user');
    }
    if (!choice) return outcome;
    resolution = { side: choice, conflicts: outcome.conflicts };
  }
}

/** A document without an editor: for the API, or for one field of a record. */
export function detachedDocument(name: RecordName, base?: Base & Partial<KeptBase>): RecordDocument {
  const document = new RecordDocument(name);
  if (base) document.recovered(base);
  return document;
}

const declined = (why: Declined['why']): Declined => ({ kind: 'declined', why });

async function ask(
  services: Services,
  name: RecordName,
  service: Service,
  write: PlannedWrite,
  reverts: readonly string[],
  start: SaveStart,
): Promise<Consent> {
  const asked = await services.allowWrite(service, start.agreed === undefined);
  if (start.agreed) return sameChanges(start.agreed, write.changes) ? 'notNeeded' : declined('otherChanges');
  if (reverts.length > 0) return confirmRevert(name, write, reverts);
  if (service.access === 'confirm' || start.why === 'unexplained') return confirmWrite(name, service, write);
  return asked ? 'agreed' : 'notNeeded';
}
