/** What is exported and compared again differs in nothing, and a change in a file is that change. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { baseText, parseBase } from '../../../src/exchange/baseFile.ts';
import { cellOf, cellValue } from '../../../src/exchange/cells.ts';
import { columnsOf, csvText } from '../../../src/exchange/csv.ts';
import { differenceOf, fieldsOf } from '../../../src/exchange/differences.ts';
import { type Given, recordsInFile } from '../../../src/exchange/given.ts';
import { sameValue } from '../../../src/record/changes.ts';
import { formatItems, formatString, formatValue } from '../../../src/record/format.ts';
import { withValues } from '../../../src/record/splice.ts';
import { parseRecord, type RecordText, readableRecord } from '../../../src/record/text.ts';
import { plainString, type RawFields, rawRecord, rawValue } from '../../support/recordArbitraries.ts';

const corpus = process.env.RECORDS_CORPUS;
const realRecords = () =>
  readFileSync(corpus ?? '', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => readableRecord(line));

const recordWith = (fields: RawFields, id = 7): RecordText =>
  readableRecord(
    `{"id":${id},${[...fields].map(([name, raw]) => `${JSON.stringify(name)}:${raw},`).join('')}"updated":"2024-05-17T10:00:00"}`,
  );

const bytes = (text: string) => new TextEncoder().encode(text);
const csvOf = (records: readonly RecordText[]) => recordsInFile('x.csv', bytes(csvText(records, columnsOf(records))));
const jsonOf = (records: readonly RecordText[]) =>
  recordsInFile('x.json', bytes(`[${records.map(({ text }) => text)}]`));
const baseOf = (records: readonly RecordText[]) => parseBase(baseText('https://live.example.org/', records));

/** What a comparison finds, by record. */
function found({ records, problems }: Given, base: ReturnType<typeof baseOf>, now: readonly RecordText[]) {
  assert.deepEqual(problems, []);
  const isField = fieldsOf(now);
  const byId = new Map(now.map((record) => [Number(record.fields.get('id')?.raw), record]));
  return records.flatMap((given) => {
    const record = byId.get(given.id);
    assert.ok(record);
    const difference = differenceOf(given, base?.records.get(given.id), record, (field) => isField.has(field));
    assert.deepEqual(difference.unreadable, []);
    return [...difference.values].map(([field, raw]) => ({ id: given.id, field, raw }));
  });
}

const someRecords = fc
  .array(rawRecord, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((fields, at) => recordWith(fields, at + 1)));

suite('exchange: round trips', () => {
  for (const [format, read] of [['CSV', csvOf] as const, ['JSON', jsonOf] as const]) {
    test(`${format}: what is exported differs in nothing, with and without its base`, () => {
      fc.assert(
        fc.property(someRecords, (records) => {
          assert.deepEqual(found(read(records), baseOf(records), records), []);
          assert.deepEqual(found(read(records), undefined, records), []);
        }),
      );
    });

    test(`${format}: real records differ in nothing`, {
      skip: corpus === undefined && 'RECORDS_CORPUS names no file',
    }, () => {
      const records = realRecords();
      assert.deepEqual(found(read(records), baseOf(records), records), []);
      assert.deepEqual(found(read(records), undefined, records), []);
    });
  }

  test('CSV: any line ends, separators and a missing mark at the start change nothing', () => {
    fc.assert(
      fc.property(someRecords, fc.constantFrom('\n', '\r\n'), fc.boolean(), (records, lineEnd, hasMark) => {
        const text = csvText(records, columnsOf(records))
          .slice(hasMark ? 0 : 1)
          .replaceAll('\r\n', lineEnd);
        assert.deepEqual(found(recordsInFile('x.csv', bytes(text)), baseOf(records), records), []);
      }),
    );
  });

  test('JSON: a value that is changed in a file is that change, digit for digit', () => {
    fc.assert(
      fc.property(someRecords, rawValue, (records, raw) => {
        const [first, ...others] = records;
        assert.ok(first);
        const given = jsonOf([parseRecord(withValues(first, new Map([['summary', raw]]))), ...others]);
        const before = first.fields.get('summary')?.raw;
        const isSame = before !== undefined && sameValue(raw, before);
        const changes = found(given, baseOf(records), records);
        assert.deepEqual(changes, isSame ? [] : [{ id: 1, field: 'summary', raw: formatValue(raw) }]);
      }),
    );
  });

  test('CSV: a text that is changed in a cell is that text, with the line ends that it had', () => {
    fc.assert(
      fc.property(plainString, plainString, (before, after) => {
        fc.pre(after.isWellFormed());
        const value = cellValue('summary', cellOf('summary', formatString(after)), formatString(before));
        assert.ok(typeof value === 'string');
        assert.equal(JSON.parse(value).replace(/\r*\n/g, '\n'), after.replace(/\r*\n/g, '\n'));
      }),
    );
  });

  test('CSV: a list that is changed in a cell is that list', () => {
    const list = fc.array(plainString, { maxLength: 4 }).map((items) => formatItems(items.map(formatString), 1));
    fc.assert(
      fc.property(list, list, (before, after) => {
        const value = cellValue('tags', cellOf('tags', after), before);
        assert.deepEqual(JSON.parse(value ?? ''), JSON.parse(after));
      }),
    );
  });

  for (const [updated, isUnknown] of [
    ['"2024"', false],
    ['""', true],
    ['null', true],
  ] as const) {
    test(`without its base, a record with ${updated} in "updated" is ${isUnknown ? 'maybe ' : 'not '}changed since`, () => {
      const now = readableRecord(`{"id":7,"title":"Theirs","updated":${updated}}`);
      for (const read of [csvOf, jsonOf]) {
        const [given] = read([now]).records;
        assert.ok(given);
        assert.equal(differenceOf(given, undefined, now, () => true).isBasisUnknown, isUnknown);
      }
    });
  }

  for (const [updated, isUnknown] of [
    ['2024-05-16T10:00:00', true],
    ['2024-05-17T10:00:00', false],
    ['17.05.2024 10:00', false],
  ] as const) {
    test(`a base is ${isUnknown ? 'not ' : ''}of a file that says ${updated}`, () => {
      const record = (title: string, time: string) => readableRecord(`{"id":7,"title":"${title}","updated":"${time}"}`);
      const now = record('Theirs', '2024-05-17T10:00:00');
      for (const read of [csvOf, jsonOf]) {
        const [given] = read([record('Mine', updated)]).records;
        assert.ok(given);
        assert.equal(differenceOf(given, now, now, () => true).isBasisUnknown, isUnknown);
      }
    });
  }

  test('CSV: one changed cell of real records is one change', {
    skip: corpus === undefined && 'RECORDS_CORPUS names no file',
  }, () => {
    const records = realRecords();
    const [first] = records;
    assert.ok(first);
    const { records: given, problems } = csvOf(records);
    const changed = given.map((one, at) =>
      at > 0 ? one : { ...one, fields: new Map([...one.fields, ['title', 'Other']]) },
    );
    const id = Number(first.fields.get('id')?.raw);
    assert.deepEqual(found({ records: changed, problems }, baseOf(records), records), [
      { id, field: 'title', raw: '"Other"' },
    ]);
  });
});
