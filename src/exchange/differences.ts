import { sameField, sameMeaning } from '../record/changes.ts';
import { fieldNames } from '../record/fields.ts';
import { formatValue } from '../record/format.ts';
import { fieldText, type RecordText } from '../record/text.ts';
import { isDateTime, jsonOrUndefined } from '../record/valueShapes.ts';
import { redactedJson } from '../service/redaction.ts';
import { mergedValues } from '../worksheet/edits.ts';
import { cellOf, cellValue, isCut } from './cells.ts';
import type { GivenRecord } from './given.ts';
import type { ChangedCell } from './rewritten.ts';

/** What a file, or another service, changes in a record. */
export interface Difference {
  readonly id: number;
  /** The changed values, as JSON. */
  readonly values: ReadonlyMap<string, string>;
  /** What they were changed from. */
  readonly basis: RecordText;
  /** Nobody knows whether the service's value is newer. */
  readonly isBasisUnknown: boolean;
  readonly cells: readonly ChangedCell[];
  /** The fields whose cells can't be read. */
  readonly unreadable: readonly string[];
  /** The fields of which a spreadsheet kept only the beginning. */
  readonly cut: readonly string[];
}

/** The service sets them. */
const keptFields: readonly string[] = ['id', 'added', 'updated'];

export function isCopied(field: string): boolean {
  return !keptFields.includes(field);
}

/** The fields that the interface, or one of these records, has. */
export function fieldsOf(records: Iterable<RecordText>): ReadonlySet<string> {
  return new Set([...fieldNames, ...[...records].flatMap(({ fields }) => [...fields.keys()])]);
}

/** The fields that records have and the service does not. They are not copied. */
export function foreignFields(fields: Iterable<string>, onService: ReadonlySet<string>): readonly string[] {
  return [...new Set(fields)].filter((field) => isCopied(field) && !onService.has(field));
}

/** The fields in which a service repeats a credential, in any of these records. They are not given to another service. */
export function fieldsWithSecrets(records: Iterable<RecordText>, secrets: readonly string[]): readonly string[] {
  const fields = [...records].flatMap(({ fields }) => [...fields.values()]);
  return [...new Set(fields.filter(({ raw }) => redactedJson(raw, secrets) !== raw).map(({ key }) => key))];
}

/** `exported` is the record in the base file, if that is there. Fields that are not given stay as they are. */
export function differenceOf(
  { id, fields, areCells }: GivenRecord,
  exported: RecordText | undefined,
  now: RecordText,
  isField: (name: string) => boolean,
): Difference {
  const base = exported && isOf(exported, fields.get('updated'), areCells) ? exported : undefined;
  const basis = base ?? now;
  const [values, cells]: [Map<string, string>, ChangedCell[]] = [new Map(), []];
  const [unreadable, cut]: [string[], string[]] = [[], []];
  for (const [field, text] of fields) {
    if (!isCopied(field) || !isField(field)) continue;
    const before = basis.fields.get(field)?.raw;
    const value = areCells ? cellValue(field, text, before) : text;
    if (areCells && isCut(field, text, before)) cut.push(field);
    if (value === null) unreadable.push(field);
    if (value === null || value === undefined || sameField(value, before)) continue;
    values.set(field, formatValue(value));
    if (areCells) cells.push({ field, before: cellOf(field, before), after: text });
  }
  const isBasisUnknown = base === undefined && !isUpToDate(fields.get('updated'), areCells, now);
  return { id, values: withoutSame(basis, values, now), basis, isBasisUnknown, cells, unreadable, cut };
}

/** What another service has, against this one. Numbers that are only written in another way are equal. */
export function differenceBetween(id: number, theirs: RecordText, now: RecordText, isField: (name: string) => boolean) {
  const values = Array.from(theirs.fields, ([field, { raw }]) => [field, raw] as const).filter(
    ([field, raw]) => isField(field) && !sameField(raw, now.fields.get(field)?.raw, sameMeaning),
  );
  return { id, values: new Map(values), basis: now };
}

/** Two records with the same number on two services may be different talks. */
export function areDifferentTalks(one: RecordText, other: RecordText): boolean {
  return ['slug', 'title'].every((field) => fieldText(one, field) !== fieldText(other, field));
}

/** Not if the file is of another export. An `updated` that a spreadsheet rewrote says nothing. */
function isOf(base: RecordText, updated = '', isCell: boolean): boolean {
  const time = isCell ? updated : jsonOrUndefined(updated);
  return typeof time !== 'string' || !isDateTime(time) || time === fieldText(base, 'updated');
}

/** Without the changes that the service has already. */
function withoutSame(basis: RecordText, values: ReadonlyMap<string, string>, now: RecordText) {
  if (values.size === 0) return values;
  const merged = mergedValues(basis, values, now);
  return new Map([...values].filter(([field]) => merged.values.has(field)));
}

/** Nobody changed the record since: the service still has its `updated`. One that is empty says nothing. */
function isUpToDate(updated: string | undefined, isCell: boolean, now: RecordText): boolean {
  const raw = now.fields.get('updated')?.raw;
  if (updated === undefined || raw === undefined || raw === 'null' || raw === '""') return false;
  return isCell ? updated === cellOf('updated', raw) : sameField(updated, raw);
}
