import type { RecordedWrite, WrittenField } from '../document/writeJournal.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import type { LinePlace } from '../workbench/lineFiles.ts';

/** A write as the journal keeps it. */
export interface KeptWrite extends RecordedWrite {
  readonly fields: readonly KeptField[];
}

export interface KeptField extends WrittenField {
  /** A credential was removed from it, so it must not be written again. */
  readonly redacted?: true;
}

/** A line of the journal. */
export interface WriteEntry extends KeptWrite {
  /** Names this write. */
  readonly entry: string;
  /** When it was recorded, as an ISO time. */
  readonly time: string;
  /** The values were too large to keep. */
  readonly tooLarge?: true;
}

/** A write without its values, and where to find them. */
export interface WriteSummary extends Omit<WriteEntry, 'time' | 'fields' | 'body'> {
  readonly time: number;
  readonly fields: readonly string[];
  readonly place: LinePlace;
}

/** Undefined for a line that is torn, or that another version of the extension wrote in another way. */
export function parseEntry(line: string): WriteEntry | undefined {
  const entry = jsonOrUndefined(line);
  return isEntry(entry) ? entry : undefined;
}

function isEntry(value: unknown): value is WriteEntry {
  if (!isObject(value)) return false;
  const texts = ['entry', 'time', 'service', 'title', 'serviceAddress', 'address'].map((key) => value[key]);
  const maybeTexts = [value.batch, value.body];
  return (
    texts.every(isText) &&
    !Number.isNaN(Date.parse(String(value.time))) &&
    maybeTexts.every((text) => text === undefined || isText(text)) &&
    [value.unconfirmed, value.tooLarge].every((flag) => flag === undefined || flag === true) &&
    Number.isSafeInteger(value.id) &&
    (value.method === 'PATCH' || value.method === 'PUT') &&
    Array.isArray(value.fields) &&
    value.fields.every(isField)
  );
}

function isField(value: unknown): value is KeptField {
  if (!isObject(value) || !isText(value.field)) return false;
  const { before, after, stored, redacted } = value;
  const texts = [before, after, stored ?? undefined];
  return (
    texts.every((json) => json === undefined || isText(json)) && [undefined, true].some((flag) => flag === redacted)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** What the service had after the write. */
export function storedValue({ after, stored }: WrittenField): string | undefined {
  return stored === undefined ? after : (stored ?? undefined);
}
