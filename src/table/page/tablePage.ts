import type { CellEdit, HostMessage } from '../protocol.ts';
import { CellEditor } from './cellEditor.ts';
import { copyCells, pasteEdits } from './clipboard.ts';
import { offerValues } from './controls.ts';
import { element } from './element.ts';
import { Grid } from './grid.ts';
import { answered, host, type PageState, send } from './host.ts';
import { isText, keepBoxKeys, placeOf, tableKeys } from './keys.ts';
import { detailOf, placeAt } from './overlays.ts';
import { toolbar } from './toolbar.ts';
import { filled, kindOf } from './values.ts';
import { type Place, View } from './view.ts';

const view = new View(document.documentElement.lang);
const grid = new Grid(view);
const detail = element('div', { className: 'detail', hidden: true });
let shown: Pick<HostMessage & { type: 'show' }, 'words' | 'state'> | undefined;

const editor = new CellEditor({
  send: (cell, isOpen) => send([cell], isOpen),
  closed(move, keys) {
    if (move === 'away') drawOverlays();
    else focusGrid();
    const { row, column } = grid.active;
    if (move === 'down') grid.moveTo({ row: row + 1, column });
    else if (move === 'left' || move === 'right') grid.moveTo({ row, column: column + (move === 'right' ? 1 : -1) });
    // Who went to another cell has left behind what was pressed in this one.
    const isInGrid = document.activeElement === grid.element;
    const left = move === 'away' ? keys.filter(({ target }) => isInGrid && target === grid.element) : keys;
    for (const key of left) pressAgain(key);
  },
});

/** A key that a page presses types nothing by itself. */
function pressAgain(key: KeyboardEvent): void {
  const target = document.activeElement ?? grid.element;
  const isUnhandled = target.dispatchEvent(new KeyboardEvent(key.type, key));
  const deletion = { Backspace: 'delete', Delete: 'forwardDelete' }[key.key];
  if (!isUnhandled || (!deletion && !isText(key))) return;
  document.execCommand(deletion ?? 'insertText', false, key.key);
}

/** While this page waited, VS Code may have opened a pick, which would lose the focus to the page. */
function focusGrid(): void {
  if (document.hasFocus()) grid.element.focus();
}

const bar = toolbar({
  filter(query) {
    view.query = query;
    arrange();
    if (shown) bar.say(query === '' ? '' : filled(shown.words.shown, view.length, view.rows.length));
  },
  find(text, step) {
    const places = view.find(text);
    const next = view.next(places, grid.active, step);
    if (next) grid.moveTo(next);
    const { found = '', notFound = '' } = shown?.words ?? {};
    bar.say(next ? filled(found, places.indexOf(next) + 1, places.length) : text === '' ? '' : notFound);
  },
  findClosed: focusGrid,
  wrap() {
    grid.isWrapped = !grid.isWrapped;
    showState();
  },
  openJson: () => host.postMessage({ type: 'asJson' }),
});

async function edit(initial?: string): Promise<void> {
  // One that can't be left keeps its text, and stays open.
  if (editor.cell) await editor.commit('away');
  if (editor.cell) return;
  const row = view.row(grid.active.row);
  const column = view.columns[grid.active.column];
  if (!row || !column || !shown || !view.canEdit(grid.active)) return;
  const raw = view.raw(grid.active);
  const kind = kindOf(column, raw);
  if (kind === 'flag') {
    if (initial === undefined) void write([view.edit(grid.active, raw === 'true' ? 'false' : 'true')]);
    return;
  }
  editor.open({ id: row.id, column, raw }, shown.words, initial);
  if (kind === 'list') host.postMessage({ type: 'values', field: column.field });
  drawOverlays();
}

/** Writes values into cells, as one edit. */
async function write(edits: readonly (CellEdit | undefined)[]): Promise<void> {
  const wanted = edits.filter((one) => one !== undefined);
  if (wanted.length > 0) bar.say((await send(wanted, false)).message ?? '');
}

function sort(column: number): void {
  const { field = '', label = '' } = view.columns[column] ?? {};
  const { sorting } = view;
  const isThis = sorting?.field === field;
  view.sorting = isThis && sorting.isDescending ? undefined : { field, isDescending: isThis };
  arrange();
  const { ascending = '', descending = '', unsorted = '' } = shown?.words ?? {};
  bar.say(view.sorting ? filled(isThis ? descending : ascending, label) : unsorted);
}

keepBoxKeys(() => host.postMessage({ type: 'save' }));
tableKeys(view, grid, {
  enter() {
    const { row, column } = grid.active;
    const { id } = view.row(row) ?? {};
    if (row < 0) sort(column);
    else if (column === 0 && id) host.postMessage({ type: 'open', id });
    else void edit();
  },
  type: () => void edit(''),
  clear() {
    void write(grid.places().map((place) => view.cleared(place)));
  },
  actions() {
    const id = view.row(grid.active.row)?.id;
    const field = view.columns[grid.active.column]?.field;
    if (id && field !== undefined) host.postMessage({ type: 'actions', id, field });
  },
  find: () => bar.openFind(),
  problem(step) {
    const next = view.next(view.problems(), grid.active, step);
    if (next) grid.moveTo(next);
  },
});

