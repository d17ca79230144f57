import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { sameValue } from '../../../src/record/changes.ts';
import { decodeRecord, fieldText, fieldValue, parseRecord, readableRecord, toAscii } from '../../../src/record/text.ts';
import { RecordTextError, type RecordTextErrorKind } from '../../../src/record/textError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { formatRecord } from '../../support/formatRecord.ts';
import { hostileText, rawFields, rawRecord, rawValue, recordOf } from '../../support/recordArbitraries.ts';

const numRuns = 10_000;

function errorOf(run: () => unknown): RecordTextError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof RecordTextError, `threw ${error}`);
    return error;
  }
  return assert.fail('nothing was thrown');
}

/** The same tokens in the same places, whatever the layout and the way strings are escaped. */
function tokens(text: string): string[] {
  const found = text.match(/"(?:[^"\\]|\\.)*"|[^\s",:[\]{}]+|[,:[\]{}]/gs) ?? [];
  return found.map((token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token));
}

suite('reading a record', () => {
  test('every field is a slice of the text', () => {
    const text = '\ufeff{ "a" : 1.0 , "\\u00e9": [1, {"x": 2}] }';
    const record = parseRecord(text);
    assert.deepEqual([...record.fields.keys()], ['a', 'é']);
    for (const field of record.fields.values()) {
      assert.equal(text.slice(field.offset, field.offset + field.length), field.raw);
      assert.equal(JSON.parse(text.slice(field.keyOffset, field.keyOffset + field.keyLength)), field.key);
    }
    assert.equal(record.fields.get('a')?.raw, '1.0');
    assert.equal(record.fields.get('é')?.raw, '[1, {"x": 2}]');
  });

  test('a field has its value and its text', () => {
    const record = parseRecord('{"t":"\\u00e9","n":12,"__proto__":"p"}');
    assert.equal(fieldText(record, 't'), 'é');
    assert.equal(fieldText(record, '__proto__'), 'p');
    assert.equal(fieldText(record, 'n'), undefined);
    assert.equal(fieldText(record, 'missing'), undefined);
    const number = record.fields.get('n');
    assert.equal(number && fieldValue(number), 12);
  });

  for (const [text, kind, offset, line, column] of [
    ['', 'syntax', 0, 1, 1],
    ['<html>', 'syntax', 0, 1, 1],
    ['{"a":1,}', 'syntax', 7, 1, 8],
    ['{"a":1 // no\n}', 'syntax', 7, 1, 8],
    ['{\n  "a": 01\n}', 'syntax', 10, 2, 9],
    ['{\r\n"a": tru\r\n}', 'syntax', 8, 2, 6],
    ['{"a":"x\ny"}', 'syntax', 7, 1, 8],
    ['{"a":"\\x"}', 'syntax', 6, 1, 7],
    ['{"a":"\\u12g4"}', 'syntax', 6, 1, 7],
    ['{"a":1} {', 'syntax', 8, 1, 9],
    ['{"a":"', 'syntax', 6, 1, 7],
    ['[1]', 'notAnObject', 0, 1, 1],
    ['\n 12', 'notAnObject', 2, 2, 2],
    ['{"a":1,\n"\\u0061":2}', 'duplicateKey', 8, 2, 1],
    ['{"x":[{"a":1,"a":2}]}', 'duplicateKey', 13, 1, 14],
    [`{"a":${'['.repeat(300)}`, 'tooDeep', 68, 1, 69],
  ] as const) {
    test(`${JSON.stringify(text.slice(0, 30))} is refused as ${kind} at ${line}:${column}`, () => {
      for (const read of [parseRecord, formatRecord]) {
        const error = errorOf(() => read(text));
        assert.deepEqual([error.kind, error.offset, error.line, error.column], [kind, offset, line, column]);
        assert.match(messageOf(error), new RegExp(`^[A-Z].*\\bline ${line}(, column ${column}\\)?)?\\.$`));
      }
    });
  }

  test('a string that does not end on its line lacks a quotation mark', () => {
    const messageFor = (text: string) => messageOf(errorOf(() => parseRecord(text)));
    for (const text of ['{\n"a": "x,\n"b": 1}', '{\n"a": "x,\r\n"b": 1}', '{\n"a": "x']) {
      assert.equal(messageFor(text), 'A quotation mark is missing on line 2.');
    }
    assert.match(messageFor('{"a":"x\ty"}'), /write the tab or control character at line 1, column 8 as an escape\.$/);
  });

  test('nesting up to the bound is read', () => {
    assert.doesNotThrow(() => formatRecord(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`));
  });

  test('more fields or values than any record has are refused before they are built', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, at) => `"${at}":0`).join();
    parseRecord(`{"a":{${fields(10_000)}},"b":{${fields(9_998)}}}`);
    parseRecord(`{"a":[${'0,'.repeat(199_997)}0]}`);
    const TOO_MANY: readonly [string, string, string][] = [
      [
        `{${fields(1_000_000)}}`,
        `{${fields(20_000)},`,
        'The record has more than 20,000 fields, nested ones included.',
      ],
      [
        `{"a":[${'0,'.repeat(1_000_000)}0]}`,
        `{"a":[${'0,'.repeat(199_998)}`,
        'The record has more than 200,000 values.',
      ],
    ];
    for (const [text, read, message] of TOO_MANY) {
      const error = errorOf(() => parseRecord(text));
      assert.deepEqual([error.kind, error.offset, messageOf(error)], ['tooMany', read.length, message]);
    }
  });

  test('a small text that would become a huge one is refused before it is made', () => {
    const nested = `${'['.repeat(60)}${'[],'.repeat(100_000)}[]${']'.repeat(60)}`;
    const error = errorOf(() => readableRecord(`{"a":${nested}}`, 1_000_000));
    assert.equal(error.kind, 'tooLarge');
  });
});

suite('decoding a record', () => {
  test('a byte order mark is dropped', () => {
    assert.equal(decodeRecord(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), '{}');
  });

  test('the first bad byte is named, behind a replacement character that is meant', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff{"é\ufffd":\n"'), Buffer.from([0xef, 0xbf, 0x41])]);
    const error = errorOf(() => decodeRecord(bytes));
    assert.deepEqual([error.kind, error.offset, error.line, error.column], ['encoding', bytes.length - 3, 2, 2]);
    assert.equal(messageOf(error), 'Invalid UTF-8 in byte 14 (line 2, column 2).');
  });

  test('any bytes decode to what they encode, or fail with their place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        try {
          const text = decodeRecord(bytes);
          assert.deepEqual(Buffer.from(text), Buffer.from(bytes).subarray(bytes.length - Buffer.byteLength(text)));
        } catch (error) {
          assert.ok(error instanceof RecordTextError);
          assert.doesNotThrow(() => decodeRecord(bytes.subarray(0, error.offset)));
          assert.throws(() => decodeRecord(bytes.subarray(0, error.offset + 4)));
        }
      }),
      { numRuns },
    );
  });
});

suite('showing a record', () => {
  test('two-space indent, numbers, keys and order as sent', () => {
    const text = '{"b":1.0,"a":[],"n":{"x":1e400,"y":[12345678901234567890]},"e":{}}';
    const shown =
      '{\n  "b": 1.0,\n  "a": [],\n  "n": {\n    "x": 1e400,\n    "y": [\n      12345678901234567890\n    ]\n  },\n  "e": {}\n}\n';
    assert.equal(formatRecord(text), shown);
    assert.equal(formatRecord('{}'), '{}\n');
  });

  test('characters for escapes, escapes for what would hide', () => {
    const shown = (raw: string) => formatRecord(`{"a":${raw}}`).slice('{\n  "a": '.length, -'\n}\n'.length);
    assert.equal(shown('"\\u00e9\\/\\ud83d\\ude00"'), '"é/😀"');
    assert.equal(shown('"a\\r\\n\\u0000\\t\\"\\\\"'), '"a\\r\\n\\u0000\\t\\"\\\\"');
    assert.equal(shown('"\\ud83d \ude00"'), '"\\ud83d \\ude00"');
    for (const unit of '\u007f\u0085\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff') {
      const escaped = `"\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}"`;
      assert.equal(shown(`"${unit}"`), escaped);
      assert.equal(shown(escaped), escaped);
    }
  });

  test('formatting keeps every token, and what is formatted stays as it is', () => {
    fc.assert(
      fc.property(rawRecord, (fields) => {
        const record = recordOf(fields);
        const shown = formatRecord(record.text);
        assert.deepEqual(tokens(shown), tokens(record.text));
        assert.equal(formatRecord(shown), shown);
        for (const [key, raw] of rawFields(parseRecord(shown))) assert.ok(sameValue(raw, fields.get(key) ?? ''));
      }),
      { numRuns },
    );
  });

  test('the layout is the one of JSON.stringify', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2, noUnicodeString: true })),
        (value) => {
          const compact = JSON.stringify(value);
          assert.equal(formatRecord(compact), `${JSON.stringify(JSON.parse(compact), null, 2)}\n`);
        },
      ),
      { numRuns },
    );
  });

  test('the ASCII form has the same values and only ASCII', () => {
    fc.assert(
      fc.property(rawValue, (raw) => {
        const ascii = toAscii(raw);
        assert.match(ascii, /^[\0-\x7f]*$/);
        assert.ok(sameValue(ascii, raw));
      }),
      { numRuns },
    );
  });
});

suite('hostile text', () => {
  test('is read where JSON.parse reads it, or refused where V8 says it breaks', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { kind, offset } = outcomeOf(text);
        // These two are found before the rest of the text is looked at, and JSON.parse doesn't mind them.
        fc.pre(kind !== 'duplicateKey' && kind !== 'tooDeep');
        const mark = text.startsWith('\ufeff') ? 1 : 0;
        const position = positionFromV8(text.slice(mark));
        assert.equal(kind === 'syntax', position !== undefined);
        if (kind !== 'syntax' || typeof position !== 'number') return;
        // V8 names the character, we the start of the word, number or escape that it breaks.
        assert.match(text.slice(offset, mark + position), /^[\w.+\\-]*$/);
        assert.ok(offset <= mark + position);
      }),
      { numRuns },
    );
  });

  test('a megabyte of brackets, quotes or backslashes is refused at once', () => {
    for (const part of ['[', '{"a":', '"', '\\', '{"a', '-', '1', ' ']) {
      assert.throws(() => parseRecord(part.repeat(1_000_000 / part.length)), RecordTextError);
    }
  });
});

function outcomeOf(text: string): { kind: RecordTextErrorKind | 'read'; offset: number } {
  try {
    formatRecord(text);
    return { kind: 'read', offset: text.length };
  } catch (error) {
    assert.ok(error instanceof RecordTextError, `threw ${error}`);
    return error;
  }
}

/** Undefined for valid JSON. Some of V8's messages don't tell the place, and at the end of the text none does. */
function positionFromV8(text: string): number | 'untold' | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = String(error);
    if (message.includes('Unexpected end of JSON input')) return text.length;
    const position = / at position (\d+)/.exec(message)?.[1];
    return position === undefined ? 'untold' : Number(position);
  }
}
