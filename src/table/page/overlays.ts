import type { TableRow, TableWords } from '../protocol.ts';
import { element } from './element.ts';
import { cellText } from './values.ts';

/** Puts an element over a cell, or beside it: below, and above where there is no room. */
export function placeAt(overlay: HTMLElement, cell: HTMLElement | null, where: 'over' | 'beside'): void {
  if (!cell || overlay.hidden) return;
  const { top, bottom, left, width } = cell.getBoundingClientRect();
  const { style } = overlay;
  style.minWidth = where === 'over' ? `${width}px` : '';
  const isBelow =
    where === 'over' ? top + overlay.offsetHeight < innerHeight : bottom + overlay.offsetHeight < innerHeight;
  const start = where === 'over' ? top : bottom;
  style.top = isBelow ? `${start}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${innerHeight - (where === 'over' ? bottom : top)}px`;
  style.left = `${Math.max(0, Math.min(left, innerWidth - overlay.offsetWidth))}px`;
}

/** What the cell with the cursor does not show of itself: what is wrong, and the whole text, whose end may not fit. */
export function detailOf(row: TableRow, column: number, cell: HTMLElement, words: TableWords): HTMLElement[] {
  const raw = row.cells[column] ?? null;
  const { problems = [] } = row.marks[column] ?? {};
  const isCut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1;
  return [
    ...problems.map((problem) => element('p', {}, `⚠ ${problem}`)),
    ...(row.cut.includes(column) ? [element('p', {}, words.tooLong)] : []),
    ...(isCut ? [element('p', { className: 'whole', dir: 'auto' }, cellText(raw))] : []),
  ];
}
