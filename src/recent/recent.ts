import { shortened } from '../record/shortened.ts';
import { parseRecord } from '../record/text.ts';
import type { RecordName } from '../service/services.ts';

/** What is remembered of a record, bounded. The texts have the names they have in the record. */
export interface Recent extends RecordName {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly category?: string;
  readonly language?: string;
  readonly copyright_text?: string;
  readonly speakers?: readonly string[];
  readonly tags?: readonly string[];
  readonly recorded?: string;
  readonly source_url?: string;
  readonly thumbnail_url?: string;
  /** As the service wrote it: what the numbers mean is not known. */
  readonly state?: string;
  readonly hasNotes?: boolean;
  readonly readOnly?: boolean;
  readonly gone?: boolean;
}

const longestTitle = 300;
const longestValue = 200;
const longestAddress = 2000;
const mostItems = 12;

export function recentKey({ service, id }: RecordName): string {
  return `${service}/${id}`;
}

/** All that is known of a record that was never read. */
export function bareRecent({ service, id }: RecordName, openedAt: number): Recent {
  return { service, id, title: `Record ${id}`, openedAt };
}

/** What a service's answer says of a record. */
export function recentOf(
  name: RecordName,
  answer: { readonly text: string; readonly allow?: readonly string[] },
  openedAt: number,
): Recent {
  const { fields } = parseRecord(answer.text);
  const value = (field: string): unknown => {
    const raw = fields.get(field)?.raw;
    return raw === undefined ? undefined : JSON.parse(raw);
  };
  const { allow } = answer;
  const facts: Record<string, unknown> = {
    service: name.service,
    id: name.id,
    openedAt,
    state: fields.get('state')?.raw,
    hasNotes: typeof value('whiteboard') === 'string' && value('whiteboard') !== '',
    readOnly: allow !== undefined && !allow.includes('PATCH') && !allow.includes('PUT'),
  };
  for (const field of copied) facts[field] = value(field);
  return parseRecent(facts) ?? bareRecent(name, openedAt);
}

const copied = [
  ...['title', 'category', 'language', 'copyright_text', 'speakers', 'tags'],
  ...['recorded', 'source_url', 'thumbnail_url'],
];

/** Reads one remembered record. Only its service and id have to be sound; whatever else is not, is left out. */
export function parseRecent(value: unknown): Recent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Record<string, unknown>;
  const { service, id } = entry;
  if (typeof service !== 'string' || service === '') return undefined;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return undefined;
  return withoutGaps({
    service,
    id,
    title: titleLine(entry.title) ?? `Record ${id}`,
    openedAt: typeof entry.openedAt === 'number' && entry.openedAt > 0 ? entry.openedAt : 0,
    category: exactly(entry.category),
    language: exactly(entry.language),
    copyright_text: exactly(entry.copyright_text),
    speakers: list(entry.speakers),
    tags: list(entry.tags),
    recorded: exactly(entry.recorded),
    source_url: webAddress(entry.source_url),
    thumbnail_url: webAddress(entry.thumbnail_url),
    state: exactly(entry.state),
    hasNotes: entry.hasNotes === true || undefined,
    readOnly: entry.readOnly === true || undefined,
    gone: entry.gone === true || undefined,
  });
}

function titleLine(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Cut first: a record may hold megabytes in one field.
  const text = value
    .slice(0, longestTitle * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return undefined;
  return shortened(text, longestTitle);
}

/** Offered again while writing, so never cut: a long value is left out. */
function exactly(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longestValue ? value : undefined;
}

function list(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.slice(0, mostItems).flatMap((item) => exactly(item) ?? []);
  return texts.length > 0 ? texts : undefined;
}

/** A cut address would lead elsewhere, so a long one is left out. */
function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longestAddress) return undefined;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

type Gappy<T> = { [K in keyof T]: T[K] | undefined };

function withoutGaps(recent: Gappy<Required<Recent>> & { service: string; id: number }): Recent {
  const whole: Record<string, unknown> = {};
  for (const key in recent) {
    const value = recent[key as keyof Recent];
    if (value !== undefined) whole[key] = value;
  }
  return whole as unknown as Recent;
}
