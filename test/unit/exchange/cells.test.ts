import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cellOf, cellValue, isCut } from '../../../src/exchange/cells.ts';
import { columnsOf, csvText, readCsv } from '../../../src/exchange/csv.ts';
import { recordsInFile, together } from '../../../src/exchange/given.ts';
import { rewrittenColumns } from '../../../src/exchange/rewritten.ts';
import { recordOf } from '../../support/recordArbitraries.ts';

suite('exchange: cells', () => {
  const written: readonly (readonly [what: string, field: string, raw: string, cell: string])[] = [
    ['a text', 'title', '"A \\"quoted\\" title"', 'A "quoted" title'],
    ['a text with leading zeros', 'slug', '"007"', '007'],
    ['null in a text field', 'language', 'null', ''],
    ['null in another field', 'duration', 'null', 'null'],
    ['a formula', 'title', '"=1+1"', "'=1+1"],
    ['a formula over several lines', 'title', '"@x\\n=y"', "'@x\n=y"],
    ['a full-width formula', 'title', '"＝1"', "'＝1"],
    ['a text that begins like a guarded formula', 'title', '"\'=1"', "''=1"],
    ['a text with an apostrophe', 'title', '"\'tis"', "'tis"],
    ['a list of texts', 'tags', '["boats", "maps"]', 'boats\nmaps'],
    ['a list that begins with a formula', 'tags', '["-x", "y"]', "'-x\ny"],
    ['an empty list', 'tags', '[]', ''],
    ['a list with a line end in an item', 'tags', '["a\\nb"]', '["a\\nb"]'],
    ['a list with a bracket', 'tags', '["a", "[b]"]', '["a", "[b]"]'],
    ['a list with an empty item', 'tags', '[""]', '[""]'],
    ['a list of other values', 'tags', '[1.50]', '[1.50]'],
    ['a number', 'duration', '-1.50', '-1.50'],
    ['half a character', 'title', '"\\ud800"', '"\\ud800"'],
  ];
  for (const [what, field, raw, cell] of written) {
    test(`${what} is written as ${JSON.stringify(cell)} and comes back`, () => {
      assert.equal(cellOf(field, raw), cell);
      assert.equal(cellValue(field, cell, raw), raw);
    });
  }

  const read: readonly (readonly [
    what: string,
    field: string,
    cell: string,
    before: string | undefined,
    raw: unknown,
  ])[] = [
    ['CRLF counts as LF', 'summary', 'a\r\nb', '"a\\nb"', '"a\\nb"'],
    ['and a changed text keeps the line ends it had', 'summary', 'a\nc', '"a\\r\\nb"', '"a\\r\\nc"'],
    ['each line the end that it had', 'summary', 'a\nx\nc\nd', '"a\\r\\nb\\nc\\r\\nd"', '"a\\r\\nx\\nc\\r\\nd"'],
    ['also after a new one', 'summary', 'n\na\nb\nc', '"a\\nb\\r\\nc"', '"n\\na\\nb\\r\\nc"'],
    ['a dropped apostrophe is no change', 'title', '=1+1', '"=1+1"', '"=1+1"'],
    ['not even one of two', 'title', "'=1", '"\'=1"', '"\'=1"'],
    ['a text that was null can become empty only if it was a text', 'language', '', '"English"', '""'],
    ['digits stay a text', 'title', '007', '"7"', '"007"'],
    ['a number that is written in another way is no change', 'duration', '1.5', '1.50', '1.50'],
    ['a number is exact', 'duration', '12345678901234567890.50', '1', '12345678901234567890.50'],
    ['TRUE is true', 'video_mp4_download_only', 'TRUE', 'true', 'true'],
    ['a list may be JSON', 'tags', '["a\\nb"]', '["x"]', '["a\\nb"]'],
    ['a list may be lines', 'tags', 'a\n\nb\n', '["x"]', '[\n    "a",\n    "b"\n  ]'],
    ['an empty list', 'tags', '', '["x"]', '[]'],
    ['a list that is torn becomes a text, which is a problem', 'tags', '["a', '["x"]', '"[\\"a"'],
    ['an empty number becomes a text, which is a problem', 'duration', '', '5', '""'],
    ['an empty number that was null stays null', 'duration', '', 'null', 'null'],
    ['a word for a number becomes a text, which is a problem', 'duration', 'long', '5', '"long"'],
    ['an unknown field has the type that it had', 'room', '12', '"11"', '"12"'],
    ['a word for a number of an unknown field is left out', 'seats', 'many', '5', null],
    ['an empty cell of a record without the field is nothing', 'room', '', undefined, undefined],
  ];
  test('a cell that Excel cut keeps its value', () => {
    const cut = 'x\n'.repeat(32_767).slice(0, 32_767);
    for (const text of ['x\n'.repeat(20_000), 'x\r\n'.repeat(20_000)]) {
      const raw = JSON.stringify(text);
      assert.equal(cellValue('summary', cut, raw), raw);
      assert.ok(isCut('summary', cut, raw));
      assert.ok(!isCut('summary', text, raw));
      assert.notEqual(cellValue('summary', `y${cut.slice(1)}`, raw), raw);
    }
  });
  for (const [what, field, cell, before, raw] of read) {
    test(what, () => assert.equal(cellValue(field, cell, before), raw));
  }
});

