import { isReadOnly } from '../document/configuredService.ts';
import { type KnownRecord, maxTitle, shortText, shortTexts } from '../document/knownRecord.ts';
import type { SuggestedField } from '../record/fields.ts';
import { fieldText, fieldValue } from '../record/text.ts';
import { maxAddressLength, webAddress } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import { oneLine } from '../workbench/plainText.ts';
import { wordSearch } from '../workbench/views.ts';

/** The stored entry of a record. All its texts are bounded. */
export interface Recent extends KnownRecord {
  readonly hasNotes?: boolean;
  readonly thumbnail_url?: string;
}

/** The fields of a record that are stored under their own names. */
const facts = {
  state: shortText,
  category: shortText,
  language: shortText,
  copyright_text: shortText,
  speakers: fewTexts,
  tags: fewTexts,
  recorded: shortText,
  source_url: shortAddress,
  thumbnail_url: shortAddress,
} as const;
const factParsers = Object.entries(facts);

const maxItems = 12;

/** The entry of a record that was never read. */
export function bareRecent({ service, id }: RecordName, openedAt: number): Recent {
  return { service, id, title: '', openedAt };
}

/** The entry of a record as the service sent it. */
export function recentOf(
  name: RecordName,
  { record, allow }: Pick<RecordVersion, 'record' | 'allow'>,
  openedAt: number,
): Recent {
  const value = (field: string): unknown => {
    const found = record.fields.get(field);
    return found && fieldValue(found);
  };
  const notes = value('whiteboard');
  const entry: Record<string, unknown> = {
    ...name,
    openedAt,
    title: oneLine(fieldText(record, 'title') ?? '', maxTitle),
    hasNotes: typeof notes === 'string' && notes !== '',
    readOnly: isReadOnly(allow),
  };
  for (const field of Object.keys(facts)) entry[field] = value(field);
  entry.state = record.fields.get('state')?.raw;
  for (const field of ['source_url', 'thumbnail_url']) entry[field] = webAddress(fieldText(record, field) ?? '');
  return parseRecent(entry) ?? bareRecent(name, openedAt);
}

/** Reads one stored record. Its service and id must be valid; anything else that is not is left out. */
export function parseRecent(value: unknown): Recent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Record<string, unknown>;
  const { service, id, openedAt } = entry;
  if (typeof service !== 'string' || !/^[a-z0-9][a-z0-9.-]{0,199}$/.test(service)) return undefined;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return undefined;
  return {
    service,
    id,
    title: typeof entry.title === 'string' && entry.title.length <= maxTitle ? entry.title : '',
    openedAt: typeof openedAt === 'number' && openedAt > 0 ? openedAt : 0,
    ...parseFacts(entry),
    ...(entry.hasNotes === true && { hasNotes: true }),
    ...(entry.readOnly === true && { readOnly: true }),
    ...(entry.gone === true && { gone: true }),
  };
}

function parseFacts(entry: Readonly<Record<string, unknown>>): Pick<Recent, keyof typeof facts> {
  const parsed: Record<string, unknown> = {};
  for (const [field, parse] of factParsers) {
    const value = parse(entry[field]);
    if (value.length > 0) parsed[field] = value;
  }
  return parsed;
}

function fewTexts(value: unknown): readonly string[] {
  return shortTexts(value).slice(0, maxItems);
}

/** Never cut, because it would lead elsewhere: a long address is left out. It is checked again when it is opened. */
function shortAddress(value: unknown): string {
  return typeof value === 'string' && value.length <= maxAddressLength ? value : '';
}

/** Finds records by words of anything that is shown of them. */
export function recentSearch() {
  return wordSearch(({ title, id, service, category, speakers = [] }: Recent) =>
    [title, `#${id}`, service, category, ...speakers].join('\n'),
  );
}

/** The values that recent records of a service have in a field, the most recent first. */
export function seenValues(recents: readonly Recent[], service: string, field: SuggestedField): readonly string[] {
  const ofService = recents.filter((recent) => recent.service === service);
  return [...new Set(ofService.flatMap((recent) => recent[field] ?? []))];
}
