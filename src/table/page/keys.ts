import type { Grid } from './grid.ts';
import type { Place, View } from './view.ts';

/** What keys and the mouse ask for. */
export interface TableActions {
  /** Opens the cell with the cursor, sorts by its header, or opens the record of its ID. */
  enter(): void;
  /** Opens the cell for a text that takes the place of its value. */
  type(): void;
  clear(): void;
  /** The quick fixes and other actions of the cell. */
  actions(): void;
  find(): void;
  /** To the next cell with a problem, or the one before. */
  problem(step: 1 | -1): void;
}

/** Handles the keys of the grid. VS Code gets only those that mean nothing here. */
export function tableKeys(view: View, grid: Grid, actions: TableActions): void {
  grid.element.addEventListener('keydown', (event) => {
    const place = placeAfter(event, view, grid);
    if (place) grid.moveTo(place, event.shiftKey);
    else if (!act(event, actions, view, grid)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * The keys that a text box has a meaning for stay in it: VS Code would undo in the document, or select all once more when
 * the user has typed on. Save goes the way of what is typed, after it: VS Code saves nothing if that is not written yet.
 */
export function keepBoxKeys(save: () => void): void {
  document.addEventListener('keydown', (event) => {
    const isBox = event.target instanceof Element && event.target.matches('input, textarea');
    const isChord = (event.ctrlKey || event.metaKey) && !event.altKey;
    const isSave = event.key === 's' && !event.shiftKey;
    if (!isBox || !isChord || !(isSave || /^[ayz]$/i.test(event.key))) return;
    event.stopPropagation();
    if (!isSave) return;
    event.preventDefault();
    save();
  });
}

function placeAfter(event: KeyboardEvent, view: View, grid: Grid): Place | undefined {
  const { row, column } = grid.active;
  const isFar = event.ctrlKey || event.metaKey;
  const [lastRow, lastColumn] = [view.length - 1, view.columns.length - 1];
  if (event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isFar ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isFar ? lastColumn : column + 1 };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn };
    case 'PageUp':
      return isFar ? undefined : { row: Math.max(0, row - grid.page), column };
    case 'PageDown':
      return isFar ? undefined : { row: row + grid.page, column };
  }
  return undefined;
}

/** Whether the key means something here. */
function act(event: KeyboardEvent, actions: TableActions, view: View, grid: Grid): boolean {
  const { key, shiftKey } = event;
  const isChord = event.ctrlKey || event.metaKey;
  if (event.isComposing) return false;
  if (isChord && key === '.') actions.actions();
  else if (isChord && key === 'f') actions.find();
  else if (isChord && key === 'a') selectAll(view, grid);
  else if (isText(event) && key !== ' ') {
    // The box that opens gets the key itself.
    actions.type();
    event.stopPropagation();
    return false;
  } else if (isChord || event.altKey) return false;
  else if (key === 'Enter' || key === 'F2' || key === ' ') actions.enter();
  else if (key === 'Delete' || key === 'Backspace') actions.clear();
  else if (key === 'F8') actions.problem(shiftKey ? -1 : 1);
  else return false;
  return true;
}

const isMac = /Mac/.test(navigator.platform);

/** Whether a key types its character: also with Option on macOS, and with AltGr, which Windows takes for Ctrl and Alt. */
export function isText(event: KeyboardEvent): boolean {
  if (event.key.length !== 1 || event.metaKey) return false;
  return event.getModifierState('AltGraph') || (!event.ctrlKey && (isMac || !event.altKey));
}

function selectAll(view: View, grid: Grid): void {
  grid.anchor = { row: 0, column: 0 };
  grid.moveTo({ row: view.length - 1, column: view.columns.length - 1 }, true);
}

/** The cell that an event is in. */
export function placeOf({ target }: Event): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
  const row = cell?.parentElement?.dataset.index;
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset.column) } : undefined;
}