suite('exchange: CSV', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('is UTF-8 with a mark, CRLF and quotes around every cell; id first, updated last', () => {
    const records = [recordOf({ updated: '"2024"', title: '"é"', id: '7', '=x': '""' })];
    assert.deepEqual(columnsOf(records), ['id', 'title', '=x', 'updated']);
    assert.equal(csvText(records, columnsOf(records)), '\ufeff"id","title","\'=x","updated"\r\n"7","é","","2024"\r\n');
  });

  for (const separator of [',', ';', '\t']) {
    test(`is read with ${JSON.stringify(separator)}`, () => {
      const { rows } = readCsv(`title${separator}id\r"a${separator}b"${separator}7\n`);
      assert.deepEqual(
        [...(rows[0]?.cells ?? [])],
        [
          ['title', `a${separator}b`],
          ['id', '7'],
        ],
      );
    });
  }

  test('columns without a name of their own and rows of another length are named and left out', () => {
    const { rows, problems } = readCsv('id,title,title,,state\r\n1,a,b,c,2\r\n"2\r\n",x\r\n3,a,b,c,4\n');
    assert.deepEqual(
      rows.map(({ line, cells }) => [line, ...cells.values()]),
      [
        [2, '1', '2'],
        [5, '3', '4'],
      ],
    );
    assert.deepEqual(problems, [
      'Column "title" is on line 1 more than once and is left out.',
      'Columns without a name on line 1 are left out.',
      'Line 3 has 2 cells instead of 5 and is left out.',
    ]);
  });

  test('as many cells take as long in many columns as in many rows', () => {
    const timeOf = (columnCount: number, rowCount: number) => {
      const columns = Array.from({ length: columnCount }, (_, at) => `column ${at}`);
      const text = [['id', ...columns], ...Array(rowCount).fill([7, ...columns])].join('\n');
      const start = process.cpuUsage();
      const { rows } = readCsv(text);
      const { user } = process.cpuUsage(start);
      assert.equal(rows.length, rowCount);
      for (const { cells } of rows) assert.equal(cells.size, columnCount + 1);
      return user;
    };
    const [inRows, inColumns] = [timeOf(500, 400), timeOf(20_000, 10)];
    assert.ok(inColumns < 10 * inRows, `${inColumns} and ${inRows} µs`);
  });

  test('a file of more than 2,000,000 cells is refused', () => {
    const row = `7${',x'.repeat(20_000)}\n`;
    const header = Array.from({ length: 20_000 }, (_, at) => `,c${at}`).join('');
    assert.throws(() => readCsv(`id${header}\n${row.repeat(100)}`), /The file has more than 2,000,000 cells\./);
  });

  const refused: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['a quotation mark that is not closed', 'id,title\n1,"a\n\n2,b\n', /begins on line 2 is not closed/],
    ['a stray quotation mark', 'id,title\n1,b\n2,a"b"\n', /line 3 has a quotation mark in the wrong place/],
    ['a file without the column', 'ID,title\n1,a\n', /a column "id" on line 1/],
    ['the column twice', 'id,id\n1,1\n', /"id" is on line 1 more than once/],
    ['an empty file', '', /a column "id" on line 1/],
    ['a row of more than 20 MB', `id,title\n1,b\n2,${'a'.repeat(21 * 1024 * 1024)}\n`, /line 3 is longer than 20 MB/],
    ['bytes that are not UTF-8', new Uint8Array([0x69, 0x64, 0x0a, 0xff]), /CSV UTF-8/],
  ];
  for (const [what, content, message] of refused) {
    test(`refuses ${what}`, () => {
      assert.throws(() => recordsInFile('x.csv', typeof content === 'string' ? bytes(content) : content), message);
    });
  }

  const ids = Array.from({ length: 20_001 }, (_, at) => at + 1);
  const formats: readonly (readonly [string, (ids: readonly number[]) => string])[] = [
    ['a list', (some) => `[${some.map((id) => `{"id":${id}}`)}]`],
    ['lines', (some) => some.map((id) => `{"id":${id}}`).join('\n')],
    ['a CSV', (some) => ['id', ...some].join('\n')],
  ];
  for (const [what, textOf] of formats) {
    test(`${what} of 20,000 records is read, and one of more is refused`, () => {
      assert.equal(recordsInFile('x', bytes(textOf(ids.slice(1)))).records.length, 20_000);
      assert.throws(() => recordsInFile('x', bytes(textOf(ids))), /The file has more than 20,000 records\./);
    });
  }

  test('refuses JSON that is not UTF-8, without a word about CSV', () => {
    const said = { message: 'The file is not UTF-8. Save it as UTF-8, then compare it again.' };
    for (const name of ['x.json', 'x.jsonl']) assert.throws(() => recordsInFile(name, new Uint8Array([0xff])), said);
  });

  test('a list and lines of JSON name what can’t be read, and the rest goes on', () => {
    const list = together([
      recordsInFile('x.json', bytes('[{"id":1},{"id":1,"id":2},{"title":"x"},{"id":3},{"id":3}]')),
      recordsInFile('3.json', bytes('{"id":3}')),
    ]);
    assert.deepEqual(
      list.records.map(({ id }) => id),
      [1],
    );
    assert.equal(list.problems.length, 3);
    assert.match(
      list.problems.join('\n'),
      /x\.json, record 2: .*\n.*record 3: There is no positive integer in "id"\.\nRecord 3 is there more than once/,
    );
    const lines = recordsInFile('x.jsonl', bytes('{"id":1}\r\n{"id":2\r\n{"id":4}\n'));
    assert.deepEqual(
      lines.records.map(({ id }) => id),
      [1, 4],
    );
    assert.equal(lines.problems.length, 1);
  });
});

