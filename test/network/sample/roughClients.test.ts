import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { type SampleServer, startSampleServer } from '../../../src/sample/server.ts';

const bytesOfPatch = '{"title":"Written"}';

suite('clients that do unusual things', () => {
  let server: SampleServer;
  before(async () => {
    server = await startSampleServer({ port: 0 });
  });
  after(() => server.close());

  /** Everything the service sends back until it closes the connection. */
  const exchange = async (...lines: string[]) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(lines.join('\r\n'));
    return text(socket);
  };
  const titleOf = async (id: number) =>
    JSON.parse(await (await fetch(`${server.baseUrl}/api/v2/video/${id}`)).text()).title;

  for (const [host, origin, status] of [
    ['localhost:80', undefined, 200],
    ['127.0.0.1', 'http://127.0.0.1:5000', 200],
    ['[::1]:80', 'http://localhost', 200],
    ['evil.example', undefined, 403],
    ['127.0.0.1.evil.example', undefined, 403],
    ['localhost', 'https://evil.example', 403],
    ['localhost', 'null', 403],
    ['', undefined, 403],
  ] as const) {
    for (const method of ['GET', 'PATCH']) {
      test(`${method} with Host "${host}" and Origin ${origin} is answered with ${status}`, async () => {
        const lines = [
          `${method} /api/v2/video/7 HTTP/1.1`,
          `Host: ${host}`,
          ...(origin === undefined ? [] : [`Origin: ${origin}`]),
          'Content-Type: application/json',
          `Content-Length: ${bytesOfPatch.length}`,
          'Connection: close',
          '',
          bytesOfPatch,
        ];
        assert.match(await exchange(...lines), new RegExp(`^HTTP/1\\.1 ${status} `));
      });
    }
  }

  test('a body in chunks, split within a character', async () => {
    const bytes = Buffer.from('{"title":"é"}');
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('PATCH', 1, 'Transfer-Encoding: chunked', 'Connection: close'));
    for (const byte of bytes)
      socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
    socket.write('0\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 200 .*"title":"\\u00e9"/s);
  });

  test('a body in chunks that grows too large is 413', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('PATCH', 1, 'Transfer-Encoding: chunked', 'Connection: close'));
    for (let sent = 0; sent < 48; sent++) socket.write(`10000\r\n${' '.repeat(0x10000)}\r\n`);
    socket.write('0\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 413 /);
  });

  test('a request that is cut off in its body changes nothing', async () => {
    const before = await titleOf(3);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('PATCH', 3, 'Content-Length: 1000', 'Expect: 100-continue'));
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 100 /);
    socket.end(bytesOfPatch);
    await once(socket.resume(), 'close');
    assert.equal(await titleOf(3), before);
  });

  test('survives a connection reset in the middle of a body', async () => {
    const before = await titleOf(3);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('PATCH', 3, 'Content-Length: 1000', 'Expect: 100-continue'));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await once(socket, 'close');
    assert.equal(await titleOf(3), before);
  });

  test('survives a client that leaves before the answer', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('GET', 40).repeat(20));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await once(socket, 'close');
    assert.equal(typeof (await titleOf(40)), 'string');
  });

  test('an address in absolute form is understood', async () => {
    const answer = await exchange(
      `GET ${server.baseUrl}/api/v2/video/1 HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      '',
      '',
    );
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  const nonsense: [what: string, sent: string, status: RegExp][] = [
    ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['no host', 'GET /api/v2/video/1 HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['huge headers', head('GET', 1, `X: ${'x'.repeat(20_000)}`), /^HTTP\/1\.1 431 /],
    [
      'an address that is no address',
      'GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 404 /,
    ],
    [
      'a broken escape',
      'GET /api/v2/video/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 404 /,
    ],
    ['a broken chunk', `${head('PATCH', 1, 'Transfer-Encoding: chunked')}zz\r\n`, /^HTTP\/1\.1 400 /],
    ['two lengths', `${head('PATCH', 1, 'Content-Length: 2', 'Content-Length: 3')}{} `, /^HTTP\/1\.1 400 /],
  ];
  for (const [what, sent, status] of nonsense) {
    test(`${what} gets an answer and no stack trace`, async () => {
      const answer = await exchange(sent);
      assert.match(answer, status);
      assert.doesNotMatch(answer, /\bat .*:\d+:\d+|Error/);
      assert.equal(typeof (await titleOf(1)), 'string');
    });
  }
});

test('closing waits for the request that is under way, and ends idle connections', async () => {
  const server = await startSampleServer({ port: 0 });
  const idle = connect(server.port, '127.0.0.1').resume();
  const busy = connect(server.port, '127.0.0.1');
  busy.write(head('PATCH', 1, `Content-Length: ${bytesOfPatch.length}`, 'Expect: 100-continue', 'Connection: close'));
  await once(busy, 'data');
  const closed = Promise.all([server.close(), once(idle, 'close')]);
  busy.write(bytesOfPatch);
  assert.match(await text(busy), /^HTTP\/1\.1 200 /);
  await closed;
});

test('closing does not wait for a request that never ends', async () => {
  const server = await startSampleServer({ port: 0 });
  const stuck = connect(server.port, '127.0.0.1');
  stuck.write(head('PATCH', 1, 'Content-Length: 1000', 'Expect: 100-continue'));
  await once(stuck, 'data');
  await Promise.all([server.close(), once(stuck.resume(), 'close')]);
});

function head(method: string, id: number, ...headers: string[]): string {
  const common = ['Host: 127.0.0.1', 'Content-Type: application/json'];
  return [`${method} /api/v2/video/${id} HTTP/1.1`, ...common, ...headers, '', ''].join('\r\n');
}
