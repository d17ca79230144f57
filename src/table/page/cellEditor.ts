import type { CellEdit, EditAnswer, TableColumn, TableWords } from '../protocol.ts';
import { type Control, listControl, textControl } from './controls.ts';
import { element } from './element.ts';
import { isText } from './keys.ts';
import { filled, kindOf } from './values.ts';

export interface EditedCell {
  readonly id: number;
  readonly column: TableColumn;
  readonly raw: string | null;
}

interface Open {
  readonly cell: EditedCell;
  readonly control: Control;
  /** What the text had when the cell was opened, or when the user was told that it has another value. */
  old: string | null;
  /** What was sent last. Undefined if nothing was typed. */
  last: string | null | undefined;
  /** While the value is on its way. One answer serves all who left the cell meanwhile. */
  leaving: Promise<void> | undefined;
  /** What was pressed since it is being left. It belongs to what comes next. */
  keys: KeyboardEvent[];
}

/** Where the cursor goes. `away`: the user went elsewhere. */
type Move = 'down' | 'right' | 'left' | 'stay' | 'away';

interface EditorParts {
  send(cell: CellEdit, isOpen: boolean): Promise<EditAnswer>;
  /** `keys`: what was pressed meanwhile. */
  closed(move: Move, keys: readonly KeyboardEvent[]): void;
}

/** The open cell. What is typed is sent with each key, so nothing is lost with the page. */
export class CellEditor {
  readonly element = element('div', { className: 'editor', hidden: true });
  readonly #message = element('p', { className: 'message', role: 'alert' });
  readonly #parts: EditorParts;
  #open: Open | undefined;

  constructor(parts: EditorParts) {
    this.#parts = parts;
    this.element.addEventListener('input', () => void this.#draft());
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.element.addEventListener('focusout', () => setTimeout(() => this.#left()));
  }

  get cell(): EditedCell | undefined {
    return this.#open?.cell;
  }

  open(cell: EditedCell, words: TableWords, initial?: string): void {
    const { column, raw, id } = cell;
    const kind = kindOf(column, raw);
    const control = kind === 'list' ? listControl(raw, words) : textControl(kind, column, raw, initial);
    const label = filled(words.cell, column.label, id);
    const field = control.element.matches('textarea') ? control.element : control.element.firstElementChild;
    field?.setAttribute('aria-label', label);
    this.#open = { cell, control, old: raw, last: undefined, leaving: undefined, keys: [] };
    this.#say(undefined);
    this.element.replaceChildren(control.element, this.#message);
    this.element.hidden = false;
    control.focus();
  }

  /** A key that was pressed in the grid belongs to what comes once the cell is left. */
  hold(event: KeyboardEvent): void {
    const isChord = (event.ctrlKey || event.metaKey) && !isText(event);
    if (!this.#open || event.isComposing || isChord) return;
    void this.commit('away');
    this.#keep(this.#open, event);
  }

  /** Writes what was typed. The cell stays open if it can't be written. */
  async commit(move: Move): Promise<void> {
    const open = this.#open;
    if (!open) return;
    open.leaving ??= this.#leave(open, move);
    await open.leaving;
  }

  /** `isGivenUp`: with the value from before. */
  async #leave(open: Open, move: Move, isGivenUp = false): Promise<void> {
    this.element.ariaBusy = 'true';
    const isRefused = await this.#send(open, isGivenUp ? open.old : open.control.json(), false);
    if (this.#open !== open) return;
    const isLeft = !this.element.contains(document.activeElement);
    if (isGivenUp || !isRefused) return this.#close(isLeft ? 'away' : move, open.keys);
    this.element.ariaBusy = 'false';
    open.leaving = undefined;
    open.keys = [];
    if (document.hasFocus()) open.control.focus();
  }

  /** A window without the focus keeps the cell open. */
  #left(): void {
    if (document.hasFocus() && !this.element.contains(document.activeElement)) void this.commit('away');
  }

  #close(move: Move, keys: readonly KeyboardEvent[] = []): void {
    this.#open = undefined;
    this.element.ariaBusy = 'false';
    this.element.hidden = true;
    this.element.replaceChildren();
    this.#parts.closed(move, keys);
  }

  async #draft(): Promise<void> {
    const open = this.#open;
    const text = open?.control.json() ?? null;
    if (open && !open.leaving && text !== open.last) await this.#send(open, text, true);
  }

  /** Whether the value was refused. */
  async #send(open: Open, text: string | null, isOpen: boolean): Promise<boolean> {
    const { id, column } = open.cell;
    if (text === open.old && open.last === undefined) return false;
    open.last = text;
    const { message, current } = await this.#parts.send({ id, field: column.field, old: open.old, text }, isOpen);
    if (this.#open === open && open.last === text) {
      this.#say(message);
      // The value was changed elsewhere. Leaving the cell once more, after the message, writes over it.
      if (current !== undefined && !isOpen) open.old = current;
    }
    return message !== undefined;
  }

  #say(message: string | undefined): void {
    this.#message.textContent = message ?? '';
    this.#message.hidden = message === undefined;
    const field = this.element.querySelector('textarea, input');
    if (field) field.ariaInvalid = String(message !== undefined);
  }

  #keep(open: Open, event: KeyboardEvent): void {
    open.keys.push(event);
    event.preventDefault();
    event.stopPropagation();
  }

  #pressed(event: KeyboardEvent): void {
    const open = this.#open;
    if (!open || event.isComposing) return;
    if (open.leaving) {
      this.#keep(open, event);
      return;
    }
    const isLineEnd = event.key === 'Enter' && (event.altKey || event.shiftKey);
    const moves: Readonly<Record<string, Move>> = { Enter: 'down', Tab: event.shiftKey ? 'left' : 'right' };
    const move = moves[event.key];
    if (!move && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    // The only way that the box's own undo knows of.
    if (isLineEnd) document.execCommand('insertText', false, '\n');
    else if (move) void this.commit(move);
    else open.leaving = this.#leave(open, 'stay', true);
  }
}
