import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type SampleServer, startSampleServer } from '../../../src/sample/server.ts';

const fieldsInOrder =
  'category language slug speakers tags id state title summary description quality_notes copyright_text embed ' +
  'thumbnail_url duration video_ogv_length video_ogv_url video_ogv_download_only video_mp4_length video_mp4_url ' +
  'video_mp4_download_only video_webm_length video_webm_url video_webm_download_only video_flv_length video_flv_url ' +
  'video_flv_download_only source_url whiteboard recorded added updated';

const headersOfTheInterface = {
  vary: 'Accept',
  'content-type': 'text/html; charset=utf-8',
  allow: 'GET, PUT, PATCH, HEAD, OPTIONS',
};

suite('reading from the sample service', () => {
  let server: SampleServer;
  before(async () => {
    server = await startSampleServer({ port: 0 });
  });
  after(() => server.close());

  const ask = (path: string, method = 'GET') => fetch(`${server.baseUrl}${path}`, { method });

  for (const path of ['/api/v2/video/21', '/api/v2/video/21/', '/api/v2/video/21?format=json']) {
    test(`GET ${path} gives the record as the interface shows it`, async () => {
      const response = await ask(path);
      const body = await response.text();
      assert.equal(response.status, 200);
      assertHeaders(response, headersOfTheInterface);
      assert.equal(response.headers.get('etag'), null);
      assert.match(body, /^[\x20-\x7e]+$/);
      assert.match(body, /\\u0422\\u0438\\u0445/);
      const record = JSON.parse(body);
      assert.equal(Object.keys(record).join(' '), fieldsInOrder);
      assert.equal(record.id, 21);
      assert.ok(record.title.startsWith('Тихая'));
    });
  }

  test('HEAD gives the headers of GET and no body', async () => {
    const [head, get] = await Promise.all([ask('/api/v2/video/21', 'HEAD'), ask('/api/v2/video/21')]);
    const [none, body] = await Promise.all([head.text(), get.text()]);
    assert.equal(head.status, 200);
    assertHeaders(head, { ...headersOfTheInterface, 'content-length': String(body.length) });
    assert.equal(none, '');
  });

  test('OPTIONS describes the resource', async () => {
    const response = await ask('/api/v2/video/21', 'OPTIONS');
    assert.equal(response.status, 200);
    assertHeaders(response, headersOfTheInterface);
    const { parses, actions } = JSON.parse(await response.text());
    assert.deepEqual(parses, ['application/json']);
    assert.equal(Object.keys(actions.PUT).join(' '), fieldsInOrder);
    assert.deepEqual(actions.PUT.updated, { type: 'string', required: false, read_only: true });
    assert.deepEqual(actions.PUT.duration, { type: 'integer', required: true, read_only: false });
  });

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH']) {
    test(`${method} of a record that doesn't exist is 404`, async () => {
      const response = await ask('/api/v2/video/13', method);
      const body = await response.text();
      assert.equal(response.status, 404);
      assertHeaders(response, headersOfTheInterface);
      assert.equal(body, method === 'HEAD' ? '' : '{"detail":"There is no record 13."}');
    });
  }

  for (const method of ['POST', 'DELETE', 'PROPFIND']) {
    test(`${method} is 405 and says what is allowed`, async () => {
      const response = await ask('/api/v2/video/21', method);
      assert.equal(response.status, 405);
      assertHeaders(response, headersOfTheInterface);
      assert.deepEqual(JSON.parse(await response.text()), { detail: `A record does not allow ${method}.` });
    });
  }

  const nowhere = ['/', '/api/v2/video', '/api/v2/video/', '/api/v2/video/x', '/api/v2/video/-1', '/api/v2/video/1.0'];
  for (const path of [
    ...nowhere,
    '/api/v2/video/9999999999999999999999',
    '/api/v3/video/1',
    '/api/v2/video/1/2',
    '//',
  ]) {
    test(`GET ${path} is 404 in JSON`, async () => {
      const response = await ask(path);
      assert.equal(response.status, 404);
      assert.deepEqual(JSON.parse(await response.text()), { detail: 'There is nothing at this address.' });
    });
  }
});

function assertHeaders({ headers }: Response, expected: Record<string, string>): void {
  const given = Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]));
  assert.deepEqual(given, expected);
}
