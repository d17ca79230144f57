import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { changesBetween } from '../../../src/record/changes.ts';
import { parseJson } from '../../../src/record/json.ts';
import { parseRecord, type RecordText, readableRecord } from '../../../src/record/text.ts';
import { RecordTextError } from '../../../src/record/textError.ts';
import { itemsIn, rowText, wholeRecord, worksheetText } from '../../../src/worksheet/text.ts';
import { fieldName, hostileText, rawRecord, rawValue, recordOf } from '../../support/recordArbitraries.ts';

/** The tokens of a JSON text, whatever its layout. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g) ?? [];
}

/** The fields with their places. */
function places({ text, fields }: RecordText): unknown[] {
  return [
    text,
    ...Array.from(fields.values(), ({ key, keyOffset, keyLength, offset, raw }) => [
      key,
      keyOffset,
      keyLength,
      offset,
      raw,
    ]),
  ];
}

const withId = fc.tuple(rawRecord, fc.integer({ min: 1, max: 10_000 })).map(([fields, id]) => {
  const { text } = recordOf(new Map([...fields, ['id', String(id)]]));
  return { id, record: readableRecord(text) };
});
const someFields = fc.option(fc.uniqueArray(fieldName), { nil: undefined });

suite('worksheet text', () => {
  test('a row has the ID first, then every token of the fields as they were chosen, else the title and the others', () => {
    fc.assert(
      fc.property(withId, someFields, ({ id, record }, fields) => {
        const row = parseRecord(rowText(record, id, fields));
        const order = fields ?? ['title', ...[...record.fields.keys()].filter((key) => key !== 'title')];
        const expected = order.filter((key) => key !== 'id' && record.fields.has(key));
        assert.deepEqual([...row.fields.keys()], ['id', ...expected]);
        for (const [key, { raw }] of row.fields)
          assert.deepEqual(tokens(raw), tokens(record.fields.get(key)?.raw ?? ''));
      }),
    );
  });

  test('a record that fits 300 columns is one line, else a long field has a line of its own', () => {
    const short = readableRecord('{"tags":["a","b"],"id":7,"title":"Short"}');
    assert.equal(rowText(short, 7, undefined), '{ "id": 7, "title": "Short", "tags": ["a", "b"] }');
    assert.equal(rowText(short, 7, ['tags', 'title']), '{ "id": 7, "tags": ["a", "b"], "title": "Short" }');
    const list = readableRecord(`{"id":7,"list":${JSON.stringify(Array(60).fill('abc'))},"a":1}`);
    assert.match(rowText(list, 7, undefined), /\],\n {4}"a": 1\n/);
    const text = (length: number) =>
      rowText(
        readableRecord(`{"id":7,"a":1,"b":2,"text":"${'x'.repeat(length)}","c":{"d":[]},"e":null}`),
        7,
        undefined,
      );
    const fitting = 300 - '  ,'.length - text(0).length;
    assert.match(text(fitting), /^\{ .* \}$/);
    assert.equal(
      text(fitting + 1),
      `{\n    "id": 7, "a": 1, "b": 2,\n    "text": "${'x'.repeat(fitting + 1)}",\n    "c": { "d": [] }, "e": null\n  }`,
    );
  });

  test('the rows of a text are found where they are', () => {
    fc.assert(
      fc.property(fc.array(withId, { maxLength: 6 }), someFields, (records, fields) => {
        const rows = records.map(({ record, id }) => rowText(record, id, fields));
        const text = worksheetText(rows);
        const items = [...itemsIn(text)];
        assert.deepEqual(
          items.map((item) => item.text),
          rows,
        );
        for (const { offset, text: row } of items) assert.ok(text.startsWith(row, offset));
        parseJson(text);
      }),
    );
  });

  test('a row changes its record as the same edit of the record alone does', () => {
    fc.assert(
      fc.property(withId, rawRecord, someFields, ({ id, record }, edited, fields) => {
        const isChosen = (name: string) => !fields || fields.includes(name);
        const row = parseRecord(rowText(record, id, fields));
        const values = new Map(Array.from(row.fields.values(), ({ key, raw }) => [key, raw]));
        const alone = new Map(Array.from(record.fields.values(), ({ key, raw }) => [key, raw]));
        for (const name of record.fields.keys()) {
          if (name === 'id' || !isChosen(name) || edited.has(name)) continue;
          values.delete(name);
          alone.delete(name);
        }
        for (const [name, raw] of edited) {
          if (!isChosen(name)) continue;
          values.set(name, raw);
          alone.set(name, raw);
        }
        const byField = (changes: ReturnType<typeof changesBetween>) =>
          changes.map(({ field, kind, after }) => `${field} ${kind} ${after}`).sort();
        const whole = wholeRecord(recordOf(values), record, fields);
        assert.deepEqual(places(whole), places(parseRecord(whole.text)));
        assert.deepEqual(byField(changesBetween(record, whole)), byField(changesBetween(record, recordOf(alone))));
      }),
    );
  });

  test('a list whose items are valid is valid as a whole, and the other way round', () => {
    const texts = fc.oneof(
      hostileText,
      fc.array(rawValue, { maxLength: 4 }).map((values) => `[${values.join(',')}]`),
      fc
        .tuple(fc.array(rawValue, { maxLength: 3 }), fc.nat(), fc.constantFrom(...'{}[]",:x\n'))
        .map(([values, at, put]) => {
          const text = `[${values.join(',\n')}]`;
          return text.slice(0, at % text.length) + put + text.slice(at % text.length);
        }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const whole = attempt(() => parseJson(text));
        const items = attempt(() => [...itemsIn(text)].map((item) => parseJson(item.text)));
        if (whole?.kind === 'array') assert.equal(items?.length, whole.items.length);
        else assert.equal(items, undefined);
      }),
      { numRuns: 2000 },
    );
  });

  test('a missing quote is found on its line', () => {
    const text = '[\n  { "id": 1, "title": "One },\n  { "id": 2, "title": "Two" }\n]\n';
    assert.throws(
      () => [...itemsIn(text)],
      (error) =>
        error instanceof RecordTextError &&
        error.details.expected === 'closingQuote' &&
        error.offset === text.indexOf('\n', 3),
    );
  });
});

/** Undefined where the text is no JSON. */
function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}
