import { maxValue } from '../document/knownRecord.ts';
import { fieldNames, isFieldName, type SuggestedField } from '../record/fields.ts';
import { itemsOf, sourceOf } from '../record/json.ts';
import { textOf } from '../record/replaceValues.ts';
import { fieldIn } from '../record/searchText.ts';
import { parseRecord } from '../record/text.ts';
import { cut } from '../record/textEdits.ts';
import type { Entry } from './entry.ts';
import type { CatalogueRecords } from './records.ts';

/** The values of a record in a field, as texts; none if it is empty. */
export type ValuesOf = (entry: Entry) => readonly string[];

/** These are in memory. */
const factFields = ['category', 'language', 'speakers', 'tags', 'recorded', 'state'] as const;
/** People don't look for two records with the same of these. */
const unsharedFields: readonly string[] = ['id', 'title', 'slug', 'summary', 'description', 'embed'];
const sampleSize = 20;

/** Tells what records have in a field. Of the fields that are not in memory, the last one that was asked for is kept. */
export function fieldValues(records: Pick<CatalogueRecords, 'each'>) {
  let column: { readonly field: string; readonly values: WeakMap<Entry, readonly string[]> } | undefined;
  return {
    async valuesOf(field: string, entries: readonly Entry[], signal?: AbortSignal): Promise<ValuesOf> {
      const fact = factFields.find((name) => name === field);
      const factsOf: ValuesOf = (entry) => (fact ? factValues(entry, fact) : []);
      // What is too long for memory, or a number where a text should be.
      const isTold = (entry: Entry) =>
        fact !== undefined && (factsOf(entry).length > 0 || fieldIn(entry.text, fact) === '');
      const { values } = column?.field === field ? column : { values: new WeakMap<Entry, readonly string[]>() };
      const unread = new Map<number, Entry>();
      for (const entry of entries) if (!values.has(entry) && !isTold(entry)) unread.set(entry.id, entry);
      if (!fact || unread.size > 0) column = { field, values };
      const keep = (id: number, text: string) => {
        const entry = unread.get(id);
        if (entry) values.set(entry, textsIn(parseRecord(text).fields.get(field)?.raw ?? 'null'));
      };
      await records.each(unread.values(), keep, signal);
      return (entry) => values.get(entry) ?? factsOf(entry);
    },
    /** The fields that records may share values of: those of the interface, and others that some records have. */
    async fields(entries: readonly Entry[]): Promise<readonly string[]> {
      const others = new Set<string>();
      await records.each(entries.slice(0, sampleSize), (_, text) => {
        for (const name of parseRecord(text).fields.keys()) if (!isFieldName(name)) others.add(name);
      });
      const rest = fieldNames.filter(
        (name) => !unsharedFields.includes(name) && !factFields.some((one) => one === name),
      );
      return [...factFields, ...rest, ...others];
    },
  };
}

function factValues({ facts }: Entry, field: (typeof factFields)[number]): readonly string[] {
  return [facts[field]].flat().filter((text) => text.trim() !== '');
}

function textsIn(raw: string): readonly string[] {
  const texts = raw.startsWith('[') ? itemsOf(raw).map((node) => textOf(sourceOf(raw, node))) : [textOf(raw)];
  return texts.filter((text) => text !== '').map(cutText);
}

/** Longer than any value, so that it is not taken for one. */
function cutText(text: string): string {
  return text.length > maxValue ? `${cut(text, maxValue + 1)}…` : text;
}

/** Counts each value, the most frequent first. */
export function countValues(entries: Iterable<Entry>, valuesOf: ValuesOf): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) for (const value of valuesOf(entry)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

/** For completion, which asks at every key: counted once, as long as no record is added or changed. */
export function suggestedValues(version: () => number, entries: () => readonly Entry[]) {
  let counted = { version: -1, values: new Map<SuggestedField, readonly string[]>() };
  return (field: SuggestedField): readonly string[] => {
    if (counted.version !== version()) counted = { version: version(), values: new Map() };
    const known = counted.values.get(field);
    if (known) return known;
    const valuesOf: ValuesOf = ({ facts }) => [facts[field]].flat().filter((value) => value !== '');
    const values = [...countValues(entries(), valuesOf).keys()];
    counted.values.set(field, values);
    return values;
  };
}
