import * as vscode from 'vscode';
import { keyedTurns } from '../workbench/scheduling.ts';
import { type Bases, keptBases } from './bases.ts';
import type { FileKind, FileOwner } from './owner.ts';
import { type FileProvider, fileProvider } from './provider.ts';
import { isUnsaved, onDidChangeTabOf, onDidCloseDocument, openDocument } from './tabs.ts';
import { VirtualFile } from './virtualFile.ts';

/** Where the bases of unsaved changes are kept, and who hears of it if that fails. */
export interface BaseStorage {
  /** The window's own folder. */
  readonly storage: vscode.Uri;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

/**
 * The owners of the open files of one kind. It passes VS Code's events to them, and keeps the bases of unsaved changes on
 * disk.
 */
export class OpenFiles<O extends FileOwner<unknown, unknown, unknown>> {
  readonly provider: FileProvider;
  readonly #owners = new Map<string, O>();
  readonly #kind: FileKind<unknown, unknown, unknown, O>;
  readonly #bases: Bases;
  readonly #log: BaseStorage['log'];
  readonly #inTurn = keyedTurns();
  readonly #registrations: vscode.Disposable;

  constructor(kind: FileKind<unknown, unknown, unknown, O>, { storage, log }: BaseStorage) {
    this.#kind = kind;
    this.#bases = keptBases(vscode.Uri.joinPath(storage, 'bases').fsPath);
    this.#log = log;
    this.provider = fileProvider(kind, this);
    this.#registrations = vscode.Disposable.from(
      this.provider,
      vscode.workspace.onDidOpenTextDocument((document) => this.#follow(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        this.#follow(document, contentChanges),
      ),
      onDidChangeTabOf((document) => {
        if (this.known(document.uri)?.file.wasUnsaved) this.#follow(document);
      }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => this.#announceSave(document, reason)),
      onDidCloseDocument((document) => this.#forget(document)),
    );
    for (const document of vscode.workspace.textDocuments) this.#follow(document);
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  known(uri: vscode.Uri): O | undefined {
    return this.#owners.get(uri.toString());
  }

  all(): readonly O[] {
    return [...this.#owners.values()];
  }

  /** Throws `FileNotFound` for a URI that names nothing. */
  of(uri: vscode.Uri): O {
    const owner = this.known(uri) ?? this.#make(uri);
    if (!owner) throw vscode.FileSystemError.FileNotFound();
    return owner;
  }

  /** With its bases: after a restart, those of unsaved changes are read from disk. */
  async ready(uri: vscode.Uri): Promise<O> {
    const owner = this.of(uri);
    if (!owner.isKnown() && openDocument(uri)) await this.#recover(owner);
    return owner;
  }

  #announceSave(document: vscode.TextDocument, reason: vscode.TextDocumentSaveReason): void {
    const owner = this.known(document.uri);
    const why = reason === vscode.TextDocumentSaveReason.Manual ? 'manual' : 'automatic';
    owner?.file.saveAnnounced(why, document.getText(), owner.isKnown() ? owner.basis : undefined);
  }

  #follow(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[] = []): void {
    if (document.uri.scheme !== this.#kind.scheme) return;
    const owner = this.known(document.uri) ?? this.#make(document.uri);
    if (!owner) return;
    const { file } = owner;
    if (changes.length > 0) owner.textChanged?.(document, changes);
    if (isUnsaved(document)) {
      file.wasUnsaved = true;
      // VS Code does not read a file while its document has unsaved changes.
      file.withdraw();
      owner.edited?.();
      if (owner.isKnown()) void this.#quietly(this.#bases.keep(file.uri.toString(), () => owner.bases()));
      else void this.#recover(owner);
      return;
    }
    // The first edit of a clean document is announced before it counts as unsaved, and then once more, without a change.
    // A text that VS Code has read again looks just the same, except that it is what was read.
    if (changes.length > 0 && !file.isLastRead(document.getText())) return;
    this.#settle(owner);
  }

  #forget({ uri }: vscode.TextDocument): void {
    const owner = this.known(uri);
    if (!owner) return;
    this.#owners.delete(uri.toString());
    owner.file.isClosed = true;
    if (owner.isKnown()) void this.#quietly(this.#bases.drop(uri.toString()));
    owner.closed?.();
  }

  #make(uri: vscode.Uri): O | undefined {
    const key = uri.toString();
    const file = new VirtualFile<unknown, unknown, unknown>(uri, {
      announce: () => this.provider.announce(uri),
      settled: () => this.#settle(this.of(uri)),
      keepBases: (ids) => {
        const owner = this.known(uri);
        if (!owner) return;
        const kept = ids ? this.#bases.add(key, owner.bases(ids)) : this.#bases.renew(key, () => owner.bases());
        void this.#quietly(kept);
      },
      inTurn: (task) => this.#inTurn(this.#kind.lockKey(uri), task),
      parse: this.#kind.cursorPlaces,
    });
    const owner = this.#kind.owner(uri, file);
    if (owner) this.#owners.set(key, owner);
    return owner;
  }

  #settle(owner: O): void {
    const { file } = owner;
    file.wasUnsaved = false;
    owner.onScreen(file.takeOnScreen(file.document?.getText() ?? ''));
    // After a restart a document with unsaved changes first looks saved. Until its owner knows more, its bases stay.
    if (owner.isKnown()) void this.#quietly(this.#bases.drop(file.uri.toString()));
  }

  #recover(owner: O): Promise<void> {
    const { file } = owner;
    file.recovery ??= this.#quietly(this.#bases.recover(file.uri.toString()).then((found) => owner.recovered(found)));
    return file.recovery;
  }

  /** If the disk fails, the bases are missing after a crash. Nothing else depends on them. */
  async #quietly(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (failure) {
      this.#log.warn(`Could not store or read what unsaved changes were made from: ${failure}`);
    }
  }
}
