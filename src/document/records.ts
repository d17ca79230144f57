import * as vscode from 'vscode';
import type { BaseStorage, OpenFiles } from '../files/openFiles.ts';
import type { RecordName, Services } from '../service/services.ts';
import { conflictContext, recordCommands } from './commands.ts';
import { comparing } from './compare.ts';
import { lockReason } from './configuredService.ts';
import type { RecordEvents, SavedEvent } from './events.ts';
import { openedRecords } from './openedRecords.ts';
import { recordOperations } from './operations.ts';
import { recordApi } from './recordApi.ts';
import { type RecordFile, recordFiles } from './recordFile.ts';
import { sameRecord } from './recordUri.ts';
import { agreedSaves } from './rehearsal.ts';
import { rewrittenRecords } from './rewrite.ts';
import { oneEditorPerRecord, openUriOf } from './spellings.ts';
import { passOverUpdated } from './undoSteps.ts';
import type { WriteJournal } from './writeJournal.ts';

/** What the rest of the extension may ask of records as documents. */
export type Records = ReturnType<typeof records>;

interface RecordParts extends BaseStorage {
  readonly services: Services;
  readonly journal: WriteJournal;
  readonly events: RecordEvents;
}

/** Everything about records as documents. */
export function records({ services, journal, events, ...storage }: RecordParts) {
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
    /** Why the record can't be written, if it can't. */
    lockReason: (target: vscode.Uri | RecordName) => {
      const uri = target instanceof vscode.Uri ? target : openUriOf(target);
      return uri && lockReason(files.of(uri).document, services);
    },
    /** What the text changes, and against which base. Undefined while it is not a record. */
    edits: async (textDocument: vscode.TextDocument) =>
      (await files.ready(textDocument.uri)).document.editsIfRecord(textDocument.getText()),
    /** The version of the service that the document's edits are compared with. */
    base: async (uri: vscode.Uri) => (await files.ready(uri)).document.base?.record,
    agreed: agreedSaves(services, files),
    /** What other extensions may call. */
    api: recordApi(operations, open),
    files: files.provider,
    dispose: () => registrations.dispose(),
  };
}

/** Shows what was saved in all other documents of the record. */
function followSave(files: OpenFiles<RecordFile>, { name, saved, by }: SavedEvent): void {
  const others = files.all().filter((record) => record.document !== by && sameRecord(record.name, name));
  for (const { document } of others) document.received(saved.version);
  for (const record of others) void record.bringUpToDate();
}
