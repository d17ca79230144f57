import type * as vscode from 'vscode';
import type { RecordText } from '../record/text.ts';
import { cursorPlaces } from './cursors.ts';
import { isUnsaved, openDocument, sameOnScreen, untilDocument } from './tabs.ts';

/**
 * Why a text is saved. `settled`: the service has everything, and VS Code is only to know it. `unexplained`: VS Code
 * gave no reason, as after the edits of a chat.
 */
export type SaveReason = 'manual' | 'automatic' | 'settled' | 'unexplained';

/** A text, and what its owner knows it to be. */
export interface Shown<C> {
  readonly text: string;
  readonly content: C;
}

/** A save that we have asked VS Code for. */
export interface Attempt<I> {
  readonly intent?: I | undefined;
  readonly why: SaveReason;
  /** What the owner's save threw. VS Code says only whether it failed. */
  failure?: unknown;
}

/** What a file needs from those who follow and provide it. */
interface FileSurroundings {
  /** VS Code is to look at the file again. */
  announce(): void;
  /** The document shows what was read, and VS Code will not announce it. */
  settled(): void;
  /** The bases of unsaved changes have moved on: of these records, or all. */
  keepBases(ids?: readonly string[]): void;
  /** Runs a task once earlier reads and saves of the file have ended. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Where cursors may be put back after a new text. */
  readonly parse: ((text: string) => RecordText | undefined) | undefined;
}

/**
 * One open text that is edited here and saved elsewhere. It knows what VS Code reads next, what it read last, the time it
 * sees and the save it was asked for. Its owner knows what the text means.
 */
export class VirtualFile<C, I> {
  readonly uri: vscode.Uri;
  readonly keepBases: FileSurroundings['keepBases'];
  readonly inTurn: FileSurroundings['inTurn'];
  /** For the provider: what VS Code last heard of whether it can be written. */
  isReportedLocked: boolean | undefined;
  /** For the follower: whether it had unsaved changes when it was last looked at. */
  wasUnsaved = false;
  /** For the follower: runs while its bases are looked for on disk. */
  recovery: Promise<void> | undefined;
  readonly #around: FileSurroundings;
  #offered: Shown<C> | undefined;
  #lastRead: Shown<C> | undefined;
  #isOnScreen = false;
  #time = Date.now();
  #attempt: Attempt<I> | undefined;
  #announced: SaveReason | undefined;

  constructor(uri: vscode.Uri, around: FileSurroundings) {
    this.uri = uri;
    this.#around = around;
    this.keepBases = around.keepBases;
    this.inTurn = around.inTurn;
  }

  get document(): vscode.TextDocument | undefined {
    return openDocument(this.uri);
  }
  get isUnsaved(): boolean {
    const { document } = this;
    return document !== undefined && isUnsaved(document);
  }
  /** VS Code reads a file again when its time has changed. Its size is always 0: see `stat` in `provider.ts`. */
  get time(): number {
    return this.#time;
  }

  /** For VS Code's next read, which then asks nobody. If the time changed while VS Code reads, it would read twice. */
  offer(next: Shown<C>): void {
    this.#offered = next;
  }

  /**
   * Shows a text, unless there are unsaved changes. Resolves when VS Code shows it, with the cursors where they were. A
   * document that is not open reads it when it is opened.
   */
  async show(next: Shown<C>): Promise<void> {
    const { document } = this;
    if (!document) return this.offer(next);
    if (isUnsaved(document)) return;
    if (sameOnScreen(document.getText(), next.text)) {
      // A reload that does not change the text is not announced.
      this.wasRead(next);
      this.#offered = undefined;
      this.#around.settled();
      return;
    }
    const { parse } = this.#around;
    const restoreCursors = parse && cursorPlaces(document, next.text, parse);
    this.offer(next);
    this.outdate();
    const isTaken = (shown: vscode.TextDocument) => shown.isDirty || sameOnScreen(shown.getText(), next.text);
    await untilDocument(this.uri, isTaken, () => this.#around.announce());
    await restoreCursors?.();
  }

  /** VS Code has to read the file before it shows it again. */
  outdate(): void {
    this.#time = Math.max(Date.now(), this.#time + 1);
  }

  /** Has VS Code save the document as the user would. The intent is for this save only. */
  async save(intent?: I, why: SaveReason = 'manual') {
    const attempt: Attempt<I> = { intent, why };
    this.#attempt = attempt;
    try {
      const isSaved = (await this.document?.save()) ?? false;
      return { isSaved, failure: attempt.failure };
    } finally {
      // VS Code does not always write: the document may have nothing to save, or may be read-only.
      if (this.#attempt === attempt) this.#attempt = undefined;
    }
  }

  /** For the provider: what is offered, once. */
  takeOffered(): Shown<C> | undefined {
    const offered = this.#offered;
    this.#offered = undefined;
    if (offered) this.wasRead(offered);
    return offered;
  }

  /** For the provider: VS Code or a program gets this text. They can't be told apart. */
  wasRead(shown: Shown<C>): void {
    this.#lastRead = shown;
    this.#isOnScreen = false;
  }

  /** For the provider: the save that VS Code was asked for, or the reason it gave. */
  takeAttempt(): Attempt<I> | undefined {
    const attempt = this.#attempt ?? (this.#announced && { why: this.#announced });
    this.#attempt = undefined;
    this.#announced = undefined;
    return attempt;
  }

  /** For the provider: an undo may show an earlier text again. It is no longer a version to start from. */
  wasSaved(): void {
    this.#offered = undefined;
    this.#lastRead = undefined;
    this.outdate();
  }

  /** For the follower: VS Code is about to save. */
  saveAnnounced(why: SaveReason): void {
    this.#announced = why;
  }

  /** For the follower: by the time unsaved changes are reverted, what was offered may be outdated. */
  withdraw(): void {
    this.#offered = undefined;
  }

  isLastRead(text: string): boolean {
    return this.#lastRead !== undefined && sameOnScreen(this.#lastRead.text, text);
  }

  /** For the follower: what was read last, once it is on screen. VS Code may drop what it reads. */
  takeShown(text: string): C | undefined {
    if (this.#isOnScreen || !this.isLastRead(text)) return undefined;
    this.#isOnScreen = true;
    return this.#lastRead?.content;
  }
}
