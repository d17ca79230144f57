import type * as vscode from 'vscode';
import type { RecordText } from '../record/text.ts';
import { turns } from '../workbench/scheduling.ts';
import { cursorPlaces } from './cursors.ts';
import { hasText, isUnsaved, openDocument, sameOnScreen, untilDocument } from './tabs.ts';

/**
 * Why a text is saved. `settled`: the service has everything, and VS Code is only to know it. `unexplained`: VS Code gave
 * no reason, as after the edits of a chat.
 */
export type SaveReason = 'manual' | 'automatic' | 'settled' | 'unexplained';

/** A text for VS Code to read, and what its owner knows it to be. */
export interface KnownText<C> {
  readonly text: string;
  readonly content: C;
}

/** Why a save was made, and what for if we asked VS Code for it. */
export interface Attempt<I> {
  readonly intent?: I | undefined;
  readonly why: SaveReason;
  /** What the owner's save threw. VS Code says only whether it failed. */
  failure?: unknown;
}

/** A save that VS Code is about to make: of this text, and what its changes are changes of. */
export interface AnnouncedSave<I, B> {
  readonly attempt: Attempt<I>;
  readonly text: string;
  /** Undefined while the owner does not know what its text was made from. */
  readonly basis: B | undefined;
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
 * One open text that is edited here and saved elsewhere. It knows what is offered to VS Code, what VS Code read last, the
 * time it sees and the save it announced. Its owner knows what the text means.
 */
export class VirtualFile<C, I, B> {
  readonly uri: vscode.Uri;
  readonly keepBases: FileSurroundings['keepBases'];
  readonly inTurn: FileSurroundings['inTurn'];
  /** For the provider: what VS Code last heard of whether it can be written. */
  isReportedLocked: boolean | undefined;
  /** For the follower: whether it had unsaved changes when it was last looked at. */
  wasUnsaved = false;
  /** For the follower: its document was closed. What still runs for it must not change a document opened later. */
  isClosed = false;
  /** For the follower: runs while its bases are looked for on disk. */
  recovery: Promise<void> | undefined;
  readonly #around: FileSurroundings;
  readonly #showInTurn = turns();
  readonly #saveInTurn = turns();
  #offered: KnownText<C> | undefined;
  #lastRead: KnownText<C> | undefined;
  #isOnScreen = false;
  #time = Date.now();
  #asked: Attempt<I> | undefined;
  #announced: AnnouncedSave<I, B> | undefined;

  constructor(uri: vscode.Uri, around: FileSurroundings) {
    this.uri = uri;
    this.#around = around;
    this.keepBases = around.keepBases;
    this.inTurn = around.inTurn;
  }

  get document(): vscode.TextDocument | undefined {
    return this.isClosed ? undefined : openDocument(this.uri);
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
  offer(next: KnownText<C>): void {
    this.#offered = next;
  }

  /**
   * Shows a text, unless there are unsaved changes. Resolves when it is on screen, with the cursors where they were. Texts
   * are shown one after the other, each made when it is its turn; undefined shows nothing.
   */
  show(make: () => KnownText<C> | undefined | Promise<KnownText<C>>): Promise<void> {
    return this.#showInTurn(async () => {
      const next = await make();
      if (next) await this.#show(next);
    });
  }

  async #show(next: KnownText<C>): Promise<void> {
    const { document } = this;
    // A document that is not open reads it when it is opened.
    if (!document) return this.offer(next);
    if (isUnsaved(document)) return;
    if (hasText(document, next.text)) {
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
    const isTaken = (open: vscode.TextDocument) => open.isDirty || hasText(open, next.text);
    await untilDocument(this.uri, isTaken, () => this.#around.announce());
    await restoreCursors?.();
  }

  /** VS Code has to read the file before it shows it again. */
  outdate(): void {
    this.#time = Math.max(Date.now(), this.#time + 1);
  }

  /**
   * Has VS Code save the document as the user would. The intent is for this save only. `isWritten`: VS Code had something
   * to save. It also calls a document saved that it considers clean.
   */
  save(intent?: I, why: SaveReason = 'manual') {
    return this.#saveInTurn(async () => {
      const attempt: Attempt<I> = { intent, why };
      this.#asked = attempt;
      try {
        const isSaved = (await this.document?.save()) ?? false;
        return { isSaved, isWritten: this.#asked !== attempt, failure: attempt.failure };
      } finally {
        // VS Code does not always save: the document may have nothing to save, or may be read-only.
        if (this.#asked === attempt) this.#asked = undefined;
      }
    });
  }

  /** For the provider: what is offered, once. */
  takeOffered(): KnownText<C> | undefined {
    const offered = this.#offered;
    this.#offered = undefined;
    if (offered) this.wasRead(offered);
    return offered;
  }

  /** For the provider: VS Code or a program gets this text. They can't be told apart. */
  wasRead(text: KnownText<C>): void {
    this.#lastRead = text;
    this.#isOnScreen = false;
  }

  /** For the provider: an undo may show an earlier text again. It is no longer a version to start from. */
  wasSaved(): void {
    this.#offered = undefined;
    this.#lastRead = undefined;
    this.outdate();
  }

  /** For the follower: VS Code is about to save. What we have asked for belongs to this save, and to no other. */
  saveAnnounced(why: SaveReason, text: string, basis: B | undefined): void {
    this.#announced = { attempt: this.#asked ?? { why }, text, basis };
    this.#asked = undefined;
  }

  /** For the provider: the save that VS Code announced. */
  takeAnnounced(): AnnouncedSave<I, B> | undefined {
    const announced = this.#announced;
    this.#announced = undefined;
    return announced;
  }

  /** What was offered may be outdated by the time VS Code reads it: unsaved changes are reverted, a tab is tried again. */
  withdraw(): void {
    this.#offered = undefined;
  }

  isLastRead(text: string): boolean {
    return this.#lastRead !== undefined && sameOnScreen(this.#lastRead.text, text);
  }

  /** For the follower: what was read last, once it is on screen. VS Code may drop what it reads. */
  takeOnScreen(text: string): C | undefined {
    if (this.#isOnScreen || !this.isLastRead(text)) return undefined;
    this.#isOnScreen = true;
    return this.#lastRead?.content;
  }
}
