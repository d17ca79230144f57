import { l10n } from 'vscode';
import type { Change } from '../record/changes.ts';
import { embedAddresses } from '../record/embedAddresses.ts';
import { type FieldName, fieldType } from '../record/fields.ts';
import { itemsOf, sourceOf, stringValue } from '../record/json.ts';
import type { RecordText } from '../record/text.ts';
import { cut, shortened } from '../record/textEdits.ts';
import { webAddress } from '../record/valueShapes.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { localNumber } from '../workbench/plainText.ts';
import type { PreviewField, PreviewGroup } from './protocol.ts';

interface PreviewSource {
  readonly record: RecordText;
  readonly changes: readonly Change[];
  /** By field. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Whether this image may be fetched. */
  readonly mayLoad: (address: string) => boolean;
}

type Content = Pick<PreviewField, 'show' | 'texts' | 'note'>;

/** Limits what reaches the page: nobody reads a preview of five million characters. */
export const maxCharacters = 100_000;
const maxItems = 500;
const maxOthers = 100;
const maxProblems = 20;
const maxLabelLength = 100;

/** In the order of the page. Fields that aren't named here follow at the end. */
const fieldGroups = [
  {
    heading: () => l10n.t('Talk'),
    fields: ['title', 'speakers', 'category', 'language', 'recorded', 'duration', 'tags'],
  },
  { heading: () => l10n.t('Summary'), fields: ['summary'] },
  { heading: () => l10n.t('Description'), fields: ['description'] },
  {
    heading: () => l10n.t('Video'),
    fields: [
      'thumbnail_url',
      'source_url',
      'embed',
      ...(['ogv', 'mp4', 'webm', 'flv'] as const).flatMap(
        (format) => [`video_${format}_url`, `video_${format}_length`, `video_${format}_download_only`] as const,
      ),
    ],
  },
  { heading: () => l10n.t('License and notes'), fields: ['copyright_text', 'quality_notes', 'whiteboard'] },
  { heading: () => l10n.t('Record'), fields: ['id', 'slug', 'state', 'added', 'updated'] },
] as const satisfies readonly { heading: () => string; fields: readonly FieldName[] }[];

const grouped = new Set<string>(fieldGroups.flatMap(({ fields }) => fields));

export function previewGroups(source: PreviewSource): PreviewGroup[] {
  const changed = new Map(source.changes.map(({ field, kind }) => [field, kind]));
  const shown = (name: string): PreviewField[] => {
    const change = changed.get(name);
    const problems = source.problems.get(name) ?? [];
    const content = contentOf(source, name);
    // Empty fields are left out, unless they are changed or have a problem.
    if (content.texts.length === 0 && !content.note && !change && problems.length === 0) return [];
    const label = fieldWords(name)?.label ?? shortened(name, maxLabelLength);
    return [
      {
        name,
        label,
        goTo: l10n.t('Go to "{0}" in the editor', shortened(name, maxLabelLength)),
        ...content,
        ...(change && { change }),
        problems,
      },
    ];
  };
  return [...fieldGroups, otherFields(source)]
    .map(({ heading, fields }) => ({ heading: heading(), fields: fields.flatMap(shown) }))
    .filter(({ fields }) => fields.length > 0);
}

/** Fields and problems are both in the order of the text, so one walk finds the field of each problem. */
export function problemsByField(
  { fields }: RecordText,
  problems: readonly { readonly offset: number; readonly message: string }[],
): Map<string, string[]> {
  const inOrder = problems.toSorted((one, other) => one.offset - other.offset);
  const found = new Map<string, string[]>();
  let next = 0;
  for (const field of fields.values()) {
    while ((inOrder[next]?.offset ?? Infinity) < field.keyOffset) next += 1;
    const first = next;
    while ((inOrder[next]?.offset ?? Infinity) < field.offset + field.length) next += 1;
    if (next > first) found.set(field.key, someOf(inOrder.slice(first, next).map(({ message }) => message)));
  }
  return found;
}

