import * as vscode from 'vscode';
import { changesBetween } from '../record/changes.ts';
import { formatRecord, parseRecord } from '../record/text.ts';
import type { Answer } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { RecordName, SaveMethod, Service, Services } from '../service/services.ts';
import { openDocument } from '../workbench/documents.ts';
import { listOf, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { isAutoSaveOn } from './automaticSaves.ts';
import { confirmWrite } from './confirmWrite.ts';
import { askAboutConflict, ConflictMessage, conflictMessage } from './conflict.ts';
import { lockReason, versionOf } from './recordFileSystem.ts';
import { type Measured, type RecordState, type RecordStates, touch } from './recordStates.ts';
import type { Saved, SaveOutcome } from './saveRecord.ts';
import { withBrought } from './undoneChanges.ts';
import { WithoutEffect } from './withoutEffect.ts';

export interface SavingParts {
  readonly services: Services;
  readonly states: RecordStates;
  readonly compare: (state: RecordState) => void;
  readonly isAutomatic: (uri: vscode.Uri) => boolean;
  readonly onDidSave: (name: RecordName, answer: Pick<Answer, 'text' | 'allow'>) => void;
  readonly onDidFail: (state: RecordState, failure: unknown) => void;
  readonly onDidChangeConflict: (state: RecordState) => void;
}

export interface RecordSaving {
  /** Of the document, or else of a program that writes its file. */
  write(state: RecordState, service: Service, text: string, ofDocument: boolean): Promise<void>;
  /** Saves of this document use this method while the task runs. */
  using(uri: vscode.Uri, method: SaveMethod, task: () => Promise<void>): Promise<void>;
}

/** Saving as VS Code sees it: resolved means saved and clean, rejected means not saved, dirty, and told why. */
export function recordSaving(parts: SavingParts): RecordSaving {
  const once = new Map<string, SaveMethod>();
  /** Addresses of services that have refused an outdated `If-Match`. */
  const careful = new Set<string>();

  const run = async (
    state: RecordState,
    service: Service,
    text: string,
    { base, undone }: Measured,
  ): Promise<SaveOutcome> => {
    const { saveRecord } = await import('./saveRecord.ts');
    refuseOtherAddress(state, service, base?.address);
    const method = once.get(state.uri.toString()) ?? service.saveMethod;
    const client = await parts.services.client(service);
    return withProgress(`Saving record ${state.name.id} on ${service.name}`, (signal) =>
      saveRecord({
        id: state.name.id,
        base: base?.text,
        edited: text,
        method,
        client,
        newest: newestFrom(service, state),
        withoutEffect: state.withoutEffect,
        rewritten: rewrittenBy(state),
        honoursIfMatch: careful.has(service.address.href),
        resolution: state.resolution,
        // What was undone is not sent, but the document has to show the service's value again.
        uncertain: state.uncertain || undone.length > 0,
        confirm: async (write) => {
          await parts.services.allowWrite(service);
          return service.access !== 'confirm' || confirmWrite(state.name, service, write);
        },
        onFallback: () =>
          tell(`The service does not allow PATCH for record ${state.name.id}. The whole record is sent with PUT.`),
        signal,
      }),
    );
  };

  const settle = async (state: RecordState, service: Service, text: string, ofDocument: boolean): Promise<void> => {
    const read: Measured = { base: state.delivered, undone: [] };
    const measured = ofDocument || !state.delivered ? await parts.states.baseFor(state, text) : read;
    const outcome = await run(state, service, text, measured);
    switch (outcome.kind) {
      case 'unchanged':
        if (ofDocument) parts.states.saved(state, { text, address: service.address.href });
        return;
      case 'saved':
        if (outcome.honoursIfMatch) careful.add(service.address.href);
        return accept(state, service, text, outcome, ofDocument ? measured : undefined);
      case 'declined':
        throw new Error(`Record ${state.name.id} was not saved: the write was not confirmed.`);
      case 'refused':
        throw new Error(outcome.reason);
      case 'invalid': {
        const [first] = outcome.problems;
        const more = outcome.problems.length - 1;
        const rest = more > 0 ? ` (${more} more)` : '';
        throw new Error(`Record ${state.name.id} was not saved. ${first?.message}${rest}`);
      }
      case 'conflict': {
        state.conflict = outcome;
        state.resolution = undefined;
        parts.onDidChangeConflict(state);
        const choice = parts.isAutomatic(state.uri) ? undefined : await askAboutConflict(state, outcome.conflicts);
        if (choice === 'compare') parts.compare(state);
        if (choice !== 'mine' && choice !== 'theirs')
          throw new ConflictMessage(conflictMessage(state, outcome.conflicts));
        state.resolution = { side: choice, conflicts: outcome.conflicts };
        return settle(state, service, text, ofDocument);
      }
    }
  };

  /** The document holds the text, if it was measured against the document's base. */
  const accept = (state: RecordState, service: Service, text: string, saved: Saved, measured: Measured | undefined) => {
    const message = savedMessage(state, saved, measured?.undone ?? []);
    const shown = formatRecord(saved.answer.text);
    const base = measured?.base;
    if (base)
      state.brought = withBrought(state.brought, {
        base: base.text,
        theirs: saved.before.text,
        before: text,
        after: shown,
      });
    const { href: address } = service.address;
    if (measured) parts.states.saved(state, { text, address });
    else state.delivered = { text, address };
    state.uncertain = false;
    state.withoutEffect = undefined;
    state.newest = saved.answer;
    // A program that wrote without an editor reads again when it wants to.
    const document = measured && openDocument(state.uri);
    state.pending = !document || document.getText() === shown ? undefined : { text: shown, address };
    const held = saved.isOfWrite ? [...saved.rewritten, ...saved.ignored] : [];
    if (measured && state.base) state.rewritten = { base: state.base, values: valuesOf(saved.answer, held) };
    state.resolution = undefined;
    if (state.conflict) {
      state.conflict = undefined;
      parts.onDidChangeConflict(state);
    }
    touch(state);
    parts.onDidSave(state.name, saved.answer);
    if (message) tell(message);
  };

  return {
    async using(uri, method, task) {
      once.set(uri.toString(), method);
      try {
        await task();
      } finally {
        once.delete(uri.toString());
      }
    },
    async write(state, service, text, ofDocument) {
      try {
        const reason = lockReason(state, parts.services);
        if (reason)
          throw vscode.FileSystemError.NoPermissions(plainText(`Record ${state.name.id} is read-only. ${reason}`));
        refuseUnasked(parts.isAutomatic(state.uri));
        await settle(state, service, text, ofDocument);
      } catch (failure) {
        state.resolution = undefined;
        const cause = failure instanceof Error ? failure.cause : undefined;
        state.withoutEffect = cause instanceof WithoutEffect ? cause.body : undefined;
        state.uncertain ||=
          isRecordError(failure) && (failure.kind === 'unknownOutcome' || isRecordError(failure.cause));
        parts.onDidFail(state, failure);
        throw failure;
      }
    },
  };
}

/** What the service made of fields of the last save, as long as edits are measured against that. */
export function rewrittenBy({ base, rewritten }: RecordState): ReadonlyMap<string, string> | undefined {
  return rewritten?.base === base ? rewritten?.values : undefined;
}

function valuesOf({ text }: Answer, fields: readonly string[]): ReadonlyMap<string, string> {
  const record = parseRecord(text);
  return new Map(
    fields.flatMap((field) => {
      const raw = record.fields.get(field)?.raw;
      return raw === undefined ? [] : [[field, raw]];
    }),
  );
}

/** A service's name may have come to mean another address since. */
export function newestFrom({ address }: Service, { newest }: RecordState): Answer | undefined {
  return newest && versionOf(newest).address === address.href ? newest : undefined;
}

/** A name that has come to mean another address must not send one service's record to the other. */
export function refuseOtherAddress({ name }: RecordState, service: Service, address: string | undefined): void {
  if (address === undefined || address === service.address.href) return;
  throw new Error(
    `Record ${name.id} was read from ${address}, but "${service.name}" now means ${service.address.href}. Nothing was sent. Change the setting back, or copy your text and open the record again.`,
  );
}

function refuseUnasked(automatic: boolean): void {
  if (!automatic || isAutoSaveOn()) return;
  throw new Error('Auto Save does not write to the service. Save yourself, or turn on videoRecords.autoSave.');
}

/** Says what a plain "saved" would hide; nothing to say for a save that did just what was asked. */
function savedMessage(
  state: RecordState,
  { before, theirs, ignored, rewritten }: Saved,
  undone: readonly string[],
): string | undefined {
  const known = state.newest && parseRecord(state.newest.text);
  const news = new Set(known && changesBetween(known, parseRecord(before.text)).map(({ field }) => field));
  const brought = theirs.filter((field) => field !== 'updated' && (!known || news.has(field)));
  const restored = undone.filter((field) => field !== 'updated');
  const parts = [
    brought.length > 0 && `It now also has someone else's change of ${listOf(brought)}.`,
    restored.length > 0 && `It keeps the service's value of ${listOf(restored)}, which undo had taken back.`,
    ignored.length > 0 && `The service did not change ${listOf(ignored)}.`,
    rewritten.length > 0 && `The service stored ${listOf(rewritten)} in its own way.`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `Saved record ${state.name.id}. ${parts.join(' ')}` : undefined;
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(plainText(message));
}
