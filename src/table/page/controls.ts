import { formatString } from '../../record/format.ts';
import { itemSources, stringValue } from '../../record/json.ts';
import type { CellKind, TableColumn, TableWords } from '../protocol.ts';
import { element } from './element.ts';
import { filled, textOrNothing, typedJson } from './values.ts';

/** What a cell is edited with. */
export interface Control {
  readonly element: HTMLElement;
  /** The value as JSON; exactly as it was, if nothing was typed. */
  json(): string | null;
  focus(): void;
}

/**
 * A text box that grows. Numbers and JSON are edited as they are written, and so is a text with line ends other than line
 * feeds, which a box does not keep.
 */
export function textControl(type: CellKind, column: TableColumn, raw: string | null, initial?: string): Control {
  const text = textOrNothing(raw);
  const kind = type === 'text' && text.includes('\r') && initial === undefined ? 'json' : type;
  const before = kind === 'text' || raw === null || raw === 'null' ? text : raw;
  const box = element('textarea', { rows: 1, value: initial ?? before, spellcheck: false, dir: 'auto' });
  return {
    element: box,
    json: () => (box.value === before ? raw : typedJson(kind, column, box.value)),
    focus() {
      box.focus();
      box.setSelectionRange(initial === undefined ? 0 : box.value.length, box.value.length);
    },
  };
}

const valuesId = 'values';

/** An input for each item, and one more for the next. Items that an input can't show, as numbers, stay as they are. */
export function listControl(raw: string | null, words: TableWords): Control {
  const sources = itemSources(raw ?? '');
  const list = element('div', { className: 'list', role: 'group' });
  const options = element('datalist', { id: valuesId });
  const inputs = () => [...list.querySelectorAll('input')];
  const add = (source?: string): HTMLInputElement => {
    const text = source?.startsWith('"') ? stringValue(source) : undefined;
    const isText = source === undefined || (text !== undefined && !/[\r\n]/.test(text));
    const value = isText ? (text ?? '') : source;
    const input = element('input', { type: 'text', value, readOnly: !isText, spellcheck: false, dir: 'auto' });
    input.setAttribute('list', valuesId);
    if (source !== undefined) Object.assign(input.dataset, { source, value });
    list.append(input);
    return input;
  };
  /** There is always one empty input at the end. */
  const label = () => {
    const end = inputs().at(-1);
    if (end?.value !== '' || end.dataset.source !== undefined) add();
    for (const [at, input] of inputs().entries()) input.ariaLabel = filled(words.item, at + 1);
    const last = inputs().at(-1);
    if (last) Object.assign(last, { ariaLabel: words.newItem, placeholder: words.newItem });
  };
  // An input shows no line ends, so one that nobody can type into is not compared.
  const itemJson = ({ value, dataset, readOnly }: HTMLInputElement) =>
    dataset.source !== undefined && (readOnly || dataset.value === value) ? dataset.source : formatString(value);
  for (const source of sources) add(source);
  label();
  list.addEventListener('input', label);
  list.addEventListener('keydown', (event) => {
    const at = inputs().indexOf(event.target as HTMLInputElement);
    const input = inputs()[at];
    if (event.isComposing || !input) return;
    const isRemoval = event.key === 'Backspace' && input.value === '' && at > 0;
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key] ?? (isRemoval ? -1 : 0);
    const next = inputs()[at + step];
    if (step === 0 || !next || event.ctrlKey || event.metaKey || (event.key === 'Enter' && input.value === '')) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    if (!isRemoval || at === inputs().length - 1) return;
    input.remove();
    list.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return {
    element: element('div', {}, list, options, element('p', { className: 'hint' }, words.listHint)),
    json() {
      const items = inputs().filter(({ value, dataset }) => value !== '' || dataset.value === '');
      const isSame = items.length === sources.length && items.every((input, at) => itemJson(input) === sources[at]);
      return isSame ? raw : `[${items.map(itemJson).join(', ')}]`;
    },
    focus: () => inputs().at(-1)?.focus(),
  };
}

/** Offers what other records have in the items of a list. */
export function offerValues(values: readonly string[]): void {
  document.getElementById(valuesId)?.replaceChildren(...values.map((value) => element('option', { value })));
}
