import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseExact, toAsciiJson } from '../../../src/sample/exactJson.ts';

test('keeps numbers as they were written', () => {
  const text = '[1.50,-0,1e999,18446744073709551616,[2.0],{"a":1E+2}]';
  assert.equal(toAsciiJson(parseExact(text)), text);
});

test('every string comes back as it was, in ASCII, lone surrogates and NUL included', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      (text) => {
        const json = toAsciiJson({ [text]: text });
        assert.match(json, /^[\0-\x7f]*$/);
        assert.deepEqual(JSON.parse(json), { [text]: text });
      },
    ),
  );
});

test('reads other values as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.deepEqual(JSON.parse(toAsciiJson(parseExact(text))), JSON.parse(text));
    }),
  );
});
