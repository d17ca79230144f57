import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memento } from 'vscode';
import { riskOf, serviceConsents } from '../../../src/connections/consents.ts';
import { parseServiceLevels } from '../../../src/connections/parseSettings.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import type { Service } from '../../../src/service/services.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';

function prodOf(user: unknown, workspace: unknown): Service {
  const [service] = parseServiceLevels({ value: workspace, user, workspace }).services;
  assert.ok(service);
  return service;
}

interface Asked {
  readonly message: string;
  readonly detail: string;
}

/** Answers every question the same way, and keeps it. */
function consenting(answer: 'agree' | 'refuse') {
  const asked: Asked[] = [];
  const stored = new Map<string, unknown>();
  const memory = {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  } as unknown as Memento;
  let credentialChanged = (_origin: string) => {};
  const consents = serviceConsents(
    memory,
    async (message, detail, choice) => {
      asked.push({ message, detail });
      return answer === 'agree' ? choice : undefined;
    },
    {
      onDidChange: (listener) => {
        credentialChanged = listener;
        return { dispose() {} };
      },
    },
  );
  return { asked, consents, credentialChanged: (origin: string) => credentialChanged(origin) };
}

const baseUrl = 'https://prod.example.org';
const lifted = prodOf({ prod: { baseUrl, access: 'readOnly' } }, { prod: { baseUrl, access: 'readWrite' } });
const sentence = 'Your user settings make "prod" read-only. This workspace allows saving without asking.';

test('the question says what the workspace changes, and a refusal sends nothing', async () => {
  const { asked, consents } = consenting('refuse');
  await assert.rejects(consents.allowWrite(lifted), (failure) => {
    assert.equal(messageOf(failure), `Nothing was sent to ${baseUrl}, because you did not agree to save to it.`);
    return true;
  });
  assert.equal(asked[0]?.message, `Save records to ${baseUrl}?`);
  assert.ok(asked[0]?.detail.startsWith(sentence), asked[0]?.detail);
});

test('consent to one difference does not cover another', async () => {
  const { asked, consents } = consenting('agree');
  const added = prodOf({}, { prod: { baseUrl } });
  for (const service of [lifted, added, lifted, added]) await consents.allowWrite(service);
  assert.equal(asked.length, 2);
});

test('a save that may not ask is refused, and does not ask', async () => {
  const { asked, consents } = consenting('agree');
  await assert.rejects(consents.allowWrite(lifted, false), { kind: 'rejected' });
  assert.deepEqual(asked, []);
  assert.equal(await consents.allowWrite(lifted), true);
  assert.equal(await consents.allowWrite(lifted, false), false);
});

test('nothing is asked where the user settings say the same, or allow more', async () => {
  const { asked, consents } = consenting('refuse');
  await consents.allowWrite(prodOf({ prod: { baseUrl } }, { prod: { baseUrl } }));
  await consents.allowWrite(prodOf({ prod: { baseUrl } }, { prod: { baseUrl, access: 'confirm' } }));
  assert.deepEqual(asked, []);
});

test('asks once per origin before a credential goes over plain http', async () => {
  const { asked, consents } = consenting('agree');
  for (const origin of ['http://a.example', 'http://a.example', 'http://b.example']) {
    assert.equal(await consents.credentialRefusal(origin, true), undefined);
  }
  assert.equal(asked.length, 2);
});

test('requests side by side share one question', async () => {
  const { asked, consents } = consenting('agree');
  await Promise.all([1, 2, 3].map(() => consents.credentialRefusal('http://a.example', true)));
  assert.equal(asked.length, 1);
});

test('asks once per origin before a credential goes over unverified TLS', async () => {
  const { asked, consents } = consenting('agree');
  const origin = 'https://a.example';
  assert.equal(await consents.credentialRefusal(origin, true), undefined);
  assert.deepEqual(asked, []);
  for (let count = 0; count < 2; count++) assert.equal(await consents.credentialRefusal(origin, false), undefined);
  assert.deepEqual(
    asked.map(({ message }) => message),
    [`Send the credential to ${origin} without verifying its certificate?`],
  );
});

test('a credential is not sent over unverified TLS without consent', async () => {
  const { consents } = consenting('refuse');
  const refusal = await consents.credentialRefusal('https://a.example', false);
  assert.equal(refusal?.reason, 'credentialUnverified');
  assert.match(
    messageOf(refusal),
    /^The credential was not sent to https:\/\/a\.example: .*http\.proxyStrictSSL is off/,
  );
});

test('the address of a workspace’s service is text in the question, and no link', async () => {
  const { asked, consents } = consenting('agree');
  const address = parseServiceAddress('https://a.example/[Retry](command:x)');
  await consents.allowWrite({ ...lifted, address, fromWorkspace: [{ kind: 'address' }] });
  assert.deepEqual(
    asked.map(({ message }) => message),
    ['Save records to https://a.example/[Retry] (command:x)?'],
  );
});

test('a refused credential is not asked about again until it is set anew', async () => {
  const { asked, consents, credentialChanged } = consenting('refuse');
  const origin = 'http://a.example';
  for (let count = 0; count < 2; count++) assert.equal((await consents.credentialRefusal(origin, true))?.kind, 'tls');
  assert.equal(asked.length, 1);
  credentialChanged(origin);
  await consents.credentialRefusal(origin, true);
  assert.equal(asked.length, 2);
});

test('only http to another machine can be read on the way', () => {
  for (const origin of [
    'http://example.org',
    'http://10.0.0.5:80',
    'http://localhost.example.org',
    'http://[::2]',
    'http://127.0.0.1.example.org',
  ]) {
    assert.equal(riskOf(origin, true), 'plain', origin);
  }
  for (const origin of [
    'https://example.org',
    'http://localhost:1',
    'http://127.0.0.1:1',
    'http://127.8.0.1',
    'http://[::1]:1',
  ]) {
    assert.equal(riskOf(origin, true), undefined, origin);
  }
});
