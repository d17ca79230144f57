import type { CellMark, TableColumn, TableRow, TableWords } from '../protocol.ts';
import { element, spoken } from './element.ts';
import { cellText, itemTexts, kindOf } from './values.ts';
import type { View } from './view.ts';

/** More is not seen on one line. */
const [longestLine, longestWrapped] = [300, 3_000];

export function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

export function rowElement(view: View, at: number, row: TableRow, words: TableWords, isWrapped: boolean): HTMLElement {
  const cells = view.columns.map((column, index) => {
    const cell = cellElement(column, row.cells[index] ?? null, isWrapped, words);
    markCell(cell, row.marks[index], words);
    if (index === 0 && row.status !== '') cell.append(' ', element('span', { className: 'status' }, row.status));
    cell.id = cellId(at, index);
    cell.ariaColIndex = String(index + 1);
    cell.dataset.column = String(index);
    if (row.isLocked || index === 0 || row.cut.includes(index)) cell.ariaReadOnly = 'true';
    return cell;
  });
  const made = element('div', { className: row.isLocked ? 'row locked' : 'row', role: 'row' }, ...cells);
  made.ariaRowIndex = String(at + 2);
  made.dataset.index = String(at);
  return made;
}

function cellElement(column: TableColumn, raw: string | null, isWrapped: boolean, words: TableWords): HTMLElement {
  const kind = kindOf(column, raw);
  const role = column.field === 'id' ? 'rowheader' : 'gridcell';
  const properties = { className: `cell ${kind}`, role, dir: 'auto' };
  if (raw === null) {
    const missing = element('span', { className: 'none', ariaHidden: 'true' }, '–');
    return element('div', properties, missing, spoken(words.missing));
  }
  if (raw === 'null') return element('div', properties, element('span', { className: 'none' }, raw));
  if (kind === 'flag') {
    const box = element('span', { ariaHidden: 'true' }, raw === 'true' ? '☑' : '☐');
    return element('div', properties, box, spoken(raw));
  }
  if (kind === 'list') {
    const items = itemTexts(raw).map((item) => element('span', { className: 'item' }, item.slice(0, longestLine)));
    return element('div', properties, ...items.flatMap((item) => [item, ' ']));
  }
  const text = cellText(raw).slice(0, isWrapped ? longestWrapped : longestLine);
  return element('div', properties, isWrapped ? text : text.replace(/\s+/g, ' '));
}

function markCell(cell: HTMLElement, mark: CellMark | undefined, words: TableWords): void {
  if (!mark) return;
  const { change, problems } = mark;
  const isProblem = problems.length > 0;
  cell.classList.toggle('changed', change !== undefined);
  cell.classList.toggle('problem', isProblem);
  const said = [change && words[change], isProblem && words.problem].filter(Boolean).join(', ');
  cell.prepend(element('span', { className: 'mark', ariaHidden: 'true' }, isProblem ? '⚠' : '●'), spoken(`${said} `));
  if (isProblem) cell.setAttribute('aria-description', problems.join(' '));
}

export function headerElement(view: View): HTMLElement {
  const { sorting } = view;
  const cells = view.columns.map(({ field, label }, column) => {
    const cell = element('div', { className: 'cell', role: 'columnheader', title: field }, label);
    const isSorted = sorting?.field === field;
    cell.id = cellId(-1, column);
    cell.ariaColIndex = String(column + 1);
    cell.ariaSort = isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none';
    cell.dataset.column = String(column);
    if (isSorted) cell.append(element('span', { ariaHidden: 'true' }, sorting.isDescending ? ' ▼' : ' ▲'));
    return cell;
  });
  const row = element('div', { className: 'row header', role: 'row' }, ...cells);
  row.ariaRowIndex = '1';
  row.dataset.index = '-1';
  return row;
}
