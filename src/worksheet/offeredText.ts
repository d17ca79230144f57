import type { RecordVersion } from '../service/client.ts';
import type { WorksheetRows } from './worksheetRows.ts';

/** A text of a worksheet, and the versions of the records that it shows. */
export interface Rendering {
  readonly text: string;
  readonly versions: ReadonlyMap<number, RecordVersion>;
  /** Where it is known without reading the text. */
  readonly rows?: WorksheetRows;
}

/** What VS Code reads of a worksheet next, and the time and size that it sees. */
export class OfferedText {
  #next: Rendering | undefined;
  #lastRead: Rendering | undefined;
  #mtime = Date.now();
  #size = 0;

  get mtime(): number {
    return this.#mtime;
  }
  /** If it changed with a version, VS Code would refuse to save unsaved changes over it. Only a save changes it. */
  get size(): number {
    return this.#size;
  }
  get text(): string | undefined {
    return this.#next?.text;
  }

  offer(rendering: Rendering): void {
    this.#next = rendering;
  }

  /** VS Code is to read what is offered. If the time changed while it already reads, it would read twice. */
  announce(): void {
    if (this.#next) this.#mtime = this.#laterTime();
  }

  /** There are unsaved changes. By the time they are reverted, what was offered may be outdated. */
  withdraw(): void {
    this.#next = undefined;
  }

  /** The text that was offered, once. */
  take(): string | undefined {
    if (!this.#next) return undefined;
    this.#lastRead = this.#next;
    this.#next = undefined;
    return this.#lastRead.text;
  }

  isLastRead(text: string): boolean {
    return this.#lastRead?.text === text;
  }

  /** What was read last, once it is what VS Code shows. */
  takeShown(textOnScreen: () => string): Rendering | undefined {
    const read = this.#lastRead;
    if (!read || !this.isLastRead(textOnScreen())) return undefined;
    this.#lastRead = undefined;
    return read;
  }

  /** VS Code considers this text saved. What was offered or read before is outdated. */
  written(text: string): void {
    this.#next = undefined;
    this.#lastRead = undefined;
    this.#size = Buffer.byteLength(text);
    this.#mtime = this.#laterTime();
  }

  #laterTime(): number {
    return Math.max(Date.now(), this.#mtime + 1);
  }
}
