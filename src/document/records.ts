import * as vscode from 'vscode';
import type { VideoRecordsApi } from '../api.ts';
import type { BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { FileProvider } from '../files/provider.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { conflictContext, recordCommands } from './commands.ts';
import { comparing } from './compare.ts';
import { lockReason } from './configuredService.ts';
import type { Edits } from './edits.ts';
import type { RecordEvents, SavedEvent } from './events.ts';
import { openedRecords } from './openedRecords.ts';
import { type RecordOperations, recordOperations } from './operations.ts';
import { recordApi } from './recordApi.ts';
import { type RecordFile, recordFiles } from './recordFile.ts';
import { sameRecord } from './recordUri.ts';
import { type AgreedSaves, agreedSaves } from './rehearsal.ts';
import { type FieldValues, rewrittenRecords } from './rewrite.ts';
import { oneEditorPerRecord, openUriOf } from './spellings.ts';
import { passOverUpdated } from './undoSteps.ts';
import type { WriteJournal } from './writeJournal.ts';

/** What the rest of the extension may ask of records as documents. */
export interface Records extends vscode.Disposable {
  /** Reading and saving, in order. */
  readonly operations: RecordOperations;
  /** Opens a record in an editor: one GET, unless it is open. `turn` is waited for before it is shown. */
  open(
    name: RecordName,
    options?: vscode.TextDocumentShowOptions,
    signal?: AbortSignal,
    turn?: () => Promise<void>,
  ): Promise<vscode.Uri>;
  /** The document of what a command would act on. It is read unless it is open, and no editor is shown. */
  load(target: unknown): Promise<vscode.TextDocument>;
  /** The command Reload, for worksheets, which have the same command. */
  reload(argument?: unknown): Promise<void>;
  /** Opens the newest version of a record with these values as unsaved changes. Nothing is sent. */
  fill(name: RecordName, values: FieldValues | ((edits: Edits) => FieldValues)): Promise<vscode.Uri>;
  /** Saves one field of a document. Its other unsaved changes stay unsaved. Rejects if it was not saved. */
  saveField(textDocument: vscode.TextDocument, field: string): Promise<void>;
  /** Why the record can't be written, if it can't. */
  lockReason(target: vscode.Uri | RecordName): string | undefined;
  /** What the text changes, and against which base. Undefined while it is not a record. */
  edits(textDocument: vscode.TextDocument): Promise<Edits | undefined>;
  /** Saves that the user was asked about beforehand. */
  readonly agreed: AgreedSaves;
  /** What other extensions may call. */
  readonly api: Pick<VideoRecordsApi, 'open' | 'read' | 'save'>;
  readonly handlers: CommandHandlers<'records'>;
  /** For VS Code's file system. */
  readonly files: FileProvider;
}

interface RecordParts extends BaseStorage {
  readonly services: Services;
  readonly journal: WriteJournal;
  readonly events: RecordEvents;
}

/** Everything about records as documents. */
export function records({ services, journal, events, ...storage }: RecordParts): Records {
  const { happened, standingChanged } = events;
  const changed = new vscode.EventEmitter<RecordFile>();
  const operations = recordOperations(services, journal, events);
  const parts = { services, operations, changed: (record: RecordFile) => changed.fire(record) };
  const files = recordFiles(parts, storage);
  const compare = comparing(files, operations, changed.event);

  const { open, load } = openedRecords(operations, files, events);
  const { refresh, fill, saveField } = rewrittenRecords(parts, files, open);

  const { reload, ...handlers } = recordCommands({ services, files, compare, open, refresh });
  const registrations = vscode.Disposable.from(
    changed,
    files,
    compare,
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
    saveField,
    lockReason: (target) => {
      const uri = target instanceof vscode.Uri ? target : openUriOf(target);
      return uri && lockReason(files.of(uri).document, services);
    },
    edits: async (textDocument) => (await files.ready(textDocument.uri)).document.editsIfRecord(textDocument.getText()),
    agreed: agreedSaves(services, files),
    api: recordApi(operations, open),
    files: files.provider,
    dispose: () => registrations.dispose(),
  };
}

/** Shows what was saved in all other documents of the record. Nothing is offered for one that is not open: it would age. */
function followSave(files: OpenFiles<RecordFile>, { name, saved, by }: SavedEvent): void {
  const others = files.all().filter((record) => record.document !== by && sameRecord(record.name, name));
  for (const { document } of others) document.received(saved.version);
  for (const record of others) if (record.file.document) void record.bringUpToDate();
}
