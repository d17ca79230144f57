import { type JsonMember, type JsonNode, parseJson, sourceOf } from '../record/json.ts';
import { decodeRecord, readableRecord } from '../record/text.ts';
import { RecordTextError } from '../record/textError.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { aboutCall, type Call, repeatsSecret } from './call.ts';
import { decompress, single } from './decode.ts';
import type { AnswerHead } from './exchange.ts';
import { RecordError } from './recordError.ts';
import type { Understand } from './send.ts';

/** A page of a service's list. The interface does not show a list, so nothing of it is taken for granted. */
export interface ListPage {
  readonly records: readonly ListedRecord[];
  /** How many records there are on all pages, where the list says so. */
  readonly total: number | undefined;
  /** The address of the page after this one. */
  readonly next: string | undefined;
}

export interface ListedRecord {
  readonly id: number;
  /** In readable form. */
  readonly text: string;
}

/** Rejects if the answer is not a list of objects with integer IDs, or names a next page that is not asked for. */
export function listAnswer(list: string, maxBytes: number): Understand<ListPage> {
  return async (head, bytes, call, url) => {
    try {
      const text = decodeRecord(await decompress(bytes, head.headers, maxBytes));
      const { items, others } = listIn(text);
      const wrapper = others.map((member) => [member.key, jsonOrUndefined(member.raw)] as const);
      return {
        records: items.map((item) => listedRecord(sourceOf(text, item), maxBytes)),
        total: totalIn(wrapper),
        next: nextPage(linkedNext(head) ?? nextIn(wrapper), url, new URL(list), call),
      };
    } catch (cause) {
      if (!(cause instanceof NotAList || cause instanceof RecordTextError)) throw cause;
      throw new RecordError('badAnswer', { ...aboutCall(call), status: head.status, reason: 'notARecord', cause });
    }
  };
}

class NotAList extends Error {}

type Wrapper = readonly (readonly [name: string, value: unknown])[];

/** The answer's only list of objects, and what is beside it. */
function listIn(text: string): { readonly items: readonly JsonNode[]; readonly others: readonly JsonMember[] } {
  const isBare = /^\ufeff?\s*\[/.test(text);
  const node = parseJson(text, isBare ? 1 : 2);
  if (node.kind === 'array' && isRecords(node)) return { items: node.items, others: [] };
  const members = node.kind === 'object' ? [...node.members.values()] : [];
  const [found, another] = members.filter(({ value }) => isRecords(value));
  if (found?.value.kind !== 'array' || another) throw new NotAList();
  return { items: found.value.items, others: members.filter((member) => member !== found) };
}

function isRecords(node: JsonNode): boolean {
  return node.kind === 'array' && node.items.length > 0 && node.items.every(({ kind }) => kind === 'object');
}

function listedRecord(item: string, maxCharacters: number): ListedRecord {
  const { text, fields } = readableRecord(item, maxCharacters);
  const id = /^[1-9]\d{0,15}$/.test(fields.get('id')?.raw ?? '') ? Number(fields.get('id')?.raw) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new NotAList();
  return { id, text };
}

const totals = ['count', 'total', 'total_count'];

function totalIn(wrapper: Wrapper): number | undefined {
  const found = withNested(wrapper).find(([name, value]) => totals.includes(name) && Number.isSafeInteger(value));
  return found && Number(found[1]);
}

/** Also inside `meta`, `links` and the like. */
function nextIn(wrapper: Wrapper): unknown {
  const found = withNested(wrapper).find(([name, value]) => name === 'next' && value !== null && value !== '');
  return isObject(found?.[1]) ? found[1].href : found?.[1];
}

function withNested(wrapper: Wrapper): Wrapper {
  return [...wrapper, ...wrapper.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))];
}

/** The target of `Link: <address>; rel="next"`. */
function linkedNext({ headers }: AnswerHead): string | undefined {
  const links = [...(single(headers.link) ?? '').matchAll(/<([^<>]*)>([^<]*)/g)];
  const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i;
  return links.find(([, , parameters = '']) => isNext.test(parameters))?.[1];
}

/** The list's own origin and path, or below it: the credential goes along. */
function nextPage(next: unknown, from: URL, list: URL, { secrets }: Call): string | undefined {
  if (next === undefined) return undefined;
  const target = typeof next === 'string' ? URL.parse(next, from.href) : null;
  const isBelow = target?.pathname === list.pathname || target?.pathname.startsWith(`${list.pathname}/`);
  if (!target || target.origin !== list.origin || !isBelow || repeatsSecret(target, secrets)) throw new NotAList();
  target.username = '';
  target.password = '';
  target.hash = '';
  return target.href;
}
