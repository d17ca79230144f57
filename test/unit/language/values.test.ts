import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverText, readableValue } from '../../../src/language/hoverText.ts';
import { recordLinks } from '../../../src/language/recordLinks.ts';
import { embedAddresses } from '../../../src/record/embedAddresses.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { webAddress } from '../../../src/record/valueShapes.ts';

const fieldsOf = (fields: object) => [...parseRecord(JSON.stringify(fields)).fields.values()];
const readable = (fields: object) => fieldsOf(fields).flatMap(readableValue);

test('a hover shows a value as people read it', () => {
  assert.deepEqual(readable({ recorded: '2025-06-03' }), ['Tuesday\\, June 3\\, 2025']);
  assert.deepEqual(readable({ added: '2025-06-10T10:10:10' }), [
    'Tuesday\\, June 10\\, 2025\\, 10\\:10\\:10 \\(no time zone\\)',
  ]);
  assert.deepEqual(readable({ duration: 3481 }), [
    'If the unit is seconds: 58 min 1 sec. If it is minutes: 58 hr 1 min.',
  ]);
  assert.deepEqual(readable({ video_mp4_length: 12_345_678 }), ['If the unit is bytes: 12.3 MB.']);
  assert.deepEqual(readable({ source_url: 'http://example.org/a' }), [
    '[Open example\\.org](<http://example.org/a>) (not encrypted)',
  ]);
});

test('a hover shows what the field is and its value before a change', () => {
  const [title] = fieldsOf({ title: 'New' });
  assert.ok(title);
  const change = { field: 'title', kind: 'changed', before: '"Old"' } as const;
  assert.equal(
    hoverText(title, change),
    '**title** · String\n\nTitle of the talk\\.\n\nBefore your change:\n\n```json\n"Old"\n```',
  );
  const [unknown] = fieldsOf({ unheard: 1 });
  assert.ok(unknown);
  assert.equal(hoverText(unknown, undefined), undefined);
});

test('a hover does not interpret a value whose meaning is uncertain', () => {
  const silent = {
    recorded: '2025-02-30',
    added: null,
    duration: 0,
    source_url: '',
    video_mp4_url: 'x',
    title: '2025-06-03',
    embed: '',
  };
  assert.deepEqual(readable(silent), []);
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

test('finds the addresses in the markup of a player', () => {
  assert.deepEqual(embedAddresses(player), Array(2).fill('https://v.example.org/a?b=1&c=2'));
  assert.deepEqual(embedAddresses('<iframe src=//v.example.org/x></iframe>')[0], '//v.example.org/x');
});

test('finds no address in megabytes of hostile markup', () => {
  for (const part of ['<embed ', '<embed src="', '<param name=movie value=', '<', 'a="']) {
    assert.deepEqual(embedAddresses(part.repeat(1_000_000)), [], part);
  }
});

test('a link covers the address in the text, also in markup and with its last character', () => {
  const text = `{"source_url":"https://example.org/a_","embed":${JSON.stringify(`é\n${player.replaceAll("'", '"')}`)},"video_mp4_url":"command:x"}`;
  const links = recordLinks(text);
  assert.deepEqual(
    links.map(({ address }) => address),
    ['https://example.org/a_', 'https://v.example.org/a?b=1&c=2', 'https://v.example.org/a?b=1&c=2'],
  );
  assert.deepEqual(
    links.map(({ offset, length }) => text.slice(offset, offset + length)),
    ['https://example.org/a_', 'https://v.example.org/a?b=1&amp;c=2', 'https://v.example.org/a?b=1&#38;c=&#x32;'],
  );
});

test('an address with an escaped delimiter is left to VS Code, whose links keep it', () => {
  const text = '{"source_url": "https://a.example/?q=a%26b", "thumbnail_url": "https://b.example/a%20b"}';
  assert.deepEqual(
    recordLinks(text).map(({ address }) => address),
    ['https://b.example/a%20b'],
  );
});

test('an escape that is none costs no other link', () => {
  const text = '{"source_url": "https://a.example/\\q", "thumbnail_url": "https://b.example/", "state" 1}';
  assert.ok(recordLinks(text).some(({ address }) => address === 'https://b.example/'));
});

test('a link in a text ends before escapes, punctuation and the parenthesis around it', () => {
  const written = (text: string) => {
    const json = JSON.stringify({ description: text });
    return recordLinks(json).map(({ offset, length }) => json.slice(offset, offset + length));
  };
  assert.deepEqual(written('See https://example.org/a\nand http://b.example.org.'), [
    'https://example.org/a',
    'http://b.example.org',
  ]);
  const mixed = JSON.stringify({ description: 'https://b.example.org', source_url: 'https://a.example.org' });
  const places = recordLinks(mixed).map(({ offset }) => offset);
  assert.deepEqual(places, places.toSorted(), 'in the order of the text');
  assert.deepEqual(written('[x](https://example.org/a_(b)), "https://example.org/c"'), [
    'https://example.org/a_(b)',
    'https://example.org/c',
  ]);
  assert.deepEqual(written('javascript:https://example.org, https://, xhttps://a.org'), ['https://example.org']);
});
