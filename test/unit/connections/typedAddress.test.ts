import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedAddress } from '../../../src/connections/typedAddress.ts';

for (const [text, candidates, id] of [
  ['https://host', ['https://host'], undefined],
  ['https://host/api/v2/video/12/', ['https://host'], 12],
  ['https://host/video/364/status-of-things', ['https://host'], 364],
  ['https://host/video/364/status-of-things?t=10#notes', ['https://host'], 364],
  ['https://host/archive/video/364/a-talk', ['https://host/archive', 'https://host'], 364],
  [
    'https://host/category/5/pycon?page=2',
    ['https://host/category/5/pycon', 'https://host/category/5', 'https://host/category', 'https://host'],
    undefined,
  ],
  [
    'https://host/a/b/c/d/e/f',
    ['https://host/a/b/c/d/e/f', 'https://host/a/b/c/d/e', 'https://host/a/b/c/d', 'https://host/a/b/c'],
    undefined,
  ],
] as const) {
  test(`${text} may be ${candidates.join(' or ')}`, () => {
    const typed = typedAddress(text);
    assert.deepEqual(
      typed.candidates.map(({ href }) => href),
      candidates,
    );
    assert.equal(typed.id, id);
  });
}

for (const text of ['', '12', 'host', 'https://me:secret@host/video/12', `https://host/${'a'.repeat(2000)}`]) {
  test(`"${text.slice(0, 40)}" is refused`, () => assert.throws(() => typedAddress(text), { kind: 'badAddress' }));
}
