import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingProblemMessage, workspaceChangesMessage } from '../../../src/connections/messages.ts';
import { parseServiceLevels, parseServices } from '../../../src/connections/parseSettings.ts';

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

test('reports every invalid entry by name and leaves it out, and keeps the valid one', () => {
  const { services, problems } = parseServices({ ...bad, staging });
  assert.deepEqual(
    services.map(({ name }) => name),
    ['staging'],
  );
  assert.equal(problems.length, Object.keys(bad).length);
  const messages = problems.map(settingProblemMessage);
  for (const name of Object.keys(bad)) assert.ok(messages.some((message) => message.includes(`"${name}"`)));
});

test('a password in an address is not repeated', () => {
  assert.ok(!parseServices(bad).problems.map(settingProblemMessage).join().includes('hunter2'));
});

test('reports a setting that is not an object', () => {
  for (const value of [null, [], 'x', 5]) assert.equal(parseServices(value).problems.length, 1);
});

/** What the workspace is said to change, by the name of the service. */
const levels = (user: Record<string, object>, workspace?: Record<string, object>) => {
  const names = new Set([...Object.keys(user), ...Object.keys(workspace ?? {})]);
  const value = Object.fromEntries([...names].map((name) => [name, { ...user[name], ...workspace?.[name] }]));
  const { services } = parseServiceLevels({ value, user, workspace });
  return Object.fromEntries(
    services.flatMap((service) =>
      service.fromWorkspace ? [[service.name, workspaceChangesMessage(service, service.fromWorkspace)]] : [],
    ),
  );
};
const addressOf = (name: string) => `This workspace, not your user settings, defines the address of "${name}".`;

test('reports an address that the workspace adds or changes', () => {
  assert.deepEqual(levels({ staging }), {});
  assert.deepEqual(levels({ staging }, { more: staging }), { more: addressOf('more') });
  const elsewhere = { baseUrl: 'https://elsewhere.example.org', access: 'readOnly' };
  assert.deepEqual(levels({ staging }, { staging: elsewhere }), { staging: addressOf('staging') });
});

const readOnly = { prod: { ...staging, access: 'readOnly' } };
const confirm = { prod: { ...staging, access: 'confirm' } };
const readWrite = { prod: { ...staging, access: 'readWrite' } };

for (const [user, workspace, sentence] of [
  [readOnly, readWrite, 'Your user settings make "prod" read-only. This workspace allows saving without asking.'],
  [
    readOnly,
    confirm,
    'Your user settings make "prod" read-only. This workspace allows saving, and asks before each save.',
  ],
  [confirm, readWrite, 'Your user settings ask before each save to "prod". This workspace does not.'],
] as const) {
  test(`reports a protection that the workspace lifts: ${user.prod.access} to ${workspace.prod.access}`, () => {
    assert.deepEqual(levels(user, workspace), { prod: sentence });
  });
}

test('a workspace that is stricter than the user needs no consent', () => {
  assert.deepEqual(levels({ prod: staging }, readOnly), {});
  assert.deepEqual(levels(readWrite, confirm), {});
  assert.deepEqual(levels(confirm, readOnly), {});
});

test('reports another save method, together with a lifted protection', () => {
  const put = { prod: { saveMethod: 'put' } };
  const method = 'This workspace saves to "prod" with the method "put" instead of "auto".';
  assert.deepEqual(levels({ prod: staging }, put), { prod: method });
  assert.deepEqual(levels(confirm, { prod: { ...put.prod, access: 'readWrite' } }), {
    prod: `Your user settings ask before each save to "prod". This workspace does not. ${method}`,
  });
});

test('an entry of the user that cannot be used protects no less for what the workspace adds', () => {
  const misspelt = { prod: { ...staging, access: 'readonly' } };
  assert.deepEqual(levels(misspelt, { prod: { access: 'readWrite' } }), {
    prod: 'Your user settings for "prod" are invalid, and this workspace changes them.',
  });
});

test('a workspace that says what the user says anyway changes nothing', () => {
  assert.deepEqual(levels({ staging }, { staging: { baseUrl: 'https://staging.example.org' } }), {});
});
