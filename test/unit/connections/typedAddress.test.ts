import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serviceNamePattern } from '../../../src/connections/parseSettings.ts';
import { freeName, looksLikeProduction, proposeName, typedAddress } from '../../../src/connections/typedAddress.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';

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

const name = (address: string) => proposeName(parseServiceAddress(address));

test('a name is the telling part of the host', () => {
  assert.equal(name('https://staging.videos.example.org/api/v2'), 'staging');
  assert.equal(name('https://www.videos.example.org'), 'videos');
  assert.equal(name('http://localhost:8000'), 'local');
  assert.equal(name('http://127.0.0.1:8000'), 'local');
  assert.equal(name('http://10.1.2.3'), 'service');
});

test('a name that exists gets a number', () => {
  const taken = ['local', 'local-2'];
  assert.equal(
    freeName('local', (other) => taken.includes(other)),
    'local-3',
  );
});

test('whatever the address, the name can be used', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), (url) => {
      assert.match(name(url), serviceNamePattern);
    }),
  );
});

test('production is what does not say otherwise', () => {
  const production = (address: string) => looksLikeProduction(parseServiceAddress(address));
  assert.ok(production('https://videos.example.org'));
  assert.ok(production('https://contest.example.org'));
  for (const other of ['staging.example.org', 'videos-test.example.org', 'dev2.example.org', 'localhost:80']) {
    assert.ok(!production(`https://${other}`), other);
  }
});
