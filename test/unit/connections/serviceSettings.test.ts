import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServiceLevels, parseServices } from '../../../src/connections/serviceSettings.ts';

const staging = { baseUrl: 'https://staging.example.org/api/v2/' };

test('an entry with an address alone is enough', () => {
  const { services, problems } = parseServices({ staging });
  assert.deepEqual(problems, []);
  assert.deepEqual(services, [
    {
      name: 'staging',
      address: { href: 'https://staging.example.org', origin: 'https://staging.example.org' },
      saveMethod: 'auto',
      access: 'readWrite',
    },
  ]);
});

const bad: Record<string, unknown> = {
  Upper: staging,
  'with space': staging,
  '': staging,
  text: 'https://example.org',
  list: [],
  nothing: null,
  without: {},
  number: { baseUrl: 5 },
  scheme: { baseUrl: 'ftp://example.org' },
  password: { baseUrl: 'https://me:hunter2@example.org' },
  misspelt: { ...staging, access: 'readonly' },
  method: { ...staging, saveMethod: 'POST' },
};

test('every bad entry is told by name and left out, the good one works', () => {
  const { services, problems } = parseServices({ ...bad, staging });
  assert.deepEqual(
    services.map(({ name }) => name),
    ['staging'],
  );
  assert.equal(problems.length, Object.keys(bad).length);
  for (const name of Object.keys(bad)) assert.ok(problems.some((problem) => problem.includes(`"${name}"`)));
});

test('a password in an address is not repeated', () => {
  assert.ok(!parseServices(bad).problems.join().includes('hunter2'));
});

test('a setting that is no object is told', () => {
  for (const value of [null, [], 'x', 5]) assert.equal(parseServices(value).problems.length, 1);
});

const levels = (user: Record<string, object>, workspace?: Record<string, object>) => {
  const names = new Set([...Object.keys(user), ...Object.keys(workspace ?? {})]);
  const value = Object.fromEntries([...names].map((name) => [name, { ...user[name], ...workspace?.[name] }]));
  const { services } = parseServiceLevels({ value, user, workspace });
  return services.filter(({ fromWorkspace }) => fromWorkspace).map(({ name }) => name);
};

test('what the workspace adds or changes is marked as its own', () => {
  assert.deepEqual(levels({ staging }), []);
  assert.deepEqual(levels({ staging }, { more: staging }), ['more']);
  assert.deepEqual(levels({ staging }, { staging: { baseUrl: 'https://elsewhere.example.org' } }), ['staging']);
  assert.deepEqual(levels({ staging: { ...staging, access: 'confirm' } }, { staging: { access: 'readWrite' } }), [
    'staging',
  ]);
});

test('a workspace that says what the user says anyway changes nothing', () => {
  assert.deepEqual(levels({ staging }, { staging: { baseUrl: 'https://staging.example.org' } }), []);
});
