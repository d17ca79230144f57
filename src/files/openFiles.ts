import * as vscode from 'vscode';
import { keyedTurns } from '../workbench/scheduling.ts';
import { type Bases, keptBases } from './bases.ts';
import type { FileKind, FileOwner, OpenFile } from './owner.ts';
import { type FileProvider, fileProvider } from './provider.ts';
import { isUnsaved, onDidChangeTabOf, onDidCloseDocument, openDocument } from './tabs.ts';
import { VirtualFile } from './virtualFile.ts';

interface FollowedFile<C, I, O> extends OpenFile<C, I, O> {
  recovery?: Promise<void>;
  /** When it was last looked at. */
  wasUnsaved: boolean;
}

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
  const bases = keptBases(vscode.Uri.joinPath(storage, 'bases').fsPath);
  const follower = new Follower(kind, bases, log, (uri) => provider.announce(uri));
  const provider = fileProvider(kind, follower);
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
    of: (uri) => follower.of(uri).owner,
    known: (uri) => follower.known(uri)?.owner,
    all: () => Array.from(follower.all(), ({ owner }) => owner),
    ready: async (uri) => (await follower.ready(uri)).owner,
    dispose: () => registrations.dispose(),
  };
}

/** Passes VS Code's events to the owners of files, and keeps the bases of unsaved changes on disk. */
class Follower<C, I, O extends FileOwner<C, I>> {
  readonly #files = new Map<string, FollowedFile<C, I, O>>();
  readonly #kind: FileKind<C, I, O>;
  readonly #bases: Bases;
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>;
  readonly #announce: (uri: vscode.Uri) => void;
  readonly #inTurn = keyedTurns();

  constructor(
    kind: FileKind<C, I, O>,
    bases: Bases,
    log: Pick<vscode.LogOutputChannel, 'warn'>,
    announce: (uri: vscode.Uri) => void,
  ) {
    this.#kind = kind;
    this.#bases = bases;
    this.#log = log;
    this.#announce = announce;
  }

  known(uri: vscode.Uri): FollowedFile<C, I, O> | undefined {
    return this.#files.get(uri.toString());
  }

  all(): Iterable<FollowedFile<C, I, O>> {
    return this.#files.values();
  }

  of(uri: vscode.Uri): FollowedFile<C, I, O> {
    const followed = this.known(uri) ?? this.#make(uri);
    if (!followed) throw vscode.FileSystemError.FileNotFound();
    return followed;
  }

  async ready(uri: vscode.Uri): Promise<FollowedFile<C, I, O>> {
    const followed = this.of(uri);
    if (!followed.owner.isKnown() && openDocument(uri)) await this.#recover(followed);
    return followed;
  }

  follow(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[] = []): void {
    if (document.uri.scheme !== this.#kind.scheme) return;
    const followed = this.known(document.uri) ?? this.#make(document.uri);
    if (!followed) return;
    const { file, owner } = followed;
    if (changes.length > 0) owner.textChanged?.(document, changes);
    if (isUnsaved(document)) {
      followed.wasUnsaved = true;
      // VS Code does not read a file while its document has unsaved changes.
      file.withdraw();
      owner.edited();
      if (owner.isKnown()) void this.#quietly(this.#bases.keep(file.uri.toString(), () => owner.bases()));
      else void this.#recover(followed);
      return;
    }
    // The first edit of a clean document is announced before it counts as unsaved, and then once more, without a change.
    // A text that VS Code has read again looks just the same, except that it is what was read.
    if (changes.length > 0 && !file.isLastRead(document.getText())) return;
    this.#settle(followed);
  }

  /** A tab becomes clean after its document does, and after an undo or a revert no other event comes. */
  tabChanged(document: vscode.TextDocument): void {
    if (this.known(document.uri)?.wasUnsaved) this.follow(document);
  }

  forget({ uri }: vscode.TextDocument): void {
    const followed = this.known(uri);
    if (!followed) return;
    this.#files.delete(uri.toString());
    if (followed.owner.isKnown()) void this.#quietly(this.#bases.drop(uri.toString()));
    followed.owner.closed?.();
  }

  #make(uri: vscode.Uri): FollowedFile<C, I, O> | undefined {
    const key = uri.toString();
    const file = new VirtualFile<C, I>(uri, {
      announce: () => this.#announce(uri),
      settled: () => this.#settle(this.of(uri)),
      keepBases: (ids) => {
        const { owner } = this.of(uri);
        const kept = ids ? this.#bases.add(key, owner.bases(ids)) : this.#bases.renew(key, () => owner.bases());
        void this.#quietly(kept);
      },
      inTurn: (task) => this.#inTurn(this.#kind.lockKey(uri), task),
      ...(this.#kind.cursorPlaces && { parse: this.#kind.cursorPlaces }),
    });
    const owner = this.#kind.owner(uri, file);
    if (!owner) return undefined;
    const followed = { file, owner, wasUnsaved: false };
    this.#files.set(key, followed);
    return followed;
  }

  #settle(followed: FollowedFile<C, I, O>): void {
    const { file, owner } = followed;
    followed.wasUnsaved = false;
    owner.shown(file.takeShown(file.document?.getText() ?? ''));
    // After a restart a document with unsaved changes first looks saved. Until its owner knows more, its bases stay.
    if (owner.isKnown()) void this.#quietly(this.#bases.drop(file.uri.toString()));
  }

  #recover(followed: FollowedFile<C, I, O>): Promise<void> {
    const { file, owner } = followed;
    followed.recovery ??= this.#quietly(
      this.#bases.recover(file.uri.toString()).then((found) => owner.recovered(found)),
    );
    return followed.recovery;
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
