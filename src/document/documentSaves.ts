import * as vscode from 'vscode';
import { parseRecord } from '../record/text.ts';
import type { RecordName, Service, Services } from '../service/services.ts';
import { openDocument } from '../workbench/documents.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { isAutoSaveOn } from './automaticSaves.ts';
import type { Edits } from './edits.ts';
import type { RecordDocument, SaveIntent } from './recordDocument.ts';
import { lockReason, refuseOtherAddress, serviceOf } from './recordService.ts';
import {
  conflictMessage,
  invalidMessage,
  notStoredMessage,
  readOnlyMessage,
  refusedMessage,
  SaveFailure,
  savedMessage,
} from './saveMessages.ts';
import { askAboutConflict, confirmRevert, confirmWrite } from './savePrompts.ts';
import {
  type Consent,
  type Resolution,
  type Saved,
  type SaveOutcome,
  sameChanges,
  savedVersion,
  saveInTurn,
} from './saveRecord.ts';
import type { PlannedWrite } from './sendRecord.ts';
import { recordedWrite, type WriteJournal } from './writeJournal.ts';

export interface SaveParts {
  readonly services: Services;
  readonly journal: WriteJournal;
  /** Shows what is in conflict. */
  compare(document: RecordDocument): void;
  onDidSave(name: RecordName, saved: Saved): void;
  onDidFail(document: RecordDocument, failure: unknown): void;
}

export interface DocumentSaves {
  /** Resolves when the service has the text, to `undefined` if there was nothing to send. Rejects if it was not saved. */
  save(document: RecordDocument, text: string, intent?: SaveIntent): Promise<Saved | undefined>;
}

/** Saves a document's text, asks the user if needed, and updates the document with the outcome. */
export function documentSaves(parts: SaveParts): DocumentSaves {
  const { services, journal } = parts;

  const attempt = async (
    document: RecordDocument,
    service: Service,
    edits: Edits,
    intent: SaveIntent,
    resolution: Resolution | undefined,
  ): Promise<SaveOutcome> => {
    const { name } = document;
    return saveInTurn(name, {
      edits,
      client: await services.client(service),
      method: intent.method ?? service.saveMethod,
      allow: document.newest?.allow,
      resolution,
      ask: (write, reverts) => ask(services, name, service, write, reverts, intent),
      online: (task) => withProgress(vscode.l10n.t('Saving record {0} on {1}', name.id, service.name), task),
      record: (sent) => journal.record(recordedWrite(name, sent)),
      fallsBack: () =>
        show(
          vscode.l10n.t('The service does not allow PATCH for record {0}. The whole record is sent with PUT.', name.id),
        ),
    });
  };

  /** Saves, and repeats it after each conflict that the user resolves. */
  const run = async (document: RecordDocument, text: string, intent: SaveIntent): Promise<Saved | undefined> => {
    const service = serviceOf(services, document.name);
    const lock = lockReason(document, services);
    if (lock) throw new SaveFailure('readOnly', readOnlyMessage(document.name, lock));
    if (intent.reason === 'automatic' && !isAutoSaveOn()) throw new SaveFailure('declined', autoSaveIsOff());
    refuseOtherAddress(document, service);
    const edits = document.edits(text);
    let resolution = intent.side && document.conflict && { side: intent.side, conflicts: document.conflict.conflicts };
    document.saveStarted();
    for (;;) {
      const outcome = await attempt(document, service, edits, intent, resolution);
      if (outcome.kind === 'saved' || outcome.kind === 'unchanged') {
        return accept(document, outcome.kind === 'saved' ? outcome : undefined, text, edits);
      }
      if (outcome.kind !== 'conflict') throw failureOf(document, outcome);
      document.conflicted(outcome);
      const choice = !mayAsk(intent)
        ? undefined
        : await askAboutConflict(document.name, outcome.conflicts, edits.base !== undefined);
      if (choice === 'compare') parts.compare(document);
      if (choice !== 'mine' && choice !== 'theirs') {
        throw new SaveFailure('conflict', conflictMessage(document, outcome.conflicts));
      }
      resolution = { side: choice, conflicts: outcome.conflicts };
      document.saveStarted();
    }
  };

  const accept = (document: RecordDocument, saved: Saved | undefined, text: string, edits: Edits) => {
    if (!saved) {
      document.savedUnchanged(text);
      return undefined;
    }
    const shown = edits.edited.text === text ? edits.edited : parseRecord(text);
    const onScreen = openDocument(vscode.Uri.parse(document.uri))?.getText() ?? text;
    document.saved(savedVersion(saved), shown, onScreen);
    parts.onDidSave(document.name, saved);
    const message = savedMessage(document.name, saved);
    if (message) show(message);
    return saved;
  };

  return {
    async save(document, text, intent = {}) {
      try {
        return await run(document, text, intent);
      } catch (failure) {
        document.saveFailed();
        parts.onDidFail(document, failure);
        throw failure;
      }
    },
  };
}

function autoSaveIsOff(): string {
  return vscode.l10n.t(
    'Auto save does not write to the service. Save the record yourself, or turn on the setting videoRecords.autoSave.',
  );
}

/** Only a save that the user started, and did not agree to beforehand, may ask. */
function mayAsk({ reason, timer, agreed }: SaveIntent): boolean {
  return timer !== true && reason !== 'automatic' && agreed === undefined;
}

async function ask(
  services: Services,
  name: RecordName,
  service: Service,
  write: PlannedWrite,
  reverts: readonly string[],
  intent: SaveIntent,
): Promise<Consent> {
  const asked = await services.allowWrite(service, mayAsk(intent));
  if (intent.agreed) return sameChanges(intent.agreed, write.changes) ? 'notNeeded' : 'declined';
  if (!mayAsk(intent)) return reverts.length > 0 || service.access === 'confirm' ? 'declined' : 'notNeeded';
  if (reverts.length > 0) return confirmRevert(name, write, reverts);
  if (service.access === 'confirm' || intent.reason === 'unexplained') return confirmWrite(name, service, write);
  return asked ? 'agreed' : 'notNeeded';
}

function failureOf(
  document: RecordDocument,
  outcome: Exclude<SaveOutcome, { readonly kind: 'saved' | 'unchanged' | 'conflict' }>,
): SaveFailure {
  switch (outcome.kind) {
    case 'declined':
      return new SaveFailure('declined', vscode.l10n.t('Record {0} was not saved.', document.name.id));
    case 'refused':
      return new SaveFailure('refused', refusedMessage(document, outcome));
    case 'invalid':
      return new SaveFailure('invalid', invalidMessage(document.name, outcome.problems));
    case 'notStored':
      return new SaveFailure('notStored', notStoredMessage(document, outcome), outcome.failure);
  }
}

function show(message: string): void {
  void vscode.window.showInformationMessage(plainText(message));
}
