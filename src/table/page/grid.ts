import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { TableRow, TableWords } from '../protocol.ts';
import { cellId, headerElement, rowElement } from './cells.ts';
import { element } from './element.ts';
import { cellText } from './values.ts';
import type { CellRange, Place, View } from './view.ts';

interface Drawn {
  readonly row: TableRow;
  readonly element: HTMLElement;
}

const rowHeight = 26;
const sampleRows = 200;
const widest = 48;
/** The ID has the state of the row beside it. */
const idWidth = 20;
/** Of a mark and the padding. */
const markWidth = 5;
/** In em, so that a bold header has the width of its column. */
const characterWidth = 0.56;

/** Draws the rows that are on screen, the cursor and the selection. It has one tab stop: the focus stays on the grid. */
export class Grid {
  readonly scroller = element('div', { className: 'scroller' });
  readonly element = element('div', { className: 'grid', role: 'grid', tabIndex: 0, ariaMultiSelectable: 'true' });
  readonly #head = element('div', { className: 'head', role: 'rowgroup' });
  readonly #body = element('div', { className: 'body', role: 'rowgroup' });
  readonly #view: View;
  readonly #virtual: Virtualizer<HTMLElement, HTMLElement>;
  #drawn = new Map<number, Drawn>();
  #words: TableWords | undefined;
  #isWrapped = false;
  active: Place = { row: 0, column: 0 };
  /** The other corner of the selection. */
  anchor: Place = this.active;
  /** After what is drawn has moved. */
  onDraw: () => void = () => {};

