import { shortened } from '../record/shortened.ts';
import { withoutSecrets } from './credential.ts';

/** What an error answer says, in the service's own words. */
export interface ErrorMessages {
  /** About the request as a whole. */
  readonly general: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

const MAX_FIELDS = 100;
const MAX_MESSAGES = 20;
const MAX_LENGTH = 500;
const MAX_LOOKED_AT = 100_000;
const MAX_DEPTH = 8;
const GENERAL_KEYS: ReadonlySet<string> = new Set(['detail', 'non_field_errors']);
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export function errorMessages(text: string, secrets: readonly string[]): ErrorMessages {
  const value = parseOrUndefined(text);
  if (value === undefined) {
    const title = htmlTitle(text, secrets);
    return { general: title === undefined ? [] : [title], fields: {} };
  }
  if (!isObject(value)) {
    return { general: flatten(value, secrets), fields: {} };
  }
  if (isProblem(value)) {
    const { title, detail, errors } = value;
    const general = [title, detail, isObject(errors) ? undefined : errors].flatMap((text) => flatten(text, secrets));
    return { general, fields: isObject(errors) ? Object.fromEntries(messagesByKey(errors, secrets)) : {} };
  }
  const entries = messagesByKey(value, secrets);
  return {
    general: entries.filter(([key]) => GENERAL_KEYS.has(key)).flatMap(([, messages]) => messages),
    fields: Object.fromEntries(entries.filter(([key]) => key !== 'detail')),
  };
}

function messagesByKey(value: Record<string, unknown>, secrets: readonly string[]) {
  return Object.entries(value)
    .slice(0, MAX_FIELDS)
    .map(([key, messages]) => [withoutSecrets(key, secrets), flatten(messages, secrets)] as const)
    .filter(([, messages]) => messages.length > 0);
}

/** Problem details (RFC 9457) have a title of their own, which is none of the record's. */
function isProblem(value: Record<string, unknown>): boolean {
  return typeof value.title === 'string' && typeof value.status === 'number';
}

/** A page's title is all that is taken from it: the rest is made for a browser, or for the service's developers. */
export function htmlTitle(text: string, secrets: readonly string[]): string | undefined {
  const match = /<title(?:\s[^>]{0,200})?>([^<]{1,500})/i.exec(text.slice(0, 100_000));
  const plain = (match?.[1] ?? '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  const title = tidy(plain, secrets);
  return title === '' ? undefined : title;
}

/** Nested messages keep the way to them as a prefix: `{"0": {"name": ["Too long."]}}` is `0.name: Too long.` */
function flatten(value: unknown, secrets: readonly string[], path: readonly string[] = [], depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const message = tidy(String(value), secrets);
    return message === '' ? [] : [path.length === 0 ? message : `${path.join('.')}: ${message}`];
  }
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) {
    return [];
  }
  const inner = Array.isArray(value)
    ? value
        .slice(0, MAX_MESSAGES)
        .map((item, index) => flatten(item, secrets, isObject(item) ? [...path, `${index}`] : path, depth + 1))
    : Object.entries(value)
        .slice(0, MAX_MESSAGES)
        .map(([key, item]) => flatten(item, secrets, [...path, tidy(key, secrets)], depth + 1));
  return inner.flat().slice(0, MAX_MESSAGES);
}

/** Secrets go first: a service may have written them in other escapes, or so that the end is cut through them. */
function tidy(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text.slice(0, MAX_LOOKED_AT), secrets)
    .slice(0, 4 * MAX_LENGTH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(line, MAX_LENGTH);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
