import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RecordErrorKind } from '../../../src/service/recordError.ts';
import { messageOf } from '../../../src/workbench/failureMessages.ts';
import { answer, html, huge, json } from '../../support/behaviours.ts';
import { failure, setUpClient } from '../../support/clientSetup.ts';

const KINDS: readonly [number, RecordErrorKind][] = [
  [400, 'invalid'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'notAllowed'],
  [406, 'rejected'],
  [408, 'unavailable'],
  [409, 'conflict'],
  [410, 'notFound'],
  [412, 'conflict'],
  [413, 'tooLarge'],
  [415, 'rejected'],
  [418, 'rejected'],
  [422, 'invalid'],
  [425, 'unavailable'],
  [429, 'rateLimited'],
  [500, 'unavailable'],
  [501, 'notAllowed'],
  [503, 'unavailable'],
  [507, 'unavailable'],
  [599, 'unavailable'],
];
for (const [status, kind] of KINDS) {
  test(`status ${status} to a write is ${kind}`, async (t) => {
    const { client, server, reports } = await setUpClient(t, [html(status, 'Oh dear')]);
    const error = await failure(client.write('PATCH', 12, '{"title":"hush"}'), kind);
    assert.equal(error.status, status);
    assert.equal(error.details.method, 'PATCH');
    assert.equal(error.details.address, `${server.origin}/api/v2/video/12`);
    assert.match(messageOf(error), new RegExp(`status ${status}\\)\\..* Oh dear\\.$`));
    assert.doesNotMatch(messageOf(error), /hush|secret trace|!/);
    assert.deepEqual(
      reports.map(({ failure }) => failure),
      [kind],
    );
  });
}

const SHAPES: readonly [string, unknown, Record<string, string[]>, RegExp][] = [
  ['detail', { detail: 'Not today.' }, {}, /Not today\.$/],
  [
    'lists per field',
    { title: ['Too long.', 'Too dull.'] },
    { title: ['Too long.', 'Too dull.'] },
    /title: Too long\. Too dull\.$/,
  ],
  ['a bare string per field', { slug: 'Is taken' }, { slug: ['Is taken'] }, /slug: Is taken\.$/],
  [
    'non_field_errors',
    { non_field_errors: ['Both or none.'] },
    { non_field_errors: ['Both or none.'] },
    /\) ?\. Both or none\.$/,
  ],
  ['a list', ['One.', 'Two.'], {}, /One\. Two\.$/],
  ['a string', 'No.', {}, /No\.$/],
  [
    'nested',
    { speakers: { 0: ['Blank.'], 3: { name: 'Odd.' } } },
    { speakers: ['0: Blank.', '3.name: Odd.'] },
    /speakers: 0: Blank/,
  ],
  ['a list of objects', { speakers: [{}, { name: ['Odd.'] }] }, { speakers: ['1.name: Odd.'] }, /1\.name: Odd/],
  ['line breaks', { title: ['a\r\n\u0000b'] }, { title: ['a b'] }, /title: a b\.$/],
  ['null and empty', { title: null, slug: [], tags: [''] }, {}, /status 400\)\.$/],
];
for (const [name, body, fields, message] of SHAPES) {
  test(`an error body with ${name}`, async (t) => {
    const { client } = await setUpClient(t, [json(body, 400)]);
    const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
    assert.deepEqual(error.fields, fields);
    assert.match(messageOf(error), message);
  });
}

test('a field may have any name', async (t) => {
  const { client } = await setUpClient(t, [answer({ status: 400, body: '{"__proto__": ["Odd."]}' })]);
  const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
  assert.deepEqual(Object.entries(error.fields), [['__proto__', ['Odd.']]]);
});

test('an error body is bounded in every direction', async (t) => {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`f${n}`, Array(25).fill('x'.repeat(600))]));
  const { client } = await setUpClient(t, [json(fields, 400)], { maxBytes: 4 * 2 ** 20 });
  const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
  assert.equal(Object.keys(error.fields).length, 100);
  assert.equal(error.fields.f0?.length, 20);
  assert.equal(error.fields.f0?.[0]?.length, 500);
  assert.match(messageOf(error), /\(97 more\)$/);
});

test('error keys are cleaned like values', async (t) => {
  const { client } = await setUpClient(t, [
    json({ 'title\n2026-01-01 [info] forged': ['Odd.'], ['k'.repeat(5000)]: { ['\r\n'.repeat(100)]: 'Odd.' } }, 400),
  ]);
  const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
  assert.deepEqual(Object.keys(error.fields), ['title 2026-01-01 [info] forged', `${'k'.repeat(99)}…`]);
  assert.doesNotMatch(messageOf(error), /[\r\n]/);
});

