import * as vscode from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import type { FileProvider } from '../files/provider.ts';
import { withValues } from '../record/splice.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { reportFailure } from '../workbench/failure.ts';
import { automaticSaves } from './automaticSaves.ts';
import { conflictContext, type Reload, recordCommands } from './commands.ts';
import { comparing } from './compare.ts';
import { lockReason } from './configuredService.ts';
import type { Edits } from './edits.ts';
import type { RecordEvents, SavedEvent } from './events.ts';
import { type OpenedRecords, openedRecords } from './openedRecords.ts';
import { type RecordOperations, recordOperations } from './operations.ts';
import type { SaveOutcome } from './outcome.ts';
import { type RecordApi, recordApi } from './recordApi.ts';
import { type RecordFile, recordFiles } from './recordFile.ts';
import { commandTarget, sameRecord } from './recordUri.ts';
import { type AgreedSaves, agreedSaves } from './rehearsal.ts';
import { type RewrittenRecords, rewrittenRecords } from './rewrite.ts';
import { oneEditorPerRecord, openUriOf } from './spellings.ts';
import { passOverUpdated } from './undoSteps.ts';
import type { WriteJournal } from './writeJournal.ts';

/** What the rest of the extension may ask of records as documents. */
export interface Records extends OpenedRecords, Pick<RewrittenRecords, 'fill' | 'saveField'>, vscode.Disposable {
  readonly handlers: CommandHandlers<'records'>;
  readonly reload: Reload;
  readonly operations: RecordOperations;
  /** The URI of the record that a command's argument names; its document is open then. */
  resolve(argument: unknown): Promise<vscode.Uri>;
  /** Why the record can't be written, if it can't. */
  lockReason(record: vscode.Uri | RecordName): string | undefined;
  /** What the text changes, and against which base. Undefined while it is not a record. */
  edits(document: vscode.TextDocument): Promise<Edits | undefined>;
  /** The version of the service that the document's edits are compared with. */
  base(uri: vscode.Uri): Promise<RecordText | undefined>;
  readonly agreed: AgreedSaves;
  /** What other extensions may call. */
  readonly api: RecordApi;
  readonly files: FileProvider;
}

export interface RecordParts {
  readonly services: Services;
  readonly journal: WriteJournal;
  readonly events: RecordEvents;
  /** The window's own folder. */
  readonly storage: vscode.Uri;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

/** Everything about records as documents. */
export function records({ services, journal, events, storage, log }: RecordParts): Records {
  const { happened, standingChanged } = events;
  const changed = new vscode.EventEmitter<RecordFile>();
  const operations = recordOperations({ services, journal, happened: (event) => happened.fire(event) });
  const parts = {
    services,
    operations,
    compare: (record: RecordFile) => void compare.compare(record).catch(reportFailure),
    changed: (record: RecordFile) => changed.fire(record),
  };
  const files = recordFiles(parts, storage, log);
  const compare = comparing({ files, operations, onDidChange: changed.event });

  const { open, load } = openedRecords(parts, files);
  const { refresh, fill, saveField } = rewrittenRecords(parts, files, open);

  /** Saves JSON values of fields like a save in the editor, but leaves the editor's own changes alone. */
  const saveFields = (name: RecordName, values: ReadonlyMap<string, string>): Promise<SaveOutcome> =>
    operations.saveOnto(name, ({ record }) => withValues(record, values));

  const { reload, ...handlers } = recordCommands({ services, files, compare, open, refresh });
  const registrations = vscode.Disposable.from(
    changed,
    files,
    compare,
    automaticSaves(files, services, changed.event),
    conflictContext(files, changed.event, (name, active) => happened.fire({ kind: 'conflict', name, active })),
    oneEditorPerRecord(),
    passOverUpdated(),
    happened.event((event) => {
      if (event.kind === 'saved') followSave(files, event);
    }),
    changed.event(({ uri }) => {
      files.provider.refreshLocks();
      standingChanged.fire(uri);
    }),
    services.onDidChange(() => {
      files.provider.refreshLocks();
      for (const { uri } of files.all()) standingChanged.fire(uri);
    }),
  );

  return {
    handlers,
    reload,
    operations,
    open,
    load,
    fill,
    resolve: async (argument) => (await load(commandTarget(argument))).uri,
    saveField,
    lockReason: (target) => {
      const uri = target instanceof vscode.Uri ? target : openUriOf(target);
      return uri && lockReason(files.of(uri).document, services);
    },
    edits: async (textDocument) => {
      const { document } = await files.ready(textDocument.uri);
      try {
        return document.edits(textDocument.getText());
      } catch {
        return undefined;
      }
    },
    base: async (uri) => (await files.ready(uri)).document.base?.record,
    agreed: agreedSaves(services, files),
    api: recordApi({ open, read: (name) => operations.read(name), saveFields }),
    files: files.provider,
    dispose: () => registrations.dispose(),
  };
}

/** Shows what was saved in all other documents of the record. */
function followSave(files: OpenFiles<RecordFile>, { name, saved, by }: SavedEvent): void {
  const others = files.all().filter((record) => record.document !== by && sameRecord(record.name, name));
  for (const record of others) void record.savedElsewhere(saved);
}
