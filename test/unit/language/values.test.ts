import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordLinks } from '../../../src/language/recordLinks.ts';
import { valueFacts } from '../../../src/language/valueFacts.ts';
import { embedAddresses } from '../../../src/record/embedAddresses.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { webAddress } from '../../../src/record/webAddress.ts';

const facts = (fields: object) => [...parseRecord(JSON.stringify(fields)).fields.values()].flatMap(valueFacts);

test('facts are told where they are certain', () => {
  assert.deepEqual(facts({ recorded: '2025-06-03' }), ['Tuesday, 3 June 2025']);
  assert.deepEqual(facts({ added: '2025-06-10T10:10:10.101' }), [
    'Tuesday, 10 June 2025, 10:10:10.101. The service names no time zone.',
  ]);
  assert.deepEqual(facts({ duration: 3481 }), [
    '58 min 1 s if it counts seconds, 58 h 1 min if it counts minutes. The interface names no unit.',
  ]);
  assert.deepEqual(facts({ source_url: 'http://example.org/a' }), ['Host example.org, over http, not encrypted.']);
});

test('and nowhere else', () => {
  const silent = {
    recorded: '2025-02-30',
    added: null,
    duration: 0,
    source_url: '',
    video_mp4_url: 'x',
    title: '2025-06-03',
    embed: '',
  };
  assert.deepEqual(facts(silent), []);
});

test('only http and https are web addresses', () => {
  assert.equal(webAddress(' https://example.org/a b '), 'https://example.org/a%20b');
  for (const text of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'command:x',
    'data:text/html,x',
    'file:///etc/passwd',
    '//x.org',
    'https:',
    'https://',
    'vscode://a',
  ]) {
    assert.equal(webAddress(text), undefined, text);
  }
});

const player =
  '<object width="640"><param name="movie" value="https://v.example.org/a?b=1&amp;c=2"></param><param name="allowFullScreen" value="true"></param><embed src=\'https://v.example.org/a?b=1&#38;c=&#x32;\'></embed></object>';

test('the addresses of a player are read as data', () => {
  const found = embedAddresses(player);
  assert.deepEqual(
    found.map(({ address }) => address),
    Array(2).fill('https://v.example.org/a?b=1&c=2'),
  );
  for (const { offset, length } of found) assert.match(player.slice(offset, offset + length), /^https.*2;?$/);
  assert.deepEqual(embedAddresses('<iframe src=//v.example.org/x></iframe>')[0]?.address, '//v.example.org/x');
});

test('hostile markup takes no time and names no address', () => {
  for (const part of ['<embed ', '<embed src="', '<param name=movie value=', '<', 'a="']) {
    const started = performance.now();
    embedAddresses(part.repeat(1_000_000));
    assert.ok(performance.now() - started < 500, part);
  }
});

test('links stand where the address stands in the text, escapes included', () => {
  const text = `{"source_url":"https:\\/\\/example.org\\/\\u0061","embed":${JSON.stringify(`é\n${player}`)},"title":"https://no.example.org","video_mp4_url":"command:x"}`;
  const links = recordLinks(parseRecord(text));
  assert.deepEqual(
    links.map(({ address }) => address),
    ['https://example.org/a', 'https://v.example.org/a?b=1&c=2', 'https://v.example.org/a?b=1&c=2'],
  );
  assert.deepEqual(
    links.map(({ offset, length }) => text.slice(offset, offset + length)),
    [
      'https:\\/\\/example.org\\/\\u0061',
      'https://v.example.org/a?b=1&amp;c=2',
      'https://v.example.org/a?b=1&#38;c=&#x32;',
    ],
  );
});
