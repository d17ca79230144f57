import type { HostMessage, PageMessage, PageState } from '../protocol.ts';
import { recordRenderer } from './recordElements.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  setState(state: PageState): void;
};

const host = acquireVsCodeApi();
const main = document.querySelector('main');
const render = recordRenderer();

function show({ model, words }: HostMessage): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field;
  main?.replaceChildren(...render(model, words));
  host.setState({ record: model.record, locked: model.locked === true });
  if (focused !== undefined) focusField(focused);
}

/** Replacing the elements loses the focus, also of one that is kept. */
function focusField(name: string): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')];
  const field = fields.find(({ dataset }) => dataset.field === name);
  field?.querySelector<HTMLElement>('button.go')?.focus({ preventScroll: true });
}

window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
  if (data.type === 'show') show(data);
});

function messageFor(target: Element): PageMessage | undefined {
  const link = target.closest('a');
  if (link) return { type: 'openLink', address: link.href };
  if (target.closest('[data-action=loadPicture]')) return { type: 'loadPicture' };
  const field = target.closest<HTMLElement>('[data-field]')?.dataset.field;
  const selecting = !target.closest('button') && getSelection()?.isCollapsed === false;
  if (field === undefined || selecting) return undefined;
  const item = target.closest<HTMLElement>('[data-item]')?.dataset.item;
  return item === undefined ? { type: 'reveal', field } : { type: 'reveal', field, item: Number(item) };
}

document.addEventListener('click', (event) => {
  const message = event.target instanceof Element ? messageFor(event.target) : undefined;
  if (!message) return;
  event.preventDefault();
  event.stopPropagation();
  host.postMessage(message);
});

host.postMessage({ type: 'ready' });
