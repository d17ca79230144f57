import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainRemote } from '../../../src/connections/loopback.ts';

test('only http to another machine can be read on the way', () => {
  for (const origin of [
    'http://example.org',
    'http://10.0.0.5:80',
    'http://localhost.example.org',
    'http://[::2]',
    'http://127.0.0.1.example.org',
  ]) {
    assert.ok(isPlainRemote(origin), origin);
  }
  for (const origin of [
    'https://example.org',
    'http://localhost:1',
    'http://127.0.0.1:1',
    'http://127.8.0.1',
    'http://[::1]:1',
  ]) {
    assert.ok(!isPlainRemote(origin), origin);
  }
});