test('100,000 field errors cost next to nothing', async (t) => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field${n}`, ['Too long.']]));
  const nested = Array.from({ length: 50_000 }, () => [[[[[['x']]]]]]);
  for (const body of [fields, nested, Array(100_000).fill('No.')]) {
    const { client } = await setUpClient(t, [json(body, 400)], { maxBytes: 64 * 2 ** 20 });
    const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
    assert.ok(messageOf(error).length < 3000);
    assert.ok(Object.keys(error.fields).length <= 100);
  }
});

test('an Allow header of 1,000 methods is bounded', async (t) => {
  const allow = Array.from({ length: 1000 }, (_, n) => `M${'X'.repeat(n % 10)}`).join(',');
  const { client } = await setUpClient(t, [answer({ headers: { allow: `${'A'.repeat(1000)},${allow}` }, body: '{}' })]);
  assert.equal((await client.read(12)).allow?.length, 20);
});

test('a deep error body ends somewhere', async (t) => {
  const { client } = await setUpClient(t, [
    answer({ status: 400, body: `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}` }),
  ]);
  assert.deepEqual((await failure(client.write('PATCH', 12, '{}'), 'invalid')).fields, {});
});

test('an error body of lists in lists ends somewhere too', async (t) => {
  const body = `${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`;
  const { client } = await setUpClient(t, [answer({ status: 400, body })]);
  await failure(client.write('PATCH', 12, '{}'), 'invalid');
});

test('problem details speak of the request, not of the field "title"', async (t) => {
  const problem = { type: 'about:blank', title: 'Validation failed', status: 422, detail: 'Come back later.' };
  const { client } = await setUpClient(t, [json(problem, 422)]);
  const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
  assert.deepEqual(error.fields, {});
  assert.match(messageOf(error), /status 422\)\. Validation failed\. Come back later\.$/);
});

test('the errors among problem details are those of fields', async (t) => {
  const problem = { title: 'Validation failed', status: 400, errors: { duration: ['Must be positive.'] } };
  const { client } = await setUpClient(t, [json(problem, 400)]);
  const error = await failure(client.write('PATCH', 12, '{}'), 'invalid');
  assert.deepEqual(error.fields, { duration: ['Must be positive.'] });
  assert.match(messageOf(error), /Validation failed\. duration: Must be positive\.$/);
});

for (const allow of ['', '*', ' , ']) {
  test(`an Allow header of "${allow}" names no method, so nothing is known`, async (t) => {
    const { client } = await setUpClient(t, [answer({ headers: { allow }, body: '{}' })]);
    assert.equal((await client.read(12)).allow, undefined);
  });
}

test('an error body may be compressed or unreadable', async (t) => {
  const { client } = await setUpClient(t, [
    answer({ status: 403, headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"detail":"Gone fishing."}') }),
    answer({ status: 403, headers: { 'content-encoding': 'zstd' }, body: 'x' }),
  ]);
  assert.match(messageOf(await failure(client.read(12), 'forbidden')), /Gone fishing\.$/);
  assert.match(messageOf(await failure(client.read(12), 'forbidden')), /\(GET, status 403\)\.$/);
});

test('an error page of any size is known by its status', async (t) => {
  const { client, server } = await setUpClient(t, [huge(100 * 2 ** 20, false, 404)]);
  await failure(client.read(12), 'notFound');
  await server.allClosed();
});

test('a refused PUT says which methods are allowed', async (t) => {
  const { client } = await setUpClient(t, [answer({ status: 403, headers: { allow: 'GET, PATCH' } })]);
  assert.deepEqual((await failure(client.write('PUT', 12, '{}'), 'forbidden')).allow, ['GET', 'PATCH']);
});

test('405 reports the allowed methods, 429 the time to retry', async (t) => {
  const { client } = await setUpClient(t, [
    answer({ status: 405, headers: { allow: 'get, patch' } }),
    answer({ status: 429, headers: { 'retry-after': '120' } }),
  ]);
  assert.deepEqual((await failure(client.write('PUT', 12, '{}'), 'notAllowed')).allow, ['GET', 'PATCH']);
  assert.equal((await failure(client.read(12), 'rateLimited')).details.retryAfter, 120);
});

test('a credential that the service repeats is not shown', async (t) => {
  const { client } = await setUpClient(
    t,
    [json({ detail: 'Invalid token s3cret-key.', title: ['Token s3cret-key'] }, 401)],
    {
      credential: { header: 'Authorization', value: 'Token s3cret-key' },
    },
  );
  const error = await failure(client.read(12), 'unauthorized');
  assert.doesNotMatch(`${messageOf(error)} ${JSON.stringify(error)} ${JSON.stringify(error.fields)}`, /s3cret/);
});
