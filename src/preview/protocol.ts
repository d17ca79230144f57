import { isObject } from '../record/valueShapes.ts';

/** The messages between the extension and the preview's page. Both sides parse what arrives. */

const showKinds = ['title', 'text', 'list', 'markdown', 'addresses', 'picture', 'pictureOffer'] as const;
const changeKinds = ['changed', 'added', 'removed'] as const;

export interface PreviewField {
  readonly name: string;
  readonly label: string;
  /** What a click on the label does. */
  readonly goTo: string;
  readonly show: (typeof showKinds)[number];
  /** No item if the field is empty. */
  readonly texts: readonly string[];
  readonly change?: (typeof changeKinds)[number];
  readonly problems: readonly string[];
  /** What the reader should know about the value, such as that it is cut. */
  readonly note?: string;
}

export interface PreviewGroup {
  readonly heading: string;
  readonly fields: readonly PreviewField[];
}

export interface PreviewModel {
  /** The record's URI, so that a restored page knows what it showed. */
  readonly record: string;
  readonly heading: string;
  /** Whether the preview stays with this record. */
  readonly locked?: boolean;
  /** Why this differs from the text in the editor. */
  readonly notice?: string;
  readonly groups: readonly PreviewGroup[];
}

const pageWordNames = [
  'untitled',
  'changed',
  'added',
  'removed',
  'removedValue',
  'emptyValue',
  'thumbnail',
  'imageFailed',
  'loadImage',
  'problems',
] as const;

/** The page's own words in the user's language. */
export type PageWords = Readonly<Record<(typeof pageWordNames)[number], string>>;

export type HostMessage = { readonly type: 'show'; readonly model: PreviewModel; readonly words: PageWords };

export type PageMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'loadPicture' }
  | { readonly type: 'reveal'; readonly field: string; readonly item?: number }
  | { readonly type: 'openLink'; readonly address: string };

/** The state that VS Code keeps for a restored page. */
export interface PageState {
  readonly record: string;
  readonly locked: boolean;
}

export function parsePageMessage(data: unknown): PageMessage | undefined {
  if (!isObject(data)) return undefined;
  if (data.type === 'ready' || data.type === 'loadPicture') return { type: data.type };
  if (data.type === 'reveal' && typeof data.field === 'string') {
    const { field, item } = data;
    return Number.isSafeInteger(item) ? { type: 'reveal', field, item: item as number } : { type: 'reveal', field };
  }
  if (data.type === 'openLink' && typeof data.address === 'string') return { type: 'openLink', address: data.address };
  return undefined;
}

export function parsePageState(data: unknown): PageState | undefined {
  if (!isObject(data) || typeof data.record !== 'string') return undefined;
  return { record: data.record, locked: data.locked === true };
}

export function parseHostMessage(data: unknown): HostMessage | undefined {
  if (!isObject(data) || data.type !== 'show' || !isModel(data.model) || !isWords(data.words)) return undefined;
  return { type: 'show', model: data.model, words: data.words };
}

function isWords(data: unknown): data is PageWords {
  return isObject(data) && pageWordNames.every((name) => typeof data[name] === 'string');
}

function isModel(data: unknown): data is PreviewModel {
  return (
    isObject(data) &&
    typeof data.record === 'string' &&
    typeof data.heading === 'string' &&
    (data.locked === undefined || typeof data.locked === 'boolean') &&
    isOptionalText(data.notice) &&
    isListOf(data.groups, isGroup)
  );
}

function isGroup(data: unknown): data is PreviewGroup {
  return isObject(data) && typeof data.heading === 'string' && isListOf(data.fields, isField);
}

function isField(data: unknown): data is PreviewField {
  return (
    isObject(data) &&
    typeof data.name === 'string' &&
    typeof data.label === 'string' &&
    typeof data.goTo === 'string' &&
    isOneOf(data.show, showKinds) &&
    isListOf(data.texts, isText) &&
    (data.change === undefined || isOneOf(data.change, changeKinds)) &&
    isListOf(data.problems, isText) &&
    isOptionalText(data.note)
  );
}

function isText(data: unknown): data is string {
  return typeof data === 'string';
}

function isOptionalText(data: unknown): data is string | undefined {
  return data === undefined || typeof data === 'string';
}

function isOneOf<T>(data: unknown, values: readonly T[]): data is T {
  return values.some((value) => value === data);
}

function isListOf<T>(data: unknown, is: (item: unknown) => item is T): data is readonly T[] {
  return Array.isArray(data) && data.every(is);
}
