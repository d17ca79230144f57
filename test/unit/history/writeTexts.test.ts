import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { asCurl } from '../../../src/history/writeTexts.ts';
import { toAscii } from '../../../src/record/text.ts';
import { aWrite } from '../../support/historyWrites.ts';
import { shownStrings } from '../../support/hostileStrings.ts';

const anEntry = (more: Parameters<typeof aWrite>[1]) => ({ ...aWrite(5, more), entry: 'e', time: '2026-11-15' });

test('a shell passes the values of a curl command on as they are', { skip: process.platform === 'win32' }, () => {
  const shellSigns = ["'", '"', '\\', '$(id)', '`id`', '!!', '\n', '@file', ' ', ';', '&', '|', '*', '~', '\u0000'];
  const ofShell = fc.array(fc.constantFrom(...shellSigns), { maxLength: 12 }).map((signs) => signs.join(''));
  const values = fc.sample(fc.oneof(ofShell, shownStrings), { numRuns: 200, seed: 20 });
  const writes = values.map((value) => anEntry({ fields: [{ field: value, after: JSON.stringify(value) }] }));
  const script = ['curl() { printf "%s\\0" "$@"; }', ...writes.map(asCurl)].join('\n');
  const given = execFileSync('/bin/sh', { input: script, encoding: 'utf8', stdio: 'pipe' }).split('\0');
  const headers = ['--header', 'Accept: application/json', '--header', 'Content-Type: application/json'];
  const expected = writes.flatMap(({ address, fields: [first] }) => {
    const body = toAscii(`{${JSON.stringify(first?.field)}:${first?.after}}`);
    return ['--globoff', '--request', 'PATCH', address, ...headers, '--data-raw', body];
  });
  assert.deepEqual(given.slice(0, -1), expected);
});

test('a PATCH has the fields that were sent, digit by digit', () => {
  const fields = [
    { field: 'rate', before: '1', after: '1.50', stored: '1.5' },
    { field: 'né', after: '"é"' },
  ];
  assert.equal(
    asCurl(anEntry({ fields })),
    String.raw`curl --globoff --request PATCH 'https://videos.example.org/api/v2/video/5' \
  --header 'Accept: application/json' \
  --header 'Content-Type: application/json' \
  --data-raw '{"rate":1.50,"n\u00e9":"\u00e9"}'`,
  );
});

test('a PUT has the whole record as it was sent', () => {
  const curl = asCurl(anEntry({ method: 'PUT', body: '{"id":5,"title":"Talk 5"}' }));
  assert.match(curl, /--request PUT [\s\S]*--data-raw '\{"id":5,"title":"Talk 5"\}'$/);
});

test('a write whose values were too large is not half a request', () => {
  const write = { ...anEntry({ fields: [{ field: 'title' }] }), tooLarge: true as const };
  assert.throws(() => asCurl(write), /too large/);
});
