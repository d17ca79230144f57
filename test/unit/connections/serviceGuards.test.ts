import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../../../src/connections/consents.ts';
import type { Credentials } from '../../../src/connections/credentials.ts';
import { serviceGuards } from '../../../src/connections/serviceGuards.ts';
import { parseServiceLevels } from '../../../src/connections/serviceSettings.ts';
import type { Service } from '../../../src/service/services.ts';

const credentials = { onDidChange: () => ({ dispose() {} }) } as unknown as Credentials;

function prodOf(user: unknown, workspace: unknown): Service {
  const [service] = parseServiceLevels({ value: workspace, user, workspace }).services;
  assert.ok(service);
  return service;
}

/** Refuses every question, and keeps it with its subject. */
function refusing() {
  const asked: [subject: string, question: Question][] = [];
  const ask = async (subject: string, question: Question) => {
    asked.push([subject, question]);
    return false;
  };
  return { asked, guards: serviceGuards({ ask }, credentials) };
}

const baseUrl = 'https://prod.example.org';
const lifted = prodOf({ prod: { baseUrl, access: 'readOnly' } }, { prod: { baseUrl, access: 'readWrite' } });
const sentence = 'Your own settings mark "prod" as read-only; those of this workspace allow saving without asking.';

test('the question and the refusal say what the workspace changes', async () => {
  const { asked, guards } = refusing();
  await assert.rejects(guards.allowWrite(lifted), ({ message }: Error) => {
    assert.equal(message, `Nothing was sent to ${baseUrl}, as you have not agreed to write to it. ${sentence}`);
    return true;
  });
  const [, question] = asked[0] ?? [];
  assert.equal(question?.message, `Save records to ${baseUrl}?`);
  assert.ok(question.detail.startsWith(sentence), question.detail);
});

test('who agreed to one difference is asked again for another', async () => {
  const { asked, guards } = refusing();
  const added = prodOf({}, { prod: { baseUrl } });
  for (const service of [lifted, added]) await assert.rejects(guards.allowWrite(service));
  const [[one] = [], [other] = []] = asked;
  assert.notEqual(one, other);
});

test('nothing is asked where the user settings say the same, or allow more', async () => {
  const { asked, guards } = refusing();
  await guards.allowWrite(prodOf({ prod: { baseUrl } }, { prod: { baseUrl } }));
  await guards.allowWrite(prodOf({ prod: { baseUrl } }, { prod: { baseUrl, access: 'confirm' } }));
  assert.deepEqual(asked, []);
});