function someOf(messages: readonly string[]): string[] {
  const more = messages.length - maxProblems;
  if (more <= 0) return [...messages];
  const note = more === 1 ? l10n.t('1 more problem.') : l10n.t('{0} more problems.', localNumber(more));
  return [...messages.slice(0, maxProblems), note];
}

function otherFields({ record, changes }: PreviewSource) {
  const names = new Set([...record.fields.keys(), ...changes.map(({ field }) => field)]);
  const others = [...names].filter((name) => !grouped.has(name));
  const heading = () =>
    others.length > maxOthers
      ? l10n.t('Other fields ({0} of {1})', localNumber(maxOthers), localNumber(others.length))
      : l10n.t('Other fields');
  return { heading, fields: others.slice(0, maxOthers) };
}

function contentOf({ record, mayLoad }: PreviewSource, name: string): Content {
  const texts = textsOf(record.fields.get(name)?.raw);
  if (fieldType(name) === 'flag') {
    return bounded(
      'text',
      texts.filter((text) => text !== 'false'),
    );
  }
  if (name === 'duration') return bounded('text', texts.map(withClock));
  if (name === 'embed') return player(texts);
  if (name === 'thumbnail_url') return thumbnail(texts, mayLoad);
  const isAddress = fieldType(name) && name.endsWith('_url');
  return bounded(shownAs.get(name) ?? (isAddress ? 'addresses' : 'text'), texts);
}

const shownAs: ReadonlyMap<string, PreviewField['show']> = new Map([
  ['title', 'title'],
  ['speakers', 'list'],
  ['tags', 'list'],
  ['summary', 'markdown'],
  ['description', 'markdown'],
]);

/** No talk has so many minutes. */
const surelySeconds = 300;

/** "2455 (40:55)". The interface names no unit, so a number that may be minutes stays alone. */
function withClock(raw: string): string {
  const seconds = /^\d{3,7}$/.test(raw) ? Number(raw) : 0;
  if (seconds <= surelySeconds) return raw;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':');
  return `${raw} (${clock.replace(/^0/, '')})`;
}

function textsOf(raw: string | undefined): string[] {
  if (raw === undefined || raw === 'null' || raw === '""') return [];
  if (raw.startsWith('"')) return [stringValue(raw)];
  if (!raw.startsWith('[')) return [raw];
  return itemsOf(raw).map((item) => {
    const source = sourceOf(raw, item);
    return item.kind === 'string' ? stringValue(source) : source;
  });
}

function player(texts: readonly string[]): Content {
  const addresses = texts.flatMap(embedAddresses);
  if (addresses.length > 0) return bounded('addresses', [...new Set(addresses)]);
  return { show: 'text', texts: [], ...(texts.length > 0 && { note: l10n.t('The markup contains no address.') }) };
}

function thumbnail(texts: readonly string[], mayLoad: (address: string) => boolean): Content {
  const address = texts[0];
  if (address === undefined || texts.length > 1) return bounded('addresses', texts);
  const opened = webAddress(address);
  if (!opened?.startsWith('https:')) {
    return { ...bounded('addresses', texts), note: l10n.t('Images are loaded only from https addresses.') };
  }
  return bounded(mayLoad(opened) ? 'picture' : 'pictureOffer', texts);
}

function bounded(show: PreviewField['show'], texts: readonly string[]): Content {
  const kept: string[] = [];
  let left = maxCharacters;
  for (const text of texts.slice(0, maxItems)) {
    kept.push(cut(text, left));
    left -= text.length;
    if (left <= 0) break;
  }
  if (texts.length === kept.length && left >= 0) return { show, texts };
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  const note =
    texts.length > 1
      ? l10n.t('Showing {0} of {1} items.', localNumber(kept.length), localNumber(texts.length))
      : l10n.t('Showing the first {0} of {1} characters.', localNumber(maxCharacters), localNumber(all));
  return { show, texts: kept, note };
}
