import type * as vscode from 'vscode';
import type { RecordText } from '../record/text.ts';
import type { PlainText } from '../workbench/plainText.ts';
import type { KeptBases } from './bases.ts';
import type { KnownText, SaveReason, VirtualFile } from './virtualFile.ts';

/** One save of a text. */
export interface TextSave<I, B> {
  readonly text: string;
  readonly why: SaveReason;
  /** What the changes of this text are changes of: fixed when the save was announced, whatever has moved since. */
  readonly basis: B;
  readonly intent?: I | undefined;
}

/** What is saved elsewhere: a record, a worksheet, a field's text. */
export interface FileOwner<C, I, B> {
  readonly file: VirtualFile<C, I, B>;
  /** What the text on screen is compared with. It never changes: when the comparison moves on, there is another one. */
  readonly basis: B;
  /** Nothing is offered: asks whoever has the text. */
  read(): Promise<KnownText<C>>;
  /** Rejects if the text was not saved. */
  save(save: TextSave<I, B>): Promise<void>;
  /** Whether a save of this text would have something to send. */
  hasChanges(text: string, basis: B): Promise<boolean>;
  /** Shows what the service has, as far as unsaved changes allow it. */
  bringUpToDate(): Promise<void>;
  /** VS Code has nothing to save. With content, what was read is on screen now. */
  onScreen(content: C | undefined): void;
  /** There are unsaved changes. */
  edited?(): void;
  /** The text on screen has changed, by typing or by a read. */
  textChanged?(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void;
  closed?(): void;
  /** Whether it knows what its text was made from. Until then, what is on disk may still be needed. */
  isKnown(): boolean;
  /** What its unsaved changes were made from, to be kept on disk: of these records, or all. */
  bases(ids?: readonly string[]): KeptBases;
  /** What was found on disk after a restart. */
  recovered(bases: ReadonlyMap<string, unknown>): void;
  isLocked(): boolean;
}

export interface FileKind<C, I, B, O extends FileOwner<C, I, B>> {
  readonly scheme: string;
  /** Undefined if the URI names nothing. */
  owner(uri: vscode.Uri, file: VirtualFile<C, I, B>): O | undefined;
  /** Whether a tab shows it, under whatever spelling. */
  hasTab(uri: vscode.Uri): boolean;
  /** Files with the same key are read and saved one after the other. */
  lockKey(uri: vscode.Uri): string;
  /** Named places of a text, to which cursors are put back after a new one. Without them, VS Code moves cursors itself. */
  cursorPlaces?(text: string): RecordText | undefined;
  /** In the owner's words, for VS Code to show. */
  failureMessage(uri: vscode.Uri, failure: unknown, doing: 'read' | 'save'): PlainText;
  notOpen(uri: vscode.Uri): PlainText;
}

/**
 * After a save or a merge, shows what the service has. If it has all that VS Code has to save, as when a version was merged
 * during the save, a save that sends nothing makes the document clean.
 */
export async function settle<C, I, B>(owner: FileOwner<C, I, B>): Promise<void> {
  const { file } = owner;
  // Not during a save: what VS Code considers saved is the text of that one.
  await file.inTurn(async () => {});
  await owner.bringUpToDate();
  const isLeft = file.isUnsaved && (await owner.hasChanges(file.document?.getText() ?? '', owner.basis));
  if (file.isUnsaved && !isLeft) await file.save(undefined, 'settled');
}