grid.element.addEventListener('keydown', (event) => editor.hold(event), { capture: true });
grid.element.addEventListener('mousedown', (event) => {
  const place = placeOf(event);
  if (place) grid.moveTo(place, event.shiftKey);
});
grid.element.addEventListener('mousemove', (event) => {
  const place = event.buttons === 1 ? placeOf(event) : undefined;
  if (place && place.row >= 0) grid.moveTo(place, true);
});
grid.element.addEventListener('click', (event) => {
  const place = placeOf(event);
  if (place?.row === -1) sort(place.column);
});
grid.element.addEventListener('dblclick', (event) => {
  const place = placeOf(event);
  const id = place && view.row(place.row)?.id;
  if (place?.column === 0 && id) host.postMessage({ type: 'open', id });
  else if (place && place.row >= 0) void edit();
});
/** Not in a text box, and not at a header. */
const isAtCells = () => document.activeElement === grid.element && grid.active.row >= 0;
document.addEventListener('copy', (event) => {
  if (!isAtCells() || !event.clipboardData || !shown) return;
  event.preventDefault();
  if (!copyCells(view, grid.selection(), event.clipboardData)) bar.say(shown.words.tooLong);
});
document.addEventListener('paste', (event) => {
  if (!isAtCells() || !event.clipboardData || !shown) return;
  event.preventDefault();
  const edits = pasteEdits(view, grid.selection(), event.clipboardData);
  if (edits) void write(edits);
  else bar.say(shown.words.pasteRefused);
});

function arrange(): void {
  view.arrange();
  if (shown) grid.arrange(shown.words);
}

function drawOverlays(): void {
  const cell = grid.cellAt(grid.active);
  const row = view.row(grid.active.row);
  const lines = cell && row && shown && !editor.cell ? detailOf(row, grid.active.column, cell, shown.words) : [];
  detail.replaceChildren(...lines);
  detail.hidden = lines.length === 0 || document.activeElement !== grid.element;
  placeAt(detail, cell, 'beside');
  const edited = editor.cell;
  if (edited) placeAt(editor.element, grid.cellAt(view.placeOf(edited.id, edited.column.field)), 'over');
}

let selection = '';

/** Tells the host what is selected, and VS Code what to show again after the page was away. */
function remember(): void {
  const nameOf = ({ row, column }: Place) => ({
    id: view.row(row)?.id ?? 0,
    field: view.columns[column]?.field ?? 'id',
  });
  const active = nameOf(grid.active);
  const { id } = active;
  const { scrollTop: top, scrollLeft: left } = grid.scroller;
  const { query, sorting } = view;
  const anchor = nameOf(grid.anchor);
  host.setState({ active, anchor, top, left, sorting, query, isWrapped: grid.isWrapped });
  // Commands act on what is seen.
  const { rows, isRange } = grid.selection();
  const [first, last] = isRange ? rows : [0, view.length - 1];
  const isAll = !isRange && query === '';
  const ids = view.ids(first, last);
  const message = { type: 'select', id, ...(!isAll && { ids }) } as const;
  if (selection === JSON.stringify(message)) return;
  selection = JSON.stringify(message);
  host.postMessage(message);
}

function showState(): void {
  if (!shown) return;
  view.isReadOnly = shown.state.isReadOnly || shown.state.error !== undefined;
  grid.element.ariaReadOnly = String(view.isReadOnly);
  bar.show(shown.words, shown.state, grid.isWrapped, view.query);
}

/** Before the page went away, or before rows came or went. */
function restore({ active, anchor, top, left }: PageState): void {
  const places = [anchor, active].map(({ id, field }) => view.placeOf(id, field));
  // If its record is gone, the cursor stays where it is.
  if (places.every(({ row }) => row >= 0)) for (const [at, place] of places.entries()) grid.moveTo(place, at > 0);
  Object.assign(grid.scroller, { scrollTop: top, scrollLeft: left });
}

function receive(message: HostMessage): void {
  switch (message.type) {
    case 'answer':
      answered(message.edit, message);
      break;
    case 'values':
      offerValues(message.values);
      break;
    case 'show': {
      // Drawing changes it.
      const state = host.getState();
      shown = message;
      view.show(message.columns, message.rows);
      grid.arrange(message.words);
      if (state) restore(state);
      showState();
      performance.mark('rows');
      break;
    }
    case 'update':
      if (!shown) break;
      shown = { ...shown, state: message.state };
      view.update(message.rows);
      grid.refresh();
      showState();
  }
}

const restored = host.getState();
if (restored) {
  view.query = restored.query;
  view.sorting = restored.sorting;
  grid.isWrapped = restored.isWrapped;
}
document.querySelector('main')?.append(bar.element, grid.scroller, detail, editor.element);
grid.mount();
grid.onDraw = () => {
  drawOverlays();
  remember();
};
// VS Code gives the focus to the page. Its keys are those of the grid.
window.addEventListener('focus', () => document.activeElement === document.body && focusGrid());
focusGrid();
grid.element.addEventListener('focus', drawOverlays);
grid.element.addEventListener('blur', drawOverlays);
window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => receive(data));
performance.mark('ready');
host.postMessage({ type: 'ready' });
