import { turns } from '../workbench/scheduling.ts';
import type { CellEdit, EditAnswer } from './protocol.ts';

interface OpenCellParts {
  /** `isFirst`: the text has the value from before. */
  write(cell: CellEdit, isFirst: boolean): Promise<EditAnswer>;
  answer(number: number, answer: EditAnswer): void;
}

interface Draft {
  /** As the page opened it. */
  readonly cell: CellEdit;
  written: string | null;
  wanted: string | null;
  number: number;
  lastWrite: number;
}

const pauseMs = 500;

export type OpenCell = ReturnType<typeof openCell>;

/**
 * The cell that is open in a table. What is typed there is written into the text at once, so that saving, hot exit and
 * other editors see it; then twice a second, and at once when the cell or the table is left or a save begins.
 */
export function openCell({ write, answer }: OpenCellParts) {
  const inTurn = turns();
  let typed: Draft | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = (now = typed): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(async () => {
      if (!now) return;
      const { cell, written, wanted, number } = now;
      const edit = { ...cell, old: written, text: wanted };
      const answered = await write(edit, written === cell.old);
      now.lastWrite = Date.now();
      if (answered.message === undefined) {
        now.written = wanted;
        return answer(number, answered);
      }
      // What was typed meanwhile is refused as well. The page goes on from what the text has.
      if (typed === now) typed = undefined;
      answer(now.number, answered);
    });
  };

  return {
    /** Resolves when all that was typed so far is written. */
    flush,
    /** Writes what was typed. The next page knows nothing of it. */
    async leave(): Promise<void> {
      const written = flush();
      typed = undefined;
      await written;
    },
    /** Runs a task when all that was typed so far is written. What is typed or flushed later waits for it. */
    behind(task: () => Promise<void>): Promise<void> {
      void flush();
      return inTurn(task);
    },
    /** Another value of the cell. Not for one that can't be written. */
    async type(cell: CellEdit, number: number, isOpen: boolean): Promise<void> {
      const isSame = typed?.cell.id === cell.id && typed.cell.field === cell.field && typed.cell.old === cell.old;
      if (!isSame) void flush();
      const now = isSame && typed ? typed : { cell, written: cell.old, wanted: cell.text, number, lastWrite: 0 };
      typed = Object.assign(now, { wanted: cell.text, number });
      const wait = now.lastWrite + pauseMs - Date.now();
      if (isOpen && wait > 0) {
        timer ??= setTimeout(flush, wait);
        return;
      }
      if (!isOpen) typed = undefined;
      await flush(now);
    },
  };
}
