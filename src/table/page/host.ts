import type { CellEdit, EditAnswer, PageMessage } from '../protocol.ts';
import type { Sorting } from './view.ts';

interface CellName {
  readonly id: number;
  readonly field: string;
}

/** What VS Code keeps while the page is away. */
export interface PageState {
  /** The record and field of the cursor, and of the other corner of the selection. */
  readonly active: CellName;
  readonly anchor: CellName;
  readonly top: number;
  readonly left: number;
  readonly sorting?: Sorting | undefined;
  readonly query: string;
  readonly isWrapped: boolean;
}

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
};

export const host = acquireVsCodeApi();

/** The answers that are waited for, by the number of the edit. */
const waiting = new Map<number, (answer: EditAnswer) => void>();
let lastEdit = 0;

export function send(cells: readonly CellEdit[], isOpen: boolean): Promise<EditAnswer> {
  lastEdit += 1;
  const number = lastEdit;
  host.postMessage({ type: 'edit', number, isOpen, cells: [...cells] });
  return new Promise((resolve) => waiting.set(number, resolve));
}

/** Edits that the user typed over are not answered. */
export function answered(edit: number, answer: EditAnswer): void {
  for (const [number, resolve] of waiting) {
    if (number > edit) continue;
    waiting.delete(number);
    resolve(number === edit ? answer : {});
  }
}
