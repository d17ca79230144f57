import type { TableState, TableWords } from '../protocol.ts';
import { element } from './element.ts';
import type { Step } from './view.ts';

interface ToolbarActions {
  filter(query: string): void;
  /** To the next cell with this text, or the one before; 0: the cell with the cursor may be it. */
  find(text: string, step: Step): void;
  findClosed(): void;
  wrap(): void;
  openJson(): void;
}

/** The lines above the grid: what the lens says, the filter, the find box, and why the rows may be outdated. */
export function toolbar(actions: ToolbarActions) {
  const summary = element('span', { role: 'status' });
  const filter = element('input', { type: 'search' });
  const find = element('input', { type: 'search', hidden: true });
  const count = element('span', { className: 'count', role: 'status' });
  const wrap = element('button', { type: 'button' });
  const json = element('button', { type: 'button' });
  const reason = element('span', {});
  const notice = element('p', { className: 'notice', role: 'alert', hidden: true }, reason, ' ', json);

  filter.addEventListener('input', () => actions.filter(filter.value));
  find.addEventListener('input', () => actions.find(find.value, 0));
  find.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return actions.find(find.value, event.shiftKey ? -1 : 1);
    find.hidden = true;
    actions.findClosed();
  });
  wrap.addEventListener('click', actions.wrap);
  json.addEventListener('click', actions.openJson);

  return {
    element: element(
      'header',
      {},
      element('h1', {}, summary),
      element('div', { className: 'tools' }, count, find, filter, wrap),
      notice,
    ),
    show(words: TableWords, { summary: text, error }: TableState, isWrapped: boolean, query: string) {
      if (summary.textContent !== text) summary.textContent = text;
      Object.assign(filter, { placeholder: words.filter, ariaLabel: words.filter });
      if (filter.value !== query) filter.value = query;
      Object.assign(find, { placeholder: words.find, ariaLabel: words.find });
      wrap.textContent = words.wrap;
      wrap.ariaPressed = String(isWrapped);
      json.textContent = words.openJson;
      reason.textContent = error ?? '';
      notice.hidden = error === undefined;
    },
    /** What the last filter, sort or search did. */
    say(text: string) {
      count.textContent = text;
    },
    openFind() {
      find.hidden = false;
      find.focus();
      find.select();
    },
  };
}
