import * as vscode from 'vscode';
import { keyedTurns } from '../workbench/scheduling.ts';
import { type Bases, keptBases } from './bases.ts';
import type { FileKind, FileOwner } from './owner.ts';
import { type FileProvider, fileProvider } from './provider.ts';
import { isUnsaved, onDidChangeTabOf, onDidCloseDocument, openDocument } from './tabs.ts';
import { VirtualFile } from './virtualFile.ts';

/** The owners of the open files of one kind. */
export interface OpenFiles<O> extends vscode.Disposable {
  readonly provider: FileProvider;
  /** Throws `FileNotFound` for a URI that names nothing. */
  of(uri: vscode.Uri): O;
  known(uri: vscode.Uri): O | undefined;
  all(): readonly O[];
  /** With its bases: after a restart, those of unsaved changes are read from disk. */
  ready(uri: vscode.Uri): Promise<O>;
}

/** The open files of one kind, which follow VS Code's events. `storage` is the window's own folder. */
export function openFiles<C, I, O extends FileOwner<C, I>>(
  kind: FileKind<C, I, O>,
  storage: vscode.Uri,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): OpenFiles<O> {
  const follower = new Follower(kind, keptBases(vscode.Uri.joinPath(storage, 'bases').fsPath), log);
  const { provider } = follower;
  const registrations = vscode.Disposable.from(
    provider,
    vscode.workspace.onDidOpenTextDocument((document) => follower.follow(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
      follower.follow(document, contentChanges),
    ),
    onDidChangeTabOf((document) => follower.tabChanged(document)),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      const isManual = reason === vscode.TextDocumentSaveReason.Manual;
      follower.known(document.uri)?.file.saveAnnounced(isManual ? 'manual' : 'automatic');
    }),
    onDidCloseDocument((document) => follower.forget(document)),
  );
  for (const document of vscode.workspace.textDocuments) follower.follow(document);
  return {
    provider,
    of: (uri) => follower.of(uri),
    known: (uri) => follower.known(uri),
    all: () => [...follower.all()],
    ready: (uri) => follower.ready(uri),
    dispose: () => registrations.dispose(),
  };
}

/** Passes VS Code's events to the owners of files, and keeps the bases of unsaved changes on disk. */
class Follower<C, I, O extends FileOwner<C, I>> {
  readonly provider: FileProvider;
  readonly #owners = new Map<string, O>();
  readonly #kind: FileKind<C, I, O>;
  readonly #bases: Bases;
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>;
  readonly #inTurn = keyedTurns();

  constructor(kind: FileKind<C, I, O>, bases: Bases, log: Pick<vscode.LogOutputChannel, 'warn'>) {
    this.#kind = kind;
    this.#bases = bases;
    this.#log = log;
    this.provider = fileProvider(kind, this);
  }

  known(uri: vscode.Uri): O | undefined {
    return this.#owners.get(uri.toString());
  }

  all(): Iterable<O> {
    return this.#owners.values();
  }

  of(uri: vscode.Uri): O {
    const owner = this.known(uri) ?? this.#make(uri);
    if (!owner) throw vscode.FileSystemError.FileNotFound();
    return owner;
  }

  async ready(uri: vscode.Uri): Promise<O> {
    const owner = this.of(uri);
    if (!owner.isKnown() && openDocument(uri)) await this.#recover(owner);
    return owner;
  }

  follow(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[] = []): void {
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

  /** A tab becomes clean after its document does, and after an undo or a revert no other event comes. */
  tabChanged(document: vscode.TextDocument): void {
    if (this.known(document.uri)?.file.wasUnsaved) this.follow(document);
  }

  forget({ uri }: vscode.TextDocument): void {
    const owner = this.known(uri);
    if (!owner) return;
    this.#owners.delete(uri.toString());
    if (owner.isKnown()) void this.#quietly(this.#bases.drop(uri.toString()));
    owner.closed?.();
  }

  #make(uri: vscode.Uri): O | undefined {
    const key = uri.toString();
    const file = new VirtualFile<C, I>(uri, {
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
    owner.shown(file.takeShown(file.document?.getText() ?? ''));
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
