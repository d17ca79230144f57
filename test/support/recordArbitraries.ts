import fc from 'fast-check';
import { parseRecord, type RecordText } from '../../src/record/text.ts';

/** The raw JSON of fields by name, as a record's text is made of them. */
export type RawFields = ReadonlyMap<string, string>;

export function recordOf(fields: RawFields | Readonly<Record<string, string>>): RecordText {
  const entries = fields instanceof Map ? [...fields] : Object.entries(fields);
  return parseRecord(`{${entries.map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(',')}}`);
}

export function rawFields(record: RecordText): Map<string, string> {
  return new Map([...record.fields].map(([key, { raw }]) => [key, raw]));
}

const digits = fc.constantFrom('0', '1', '-0', '1.0', '1e400', '-12.50', '1E+2', '10e-1', '12345678901234567890');
export const rawNumber: fc.Arbitrary<string> = fc.oneof(digits, fc.integer().map(String));

const trickyText = fc.constantFrom(
  '',
  ' ',
  'é',
  '\u2028',
  '\ud800',
  '\udc00x',
  '\u0000',
  'a\r\nb',
  'a\r\r\nb',
  '😀',
  '\u202e',
  '\ufeff',
  '"\\/',
);
export const plainString: fc.Arbitrary<string> = fc.oneof(trickyText, fc.string({ unit: 'grapheme', maxLength: 6 }));

/** The same string in one of the ways JSON may write it. */
export const rawString: fc.Arbitrary<string> = fc.tuple(plainString, fc.nat(2)).map(([text, style]) => {
  const plain = JSON.stringify(text);
  if (style === 0) return plain;
  if (style === 1) return plain.replaceAll('/', '\\/');
  const escaped = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `"${escaped.map((hex) => `\\u${hex}`).join('')}"`;
});

const blank = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ');

export const rawValue: fc.Arbitrary<string> = fc.letrec<{ value: string; scalar: string }>((tie) => ({
  scalar: fc.oneof(rawNumber, rawString, fc.constantFrom('true', 'false', 'null')),
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    tie('scalar'),
    fc.tuple(fc.array(tie('value'), { maxLength: 3 }), blank).map(([items, gap]) => `[${items.join(`${gap},`)}${gap}]`),
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom('a', 'b', 'ä', ''), { maxLength: 3 }),
        fc.array(tie('value'), { minLength: 3, maxLength: 3 }),
        blank,
      )
      .map(
        ([keys, values, gap]) =>
          `{${keys.map((key, at) => `${gap}${JSON.stringify(key)}${gap}:${values[at]}`).join(',')}}`,
      ),
  ),
})).value;

export const fieldName: fc.Arbitrary<string> = fc.constantFrom(
  'title',
  'tags',
  'summary',
  'état',
  '__proto__',
  'a\nb',
  'x',
  'y',
);

/** Fields without an id, so that properties add the id they need. */
export const rawRecord: fc.Arbitrary<RawFields> = fc
  .uniqueArray(fc.tuple(fieldName, rawValue), { selector: ([name]) => name, maxLength: 5 })
  .map((entries) => new Map(entries));

/** JSON with a few characters put in, taken out or replaced, or plain noise. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0e-+.1 tn\n\u0001'), maxLength: 14 }),
  fc
    .tuple(rawRecord, fc.nat(), fc.nat(2), fc.constantFrom(...'{}[]",:\\u0e-.x\n\t\u0000\ufeff'))
    .map(([fields, place, cut, put]) => {
      const { text } = recordOf(fields);
      const at = place % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + cut);
    }),
);
