import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  InvalidReferenceError,
  maxIds,
  parseId,
  parseReference,
  parseWorksheetLink,
} from '../../../src/record/references.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';

const numRuns = 10_000;
const link = 'vscode://video-records.video-records/open';

suite('references', () => {
  for (const [input, expected] of [
    ['12', { ids: [12] }],
    ['#12', { ids: [12] }],
    [' 12 , 15 20-25 ', { ids: [12, 15, 20, 21, 22, 23, 24, 25] }],
    ['3,1\n3\t#2', { ids: [3, 1, 2] }],
    ['7-7', { ids: [7] }],
    ['#1-#3', { ids: [1, 2, 3] }],
    ['9007199254740990-9007199254740991', { ids: [9007199254740990, 9007199254740991] }],
    ['https://host/prefix/api/v2/video/12/', { ids: [12], address: 'https://host/prefix' }],
    ['http://[::1]:8000/api/v2/video/12?format=json', { ids: [12], address: 'http://[::1]:8000' }],
    ['HTTPS://HOST:443/api/v2/video/12', { ids: [12], address: 'https://host' }],
    ['https://host/video/12/some-slug', { ids: [12], address: 'https://host' }],
    ['https://host/a/video/12/some-slug/#t=1', { ids: [12], address: 'https://host/a' }],
    ['https://host/video/12', { ids: [12], address: 'https://host' }],
    ['https://host/video/api/v2/video/12', { ids: [12], address: 'https://host/video' }],
    ['videorecord://my.service-1/12-some-slug.video.json', { ids: [12], service: 'my.service-1' }],
    ['staging 9', { ids: [9], service: 'staging' }],
    ['staging/9', { ids: [9], service: 'staging' }],
    ['My.Service-1 12, #15 20-21', { ids: [12, 15, 20, 21], service: 'my.service-1' }],
    ['7/9', { ids: [9], service: '7' }],
    ['7 9', { ids: [7, 9] }],
    ['videorecord://sample/12.video.json', { ids: [12], service: 'sample' }],
    [`${link}?address=https%3A%2F%2Fhost%2Fa%2F&id=12`, { ids: [12], address: 'https://host/a' }],
    [`${link}?id=12&service=sample`, { ids: [12], service: 'sample' }],
    ['vscode-insiders://video-records.video-records/open?id=1&service=a', { ids: [1], service: 'a' }],
    ['vscodium://video-records.video-records/open?id=1&service=a', { ids: [1], service: 'a' }],
  ] as const) {
    test(`${JSON.stringify(input)} is understood`, () => assert.deepEqual(parseReference(input), expected));
  }

  for (const input of [
    ...['', ' , ', '0', '-1', '+1', '012', '1e3', '1.0', '0x10', '١٢', '9007199254740992', '12a', '##1', '20 - 25'],
    ...[
      '25-20',
      '1-',
      '-',
      '1-2-3',
      '1-501',
      '1-9007199254740991',
      '1-400 500-700',
      'a talk',
      '/9',
      'a/b 9',
      'a / 9',
      'ä 9',
      'a b 9',
    ],
    ...['https://host/', 'https://host/video/', 'https://host/video/012', 'https://host/video/12/a/b', 'https://'],
    ...['https://host/api/v1/video/12', 'https://host/api/v2/video/12/extra', 'https://user:pw@host/video/12'],
    ...['ftp://host/video/12', 'videorecord://sample/some.video.json', 'videorecord://sample/012.video.json'],
    ...['videorecord://sample/12.txt', 'videorecord:///12.video.json', 'videorecord://sample/12.video.json?x'],
    ...[`${link}`, `${link}?id=12`, `${link}?service=a`, `${link}?id=1&id=2&service=a`, `${link}?id=1&service=a&x=1`],
    ...[`${link}?id=1&service=a&address=https://host`, `${link}?id=1,2&service=a`, `${link}?id=1&service=A%20b`],
    ...[`${link}?id=1&address=file:///etc`, `${link}?id=1&address=https://u@host`, `${link}?id=1&address=https://h?q`],
    ...[`${link}?id=1&service=a#x`, `${link}/more?id=1&service=a`, 'vscode://other.extension/open?id=1&service=a'],
  ]) {
    test(`${JSON.stringify(input)} is refused with what is accepted`, () => {
      assert.throws(
        () => parseReference(input),
        (error: Error) => /^["A-Z].*\. Enter an ID \(12\), several IDs .*\.$/s.test(messageOf(error)),
      );
    });
  }

  test('what may be a password or a token of an address is not repeated', () => {
    for (const [input, shown] of [
      ['https://ann:pa/ss@host/video/x', 'https://…@host/video/x'],
      ['https://ann:p?ss@host/video/x', 'https://…'],
      ['https://host/x?token=a@b', 'https://…'],
      ['https://host/x?token=ab', 'https://host/x?…'],
      ['https://host/video/x', 'https://host/video/x'],
    ] as const) {
      const refused = (error: Error) => messageOf(error).includes(shown) && !/pa\/ss|p\?ss|ab/.test(messageOf(error));
      assert.throws(() => parseReference(input), refused, input);
    }
  });

  // Anything that looked at these twice for each character would not end within the time a test has.
  for (const input of [
    `https://host/${'/'.repeat(3_000_000)}video/12`,
    `${'://'.repeat(1_000_000)}`,
    `https://host/video/12?${'x'.repeat(2_000)}`,
    `videorecord://sample/12-${'a'.repeat(2_000)}.video.json`,
    `${link}?service=a&id=${'1'.repeat(2_000)}`,
    '1 '.repeat(500_000),
  ]) {
    test(`${input.length} characters of "${input.slice(0, 20)}…" are refused at once`, () => {
      assert.throws(() => parseReference(input), InvalidReferenceError);
    });
  }

  test('an address of separators just within the limit is refused', () => {
    for (const part of ['/', '://', '@', '?', '-', '%']) {
      const input = `https://host${part.repeat(1980 / part.length)}`;
      assert.throws(() => parseReference(input), InvalidReferenceError, part);
    }
  });

  test('the words in the URI of a record are lower-case letters, digits and hyphens', () => {
    for (const word of ['[Click](command:x)', 'a b', 'a%20b', 'a.b', 'ä']) {
      assert.throws(() => parseReference(`videorecord://desk/4-${word}.video.json`), InvalidReferenceError, word);
    }
    assert.deepEqual(parseReference('videorecord://desk/desk/4-a-1.video.json'), { ids: [4], service: 'desk' });
  });

  test(`${maxIds} records are opened, one more is not`, () => {
    assert.equal(parseReference('1-500').ids.length, maxIds);
    assert.equal(parseReference('1-500, 1-500').ids.length, maxIds);
    assert.throws(() => parseReference('1-500, 501'), InvalidReferenceError);
  });

  for (const input of [
    ...['https://user:secret@host/video/12', 'https://user:secret@host:99999999/video/12', 'ftp://user:secret@host/12'],
    ...[
      'https://host/watch?access_token=secret',
      'https://host/watch#token=secret',
      `${link}?address=https://h?secret`,
    ],
  ]) {
    test(`what may be secret in ${input} is not repeated`, () => {
      assert.throws(
        () => parseReference(input),
        (error: Error) => error instanceof InvalidReferenceError && !messageOf(error).includes('secret'),
      );
    });
  }

  test('an id is any positive safe integer in plain digits', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        assert.equal(parseId(String(number)), number > 0 ? number : undefined);
      }),
      { numRuns },
    );
  });

  test('ids come back once each, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }), (ids) => {
        assert.deepEqual(parseReference(ids.join(', ')).ids, [...new Set(ids)]);
      }),
      { numRuns },
    );
  });

  test('any text is understood or refused, and never anything else', () => {
    const part = fc.constantFrom(
      '1',
      '-',
      '#',
      ' ',
      ',',
      '://',
      'https',
      'vscode',
      'videorecord',
      '/video/',
      '?id=',
      '@',
      '%',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 12 }),
          fc.array(part, { maxLength: 8 }).map((all) => all.join('')),
        ),
        (input) => {
          try {
            const { ids } = parseReference(input);
            assert.ok(ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0));
          } catch (error) {
            assert.ok(error instanceof InvalidReferenceError, `threw ${error}`);
          }
        },
      ),
      { numRuns },
    );
  });

  test('a link to a worksheet has numbers or a query, and no number of a single record', () => {
    const on = `${link}?service=a`;
    const parsed = (text: string) => parseWorksheetLink(text, 2000);
    assert.deepEqual(parsed(`${on}&ids=12,15,20-22&fields=title,speakers`), {
      recordLink: `${on}&id=1`,
      ids: [12, 15, 20, 21, 22],
      query: undefined,
      fields: ['title', 'speakers'],
    });
    assert.deepEqual(parsed(`${on}&query=tags%3A"a+b" -%25`)?.query, 'tags:"a b" -%');
    for (const other of [
      `${on}&id=1`,
      `${on}&id=1&ids=2`,
      `${on}&ids=1&query=x`,
      on,
      'ids=1',
      `${on}&ids=1${',1'.repeat(2000)}`,
    ]) {
      assert.equal(parsed(other), undefined, other);
    }
    // The link to a record keeps what is wrong.
    const twice = parsed(`${on}&ids=2&ids=2`)?.recordLink ?? '';
    assert.throws(() => parseReference(twice), InvalidReferenceError);
    for (const wrong of ['0', '5-1', '1-2001', '', 'x']) {
      assert.throws(() => parsed(`${on}&ids=${wrong}`), InvalidReferenceError, wrong);
    }
  });
});