  constructor(view: View) {
    this.#view = view;
    this.element.append(this.#head, this.#body);
    this.scroller.append(this.element);
    this.#virtual = new Virtualizer<HTMLElement, HTMLElement>(this.#options());
  }

  /** Once it is in the page. */
  mount(): void {
    this.#virtual._didMount();
    this.#virtual._willUpdate();
  }

  get isWrapped(): boolean {
    return this.#isWrapped;
  }
  set isWrapped(isWrapped: boolean) {
    this.#isWrapped = isWrapped;
    this.element.classList.toggle('wrapped', isWrapped);
    this.#drawn.clear();
    this.#virtual.measure();
    this.refresh();
  }

  /** Other columns, words or another order. */
  arrange(words: TableWords): void {
    this.#words = words;
    this.element.ariaLabel = words.table;
    this.element.ariaColCount = String(this.#view.columns.length);
    const isTitled = this.#view.columns[1]?.field === 'title';
    const widths = this.#view.columns.map((_, column) => `${this.#widthOf(column) * characterWidth}em`);
    const columns = widths.map((width, at) => (isTitled && at === 1 ? `minmax(${width}, 1fr)` : width));
    this.element.style.setProperty('--columns', columns.join(' '));
    this.scroller.style.setProperty('--first', widths[0] ?? '0px');
    this.scroller.style.setProperty('--frozen', `calc(${widths.slice(0, isTitled ? 2 : 1).join(' + ')})`);
    this.element.classList.toggle('titled', isTitled);
    this.#head.replaceChildren(headerElement(this.#view));
    this.#drawn.clear();
    this.refresh();
  }

  /** Draws what is different now. */
  refresh(): void {
    if (!this.#words) return;
    this.element.ariaRowCount = String(this.#view.length + 1);
    this.active = this.#clamped(this.active);
    this.anchor = this.#clamped(this.anchor);
    this.#virtual.setOptions(this.#options());
    this.#virtual._willUpdate();
    this.#draw();
  }

  moveTo(place: Place, isExtending = false): void {
    this.active = this.#clamped(place);
    if (!isExtending) this.anchor = this.active;
    if (this.active.row >= 0) this.#virtual.scrollToIndex(this.active.row, { align: 'auto' });
    this.#draw();
    // Beside the columns that stay in sight, which are the padding of the scroller.
    const isFrozen = this.active.column < (this.element.classList.contains('titled') ? 2 : 1);
    if (!isFrozen) this.cellAt(this.active)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** The rows and columns of the selection. */
  selection(): CellRange & { readonly isRange: boolean } {
    const [one, other] = [this.active, this.anchor];
    const rows = [Math.max(0, Math.min(one.row, other.row)), Math.max(one.row, other.row)] as const;
    const columns = [Math.min(one.column, other.column), Math.max(one.column, other.column)] as const;
    return { rows, columns, isRange: one.row !== other.row || one.column !== other.column };
  }

  /** The cells of the selection. */
  places(): Place[] {
    const { rows, columns } = this.selection();
    const [height, width] = [rows[1] - rows[0] + 1, columns[1] - columns[0] + 1];
    return Array.from({ length: height * width }, (_, at) => {
      return { row: rows[0] + Math.floor(at / width), column: columns[0] + (at % width) };
    });
  }

  cellAt({ row, column }: Place): HTMLElement | null {
    return document.getElementById(cellId(row, column));
  }

  /** How many rows fit the screen. */
  get page(): number {
    return Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 2);
  }

  #options() {
    return {
      count: this.#view.length,
      getScrollElement: () => this.scroller,
      estimateSize: () => rowHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      overscan: 20,
      scrollMargin: rowHeight,
      scrollPaddingStart: rowHeight,
      onChange: () => this.#draw(),
      // The row with the cursor is always drawn: it has the open cell, and screen readers follow it.
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const { row } = this.active;
        const shown = defaultRangeExtractor(range);
        return row < 0 || shown.includes(row) ? shown : [...shown, row].sort((one, other) => one - other);
      },
    };
  }

  #draw(): void {
    const words = this.#words;
    if (!words) return;
    const items = this.#virtual.getVirtualItems();
    this.#body.style.height = `${this.#virtual.getTotalSize()}px`;
    const drawn = new Map<number, Drawn>();
    for (const { index, start } of items) {
      const row = this.#view.row(index);
      if (!row) continue;
      const last = this.#drawn.get(index);
      const made =
        last?.row === row ? last : { row, element: rowElement(this.#view, index, row, words, this.isWrapped) };
      made.element.style.transform = `translateY(${start - rowHeight}px)`;
      drawn.set(index, made);
    }
    const last = this.#drawn;
    this.#drawn = drawn;
    if (drawn.size !== this.#body.childElementCount || [...drawn.keys()].some((at) => !last.has(at))) {
      this.#body.replaceChildren(...[...drawn.values()].map((one) => one.element));
    } else {
      for (const [at, one] of drawn) if (last.get(at) !== one) last.get(at)?.element.replaceWith(one.element);
    }
    if (this.isWrapped) for (const one of drawn.values()) this.#virtual.measureElement(one.element);
    this.#paint();
    this.onDraw();
  }

  /** The cursor and the selection. */
  #paint(): void {
    const { rows, columns, isRange } = this.selection();
    for (const cell of this.element.querySelectorAll<HTMLElement>('.cell')) {
      const row = Number(cell.parentElement?.dataset.index);
      const column = Number(cell.dataset.column);
      const isActive = row === this.active.row && column === this.active.column;
      const isInside = rows[0] <= row && row <= rows[1] && columns[0] <= column && column <= columns[1];
      cell.classList.toggle('active', isActive);
      cell.classList.toggle('selected', isRange && isInside);
      const selected = String(isInside);
      if (row >= 0 && cell.ariaSelected !== selected) cell.ariaSelected = selected;
    }
    this.element.setAttribute('aria-activedescendant', cellId(this.active.row, this.active.column));
  }

  #clamped({ row, column }: Place): Place {
    const last = this.#view.length - 1;
    return {
      row: Math.max(-1, Math.min(row, last)),
      column: Math.max(0, Math.min(column, this.#view.columns.length - 1)),
    };
  }

  #widthOf(column: number): number {
    if (column === 0) return idWidth;
    const { label = '', kind, field } = this.#view.columns[column] ?? {};
    const narrowest = field === 'title' ? 30 : 10;
    const frame = kind === 'list' ? 4 : 0;
    const lengths = this.#view.rows.slice(0, sampleRows).map(({ cells }) => {
      const text = cellText(cells[column] ?? null);
      return text.length + markWidth + frame * text.split('\n').length;
    });
    return Math.min(widest, Math.max(narrowest, label.length + 6, ...lengths));
  }
}
