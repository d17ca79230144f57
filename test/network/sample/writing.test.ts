import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type SampleServer, startSampleServer } from '../../../src/sample/server.ts';

suite('writing to the sample service', () => {
  let server: SampleServer;
  before(async () => {
    server = await startSampleServer({ port: 0 });
  });
  after(() => server.close());

  const send = (
    method: string,
    id: number,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${server.baseUrl}/api/v2/video/${id}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const read = async (id: number) => (await fetch(`${server.baseUrl}/api/v2/video/${id}`)).text();

  test('PATCH changes the fields it names and answers the whole record', async () => {
    const before = JSON.parse(await read(2));
    const response = await send('PATCH', 2, '{"title":"Neu ✓","speakers":["Ann","Ann",""],"slug":"neu"}');
    const body = await response.text();
    const after = JSON.parse(body);
    assert.equal(response.status, 200);
    assert.ok(after.updated > before.updated);
    const changed = { title: 'Neu ✓', speakers: ['Ann', 'Ann', ''], slug: 'neu', updated: after.updated };
    assert.deepEqual(after, { ...before, ...changed });
    assert.deepEqual(Object.keys(after), Object.keys(before));
    assert.equal(await read(2), body);
  });

  test('an empty PATCH changes only the time', async () => {
    const before = JSON.parse(await read(3));
    const after = JSON.parse(await (await send('PATCH', 3, '{}')).text());
    assert.ok(after.updated > before.updated);
    assert.deepEqual({ ...after, updated: before.updated }, before);
  });

  test('ignores fields that are read-only or unknown', async () => {
    const before = JSON.parse(await read(3));
    const body = '{"id":99,"added":"1999-01-01T00:00:00.000","updated":"x","extra":1,"__proto__":{"title":"x"}}';
    const after = JSON.parse(await (await send('PATCH', 3, body)).text());
    assert.deepEqual({ ...after, updated: before.updated }, before);
  });

  test('PUT replaces the record with the one given', async () => {
    const theirs = JSON.parse(await read(37));
    const mine = { ...theirs, id: 4, title: 'Replaced' };
    const after = JSON.parse(await (await send('PUT', 4, JSON.stringify(mine))).text());
    const { added, updated } = after;
    assert.deepEqual(after, { ...mine, added, updated });
    assert.notEqual(updated, theirs.updated);
  });

  test('PUT of a part names what is missing and changes nothing', async () => {
    const before = await read(5);
    const { id: _id, added: _added, updated: _updated, title: _title, tags: _tags, ...part } = JSON.parse(before);
    const response = await send('PUT', 5, JSON.stringify(part));
    assert.equal(response.status, 400);
    const required = ['This field is required.'];
    assert.deepEqual(JSON.parse(await response.text()), { tags: required, title: required });
    assert.equal(await read(5), before);
  });

  test('one wrong field stops the whole write', async () => {
    const before = await read(5);
    const response = await send('PATCH', 5, '{"title":"Fine","state":"1","recorded":"2024-02-30"}');
    assert.equal(response.status, 400);
    assert.deepEqual(JSON.parse(await response.text()), {
      state: ['Expected an integer.'],
      recorded: ['Expected a date (YYYY-MM-DD), or null.'],
    });
    assert.equal(await read(5), before);
  });

  test('PUT never creates a record', async () => {
    const response = await send('PUT', 13, await read(1));
    assert.equal(response.status, 404);
    assert.deepEqual(JSON.parse(await read(13)), { detail: 'There is no record 13.' });
  });

  test('numbers come back as they were written', async () => {
    const body = '{"video_ogv_length":1.50,"video_mp4_length":1e2,"duration":9007199254740993}';
    const text = await (await send('PATCH', 6, body)).text();
    for (const field of body.slice(1, -1).split(',')) assert.ok(text.includes(`${field},`), field);
    const later = await (await send('PATCH', 6, '{"summary":"s"}')).text();
    for (const field of body.slice(1, -1).split(',')) assert.ok(later.includes(`${field},`), field);
  });

  test('strings come back as they were, NUL and lone surrogates included', async () => {
    const title = '\u0000 \ud800 \udc00\ud800 \u2028 \\u0041 "\u007f 🙂';
    const response = await send('PATCH', 6, JSON.stringify({ title }));
    assert.equal(JSON.parse(await response.text()).title, title);
  });

  test('accepts a description of 200 KB', async () => {
    const { description } = JSON.parse(await read(40));
    assert.equal(description.length, 200 * 1024);
    const response = await send('PATCH', 40, JSON.stringify({ description: `${description}é` }));
    assert.equal(response.status, 200);
    assert.equal(JSON.parse(await response.text()).description, `${description}é`);
  });

  const wrongBodies: [what: string, body: string | Uint8Array<ArrayBuffer>, detail: string][] = [
    ['an empty body', '', 'The body is not valid JSON.'],
    ['half an object', '{"title":"a"', 'The body is not valid JSON.'],
    ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'The body is not valid UTF-8.'],
    ['deep nesting', `{"x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 'The body is nested too deeply.'],
    ['an array', '[{"title":"a"}]', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['a number', '1', 'The body must be a JSON object.'],
    ['a string', '"title"', 'The body must be a JSON object.'],
  ];
  for (const [what, body, detail] of wrongBodies) {
    test(`${what} is 400`, async () => {
      const response = await send('PATCH', 7, body);
      assert.equal(response.status, 400);
      assert.deepEqual(JSON.parse(await response.text()), { detail });
    });
  }

  test('a body of exactly 2 MiB is read, one byte more is 413', async () => {
    const fit = `{"title":"a"${' '.repeat(2 * 1024 * 1024 - 13)}}`;
    assert.equal((await send('PATCH', 7, fit)).status, 200);
    const response = await send('PATCH', 7, ` ${fit}`);
    assert.equal(response.status, 413);
    assert.deepEqual(JSON.parse(await response.text()), { detail: 'The body is larger than 2097152 bytes.' });
  });

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    test(`a body of type "${type}" is 415`, async () => {
      const response = await send('PATCH', 7, '{"title":"a"}', { 'content-type': type });
      assert.equal(response.status, 415);
      assert.match(await response.text(), /^\{"detail":/);
    });
  }

  test('parameters and case of the content type don’t matter', async () => {
    const response = await send('PATCH', 7, '{}', { 'content-type': 'Application/JSON ; charset=utf-8' });
    assert.equal(response.status, 200);
  });
});

suite('a sample service with a token', () => {
  let server: SampleServer;
  before(async () => {
    server = await startSampleServer({ port: 0, token: 's3cret' });
  });
  after(() => server.close());

  const ask = (method: string, authorization?: string) =>
    fetch(`${server.baseUrl}/api/v2/video/1`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      ...(method === 'PATCH' && { body: '{"title":"Changed"}' }),
    });

  test('is read without it', async () => {
    assert.equal((await ask('GET')).status, 200);
    assert.equal((await ask('HEAD')).status, 200);
  });

  for (const authorization of [undefined, 'Token wrong', 'Token s3cre', 'Bearer s3cret', 's3cret', 'Token']) {
    test(`is not written with ${authorization ?? 'nothing'}`, async () => {
      const response = await ask('PATCH', authorization);
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Token');
      assert.match(await response.text(), /^\{"detail":/);
      assert.notEqual(JSON.parse(await (await ask('GET')).text()).title, 'Changed');
    });
  }

  test('describes writable fields only to those who may write', async () => {
    assert.equal('actions' in JSON.parse(await (await ask('OPTIONS')).text()), false);
    assert.equal('actions' in JSON.parse(await (await ask('OPTIONS', 'Token s3cret')).text()), true);
  });

  test('is written with it', async () => {
    assert.equal((await ask('PATCH', 'Token s3cret')).status, 200);
    assert.equal(JSON.parse(await (await ask('GET')).text()).title, 'Changed');
  });
});
