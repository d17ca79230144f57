import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { looksLikeProduction, proposeName } from '../../../src/connections/serviceProposal.ts';
import { serviceNamePattern } from '../../../src/connections/serviceSettings.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';

const free = () => false;
const name = (address: string, taken: (name: string) => boolean = free) =>
  proposeName(parseServiceAddress(address), taken);

test('a name is the telling part of the host', () => {
  assert.equal(name('https://staging.videos.example.org/api/v2'), 'staging');
  assert.equal(name('https://www.videos.example.org'), 'videos');
  assert.equal(name('http://localhost:8000'), 'local');
  assert.equal(name('http://127.0.0.1:8000'), 'local');
  assert.equal(name('http://10.1.2.3'), 'service');
});

test('a taken name gets a number', () => {
  assert.equal(
    name('http://localhost:8000', (taken) => taken === 'local' || taken === 'local-2'),
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