suite('exchange: what a spreadsheet rewrites', () => {
  const columns = (pairs: readonly (readonly [string, string])[], total = pairs.length) =>
    rewrittenColumns(
      pairs.map(([before, after]) => ({ field: 'x', before, after })),
      () => total,
    ).map(({ count }) => count);

  for (const [before, after] of [
    ['2014-05-17', '17.05.2014'],
    ['2014-05-17', '5/17/14'],
    ['2014-05-17T10:00:00', '2014-05-17 10:00'],
    ['1234567890123456', '1.23E+15'],
    ['1234567890123456', '1234567890123450'],
    ['1.5', '1,5'],
    ['007', '7'],
    [' a', 'a'],
  ] as const) {
    test(`${JSON.stringify(before)} as ${JSON.stringify(after)}`, () => {
      assert.deepEqual(
        columns([
          [before, after],
          [before, after],
        ]),
        [2],
      );
      assert.deepEqual(columns([[before, after]], 2), [], 'but not if it is half of the cells');
    });
  }

  test('not what a person changes', () => {
    assert.deepEqual(
      columns([
        ['2014-05-17', '2014-05-18'],
        ['a', 'b'],
        ['10', '20'],
      ]),
      [],
    );
    for (const [before, after] of [
      ['2014-05-17', '18.05.2014'],
      ['2014-05-06', '2014-06-05'],
      ['2014-05-05', '2014-05-06'],
      ['2455', '2460'],
      ['', '0'],
    ] as const) {
      assert.deepEqual(columns([[before, after]]), [], `${before} as ${after}`);
    }
  });
});
