import type * as vscode from 'vscode';
import type { RecordText } from '../record/text.ts';
import type { PlainText } from '../workbench/plainText.ts';
import type { KeptBases } from './bases.ts';
import type { SaveReason, Shown, VirtualFile } from './virtualFile.ts';

/** What is saved elsewhere: a record, a worksheet, a field's text. */
export interface FileOwner<C, I> {
  readonly file: VirtualFile<C, I>;
  /** Nothing is offered: asks whoever has the text. */
  read(): Promise<Shown<C>>;
  /** Rejects if the text was not saved. */
  save(text: string, why: SaveReason, intent: I | undefined): Promise<void>;
  /** VS Code has nothing to save. With content, what was read is on screen now. */
  shown(content: C | undefined): void;
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

export interface FileKind<C, I, O extends FileOwner<C, I>> {
  readonly scheme: string;
  /** Undefined if the URI names nothing. */
  owner(uri: vscode.Uri, file: VirtualFile<C, I>): O | undefined;
  /** Whether a tab shows it, under whatever spelling. */
  isShown(uri: vscode.Uri): boolean;
  /** Files with the same key are read and saved one after the other. */
  lockKey(uri: vscode.Uri): string;
  /** Named places of a text, to which cursors are put back after a new one. Without them, VS Code moves cursors itself. */
  cursorPlaces?(text: string): RecordText | undefined;
  /** In the owner's words, for VS Code to show. */
  failureMessage(uri: vscode.Uri, failure: unknown, doing: 'read' | 'save'): PlainText;
  notOpen(uri: vscode.Uri): PlainText;
}
