import * as vscode from 'vscode';
import type { RecordVersion } from '../service/answer.ts';
import type { RecordName } from '../service/services.ts';
import type { Saved } from './outcome.ts';

/** What happened to a record, for the sidebar and other followers. */
export type RecordEvent =
  | { readonly kind: 'read'; readonly name: RecordName; readonly version: RecordVersion }
  | { readonly kind: 'opened'; readonly name: RecordName; readonly version: Pick<RecordVersion, 'record' | 'allow'> }
  | SavedEvent
  | { readonly kind: 'failed'; readonly name: RecordName; readonly failure: unknown }
  | { readonly kind: 'conflict'; readonly name: RecordName; readonly active: boolean };

/** `by` is the document that was saved. Others that show the record have to follow. */
export interface SavedEvent {
  readonly kind: 'saved';
  readonly name: RecordName;
  readonly saved: Saved;
  readonly by: object;
}

/** Events that others listen to before the records are loaded. */
export interface RecordEvents extends vscode.Disposable {
  /** A record was read, opened or saved, or that failed. */
  readonly happened: vscode.EventEmitter<RecordEvent>;
  /** The base, the edits, the conflict or the lock of a document may have changed. */
  readonly standingChanged: vscode.EventEmitter<vscode.Uri>;
  /** The cursor of a table is on this record. */
  readonly rowSelected: vscode.EventEmitter<RecordName>;
}

export function recordEvents(): RecordEvents {
  const happened = new vscode.EventEmitter<RecordEvent>();
  const standingChanged = new vscode.EventEmitter<vscode.Uri>();
  const rowSelected = new vscode.EventEmitter<RecordName>();
  const all = vscode.Disposable.from(happened, standingChanged, rowSelected);
  return { happened, standingChanged, rowSelected, dispose: () => all.dispose() };
}
