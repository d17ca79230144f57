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
import type { Base, Basis, KeptBase } from './edits.ts';
import type { RecordEvents } from './events.ts';
import type { Declined, PlannedWrite, Saved, SaveOutcome } from './outcome.ts';
import { notSaved, savedMessage } from './outcomeWords.ts';
import { OwnWrites } from './ownWrites.ts';
import { askAboutConflict } from './questions.ts';
import { RecordDocument } from './recordDocument.ts';
import { recordKey } from './recordUri.ts';
import { confirmRevert, confirmWrite } from './saveQuestion.ts';
import { type Consent, type Resolution, type SaveRequest, sameChanges, saveRecord } from './saveRecord.ts';
import type { WriteJournal } from './writeJournal.ts';

/** What a save of a document has besides its text. */
export interface SaveIntent {
  readonly method?: SaveMethod;
  /** The answer to a conflict that was shown. */
  readonly resolution?: Resolution;
  /** What the user has agreed to change on the service. Nothing else is sent, and nothing is asked. */
  readonly agreed?: readonly Change[];
  /** VS Code says only whether a save failed. */
  ended?(outcome: SaveOutcome): void;
}

interface SaveStart extends SaveIntent {
  readonly text: string;
  /** What the text was compared with when the save was announced, or when a program asked for it. */
  readonly basis: Basis;
  readonly why: SaveReason;
}

/** What reads and writes records. */
export interface RecordOperations {
  /** What this window has stored. Every document of a record needs it. */
  readonly ownWrites: OwnWrites;
  /** Reads the record. If a save of it ends meanwhile, the answer may be from before, and it is read again. */
  read(name: RecordName, signal?: AbortSignal): Promise<RecordVersion>;
  /** Runs a task while no save of the record runs. Saves run one after the other: without an ETag, one would overwrite another. */
  inTurn<T>(name: RecordName, task: () => Promise<T>): Promise<T>;
  /** Saves a document's text, asks the user if needed, and updates the document with the outcome. */
  save(document: RecordDocument, start: SaveStart): Promise<SaveOutcome>;
  /** Saves the text that `textOf` makes of the record as the service has it now. */
  saveOnto(name: RecordName, textOf: (version: RecordVersion) => string): Promise<SaveOutcome>;
  /** Saves a row of a worksheet, whose questions have been asked. `ended` gets the outcome before the next save starts. */
  saveRow(
    row: RecordDocument,
    request: Omit<SaveRequest, 'name'>,
    ended: (outcome: SaveOutcome) => void,
  ): Promise<void>;
}

export function recordOperations(
  services: Services,
  journal: WriteJournal,
  { happened }: RecordEvents,
): RecordOperations {
  const ownWrites = new OwnWrites();
  const turns = keyedTurns();
  const inTurn = <T>(name: RecordName, task: () => Promise<T>) => turns(recordKey(name), task);

  const read = async (name: RecordName, signal?: AbortSignal): Promise<RecordVersion> => {
    try {
      const client = await services.client(serviceOf(services, name));
      for (;;) {
        const version = await client.read(name.id, signal && { signal });
        if (ownWrites.isOutdated(name.id, version)) continue;
        happened.fire({ kind: 'read', name, version });
        return version;
      }
    } catch (failure) {
      happened.fire({ kind: 'failed', name, failure });
      throw failure;
    }
  };

  const wasSaved = (by: RecordDocument, saved: Saved) => happened.fire({ kind: 'saved', name: by.name, saved, by });

  const save = async (document: RecordDocument, start: SaveStart): Promise<SaveOutcome> => {
    const { name } = document;
    const outcome = await attempts(document, start, services, journal).catch((failure: unknown) => ({
      kind: 'failed' as const,
      failure,
    }));
    document.saveEnded();
    if (outcome.kind === 'saved') {
      wasSaved(document, outcome);
      const message = savedMessage(name, outcome);
      if (message) void showMessage(message);
    }
    const failure = notSaved(name, outcome);
    if (failure) happened.fire({ kind: 'failed', name, failure });
    start.ended?.(outcome);
    return outcome;
  };

  return {
    ownWrites,
    read,
    inTurn,
    save: (document, start) => inTurn(document.name, () => save(document, start)),
    saveOnto: (name, textOf) =>
      inTurn(name, async () => {
        const version = await read(name);
        const document = detachedDocument(name, ownWrites, version);
        document.received(version);
        return save(document, { text: textOf(version), basis: document.basis, why: 'manual' });
      }),
    saveRow: (row, request, ended) =>
      inTurn(row.name, async () => {
        row.saving();
        try {
          const sending: SaveRequest['sending'] = (changes, current) => row.sending(changes, current);
          const outcome = await saveRecord({ ...request, name: row.name, sending });
          ended(outcome);
          if (outcome.kind === 'saved') wasSaved(row, outcome);
        } finally {
          row.saveEnded();
        }
      }),
  };
}

/** Saves, and repeats it after each conflict that the user resolves. */
async function attempts(
  document: RecordDocument,
  start: SaveStart,
  services: Services,
  journal: WriteJournal,
): Promise<SaveOutcome> {
  const { name } = document;
  const { text, basis } = start;
  let { resolution } = start;
  for (;;) {
    // As the settings are now: a question may have been open for long.
    const service = serviceOf(services, name);
    const reason = lockReason(document, services);
    if (reason) return { kind: 'readOnly', reason };
    if (start.why === 'automatic') return declined('automatic');
    refuseOtherAddress(name, basis.base, service);
    const edits = basis.edits(text);
    document.saving();
    const outcome = await saveRecord({
      name,
      edits,
      client: await services.client(service),
      method: start.method ?? service.saveMethod,
      allow: document.newest?.allow,
      resolution,
      isOwnChange: (field, version) => document.isOwnChange(field, version, basis.base),
      sending: (changes, current) => document.sending(changes, current),
      ask: (write, reverts) => ask(services, name, service, write, reverts, start),
      online: (task) => withProgress(vscode.l10n.t('Saving record {0} on {1}', name.id, plainText(service.name)), task),
      journal,
    });
    if (outcome.kind === 'saved') {
      document.saved(outcome, edits.edited.text === text ? edits.edited : parseRecord(text), basis);
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
export function detachedDocument(
  name: RecordName,
  ownWrites: OwnWrites,
  base: Base & Partial<KeptBase>,
): RecordDocument {
  const document = new RecordDocument(name, ownWrites);
  document.recovered(base);
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
  if (service.access === 'confirm' || start.why === 'unexplained')
    return confirmWrite(name, service, write, start.text);
  return asked ? 'agreed' : 'notNeeded';
}
