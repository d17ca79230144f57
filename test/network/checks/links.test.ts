import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { linkChecker } from '../../../src/checks/links/checkLinks.ts';
import { hostsInOwnNetwork, type LinkNetwork, linkNetwork } from '../../../src/checks/links/linkNetwork.ts';
import { linksIn } from '../../../src/record/linkAddresses.ts';
import type { LinkVerdict } from '../../../src/service/linkVerdict.ts';
import { createTransport, type TransportSettings } from '../../../src/service/transport.ts';
import { answer, type Behaviour, html, huge, json, redirect, reset, silence } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { startForwardProxy, through } from '../../support/forwardProxy.ts';
import { type MisbehavingServer, startMisbehavingServer } from '../../support/misbehavingServer.ts';

const settings: TransportSettings = { connectTimeout: 1000 };
const never = new AbortController().signal;
const ok = answer({ body: 'It is here.' });

/** Finds names as the table says, and no others. */
function names(table: Readonly<Record<string, readonly string[]>>): LookupFunction {
  const looks = new Map<string, number>();
  return (hostname, { all }, callback) => {
    const addresses = table[hostname] ?? [];
    const look = looks.get(hostname) ?? 0;
    looks.set(hostname, look + 1);
    const address = addresses[Math.min(look, addresses.length - 1)];
    if (address === undefined) callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    else if (all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
}

async function startServer(t: TestContext, ...behaviours: Behaviour[]): Promise<MisbehavingServer> {
  const server = await startMisbehavingServer();
  t.after(() => server.close());
  server.script(...behaviours);
  return server;
}

/** The product's own network, in which the hosts under ".test" and YouTube are this server, as if it were public. */
function staged(t: TestContext, server: MisbehavingServer, lookup: LookupFunction = names({})): LinkNetwork {
  const real = linkNetwork(settings, new Set(), lookup);
  const local = createTransport(settings);
  t.after(() => Promise.all([real.close(), local.close()]));
  return {
    ...real,
    async dispatcherFor(url, start) {
      if (!url.hostname.endsWith('.test') && url.hostname !== 'www.youtube.com') return real.dispatcherFor(url, start);
      const dispatcher = await local.dispatcherFor(new URL(server.origin));
      return dispatcher.compose(
        (dispatch) => (request, handler) =>
          dispatch({ ...request, origin: server.origin, headers: { ...request.headers, host: url.host } }, handler),
      );
    },
  };
}

async function verdicts(addresses: readonly string[], network: LinkNetwork, options: { timeout?: number } = {}) {
  const found = new Map<string, LinkVerdict>();
  const all = { network, timeout: 2000, signal: never, ...options };
  await linkChecker(0)(addresses, all, (address, verdict) => found.set(address, verdict));
  return found;
}

async function verdict(t: TestContext, address: string, ...behaviours: Behaviour[]) {
  const server = await startServer(t, ...behaviours);
  const found = await verdicts([address], staged(t, server, names({ 'example.com': ['93.184.216.34'] })), {
    timeout: 300,
  });
  const { verdict, reason, status } = found.get(address) ?? {};
  const requests = server.requests.map(({ method, target }) => `${method} ${target}`);
  return { said: [verdict, reason, status].filter((part) => part !== undefined).join(' '), requests, server };
}

const page = 'http://a.test/talks/1';
const video = linksIn((field) => (field === 'source_url' ? 'https://youtu.be/abcdefghijk' : ''))[0]?.request ?? '';

suite('the verdict on a link', () => {
  const cases: readonly (readonly [name: string, said: string, methods: string, ...Behaviour[]])[] = [
    ['a page that is there', 'works status 200', 'HEAD', ok],
    ['HEAD refused', 'works status 200', 'HEAD GET', answer({ status: 405 }), ok],
    ['HEAD says 404 and GET does not', 'works status 200', 'HEAD GET', answer({ status: 404 }), ok],
    ['404 twice', 'gone status 404', 'HEAD GET', html(404, 'Not here')],
    ['410 twice', 'gone status 410', 'HEAD GET', answer({ status: 410 })],
    ['404, then 503', 'unknown status 503', 'HEAD GET', answer({ status: 404 }), answer({ status: 503 })],
    ...[401, 403, 451, 500, 999].map(
      (status) => [`${status}`, `unknown status ${status}`, 'HEAD GET', answer({ status })] as const,
    ),
    ['429', 'unknown status 429', 'HEAD GET', answer({ status: 429 })],
    ['no answer in time', 'unknown noAnswer', 'HEAD GET', silence],
    ['a lost connection', 'unknown noAnswer', 'HEAD GET', reset],
    [
      'a redirect loop',
      'unknown redirect',
      Array(12)
        .fill('')
        .map((_, at) => (at < 6 ? 'HEAD' : 'GET'))
        .join(' '),
      redirect(302, '/talks/1'),
    ],
    ['a redirect to nowhere', 'unknown redirect', 'HEAD GET', answer({ status: 302 })],
    ['a redirect to another scheme', 'unknown redirect', 'HEAD GET', redirect(302, 'ftp://a.test/')],
    ['a redirect to another page', 'works status 200', 'HEAD HEAD', redirect(301, 'https://b.test/talk'), ok],
    [
      'a redirect to a page that is gone',
      'gone status 404',
      'HEAD HEAD GET GET',
      redirect(301, '/x'),
      answer({ status: 404 }),
      redirect(301, '/x'),
      answer({ status: 404 }),
    ],
    [
      'a redirect to a start page',
      'unknown redirect',
      'HEAD HEAD GET GET',
      redirect(302, '/en/'),
      ok,
      redirect(302, '/'),
      ok,
    ],
    [
      'a redirect to a login',
      'unknown redirect',
      'HEAD HEAD GET GET',
      redirect(302, '/login?next=1'),
      ok,
      redirect(302, 'http://accounts.test/x'),
      ok,
    ],
  ];
  for (const [name, said, methods, ...behaviours] of cases) {
    test(name, async (t) => {
      const found = await verdict(t, page, ...behaviours);
      assert.equal(found.said, said);
      assert.equal(found.requests.map((request) => request.split(' ')[0]).join(' '), methods);
    });
  }

  test('a body is not read', async (t) => {
    const found = await verdict(t, page, answer({ status: 405 }), huge(50 * 1024 * 1024, false));
    assert.equal(found.said, 'works status 200');
    await found.server.allClosed();
  });

  test('a host that is not found is gone, unless no name can be looked up', async (t) => {
    const server = await startServer(t, ok);
    const address = 'http://missing.example/talk';
    const online = staged(t, server, names({ 'example.com': ['93.184.216.34'] }));
    assert.deepEqual((await verdicts([address], online)).get(address), { verdict: 'gone', reason: 'host' });
    const offline = staged(t, server, names({}));
    assert.deepEqual((await verdicts([address], offline)).get(address), { verdict: 'unknown', reason: 'noAnswer' });
  });

  test('an address that redirects to a host that is not found is not gone', async (t) => {
    const server = await startServer(t, redirect(302, 'http://missing.example/talk'));
    const found = await verdicts([page], staged(t, server, names({ 'example.com': ['93.184.216.34'] })));
    assert.deepEqual(found.get(page), { verdict: 'unknown', reason: 'redirect' });
  });

  test('a host that is not found after the connection was lost is not gone', async (t) => {
    const server = await startServer(t, ok);
    let table: Parameters<typeof names>[0] = { 'example.com': ['93.184.216.34'] };
    const network = staged(t, server, (...asked) => names(table)(...asked));
    const [first, second] = ['http://missing.example/talk', 'http://another.example/talk'];
    assert.equal((await verdicts([first], network)).get(first)?.verdict, 'gone');
    table = {};
    assert.equal((await verdicts([second], network)).get(second)?.verdict, 'unknown');
  });

  test('a certificate that is not trusted says nothing', async (t) => {
    const server = await startMisbehavingServer({ certificate: createCertificates().valid });
    t.after(() => server.close());
    server.script(ok);
    const network = linkNetwork(settings, new Set([`127.0.0.1:${server.port}`]));
    t.after(() => network.close());
    const found = await verdicts([`${server.origin}/`], network);
    assert.deepEqual([...found.values()], [{ verdict: 'unknown', reason: 'tls' }]);
  });

  const videos: readonly (readonly [name: string, said: string, requests: number, ...Behaviour[]])[] = [
    ['that is there', 'works video 200', 1, json({ type: 'video', title: 'Lamps' })],
    ['that was deleted', 'gone video 404', 2, answer({ status: 404, body: 'Not Found' })],
    ['whose ID is wrong', 'gone video 400', 2, answer({ status: 400, body: 'Bad Request' })],
    ['that must not be embedded', 'unknown embedding 401', 2, answer({ status: 401, body: 'Unauthorized' })],
    ['behind a page that is no JSON', 'unknown video 200', 2, html(200, 'Before you continue')],
    ['behind a redirect', 'unknown status 302', 2, redirect(302, 'http://consent.test/')],
    ['that is missing at first', 'works video 200', 2, answer({ status: 404 }), json({ type: 'video' })],
  ];
  for (const [name, said, count, ...behaviours] of videos) {
    test(`a YouTube video ${name}`, async (t) => {
      const found = await verdict(t, video, ...behaviours);
      assert.equal(found.said, said);
      const target = '/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabcdefghijk';
      assert.deepEqual(found.requests, Array(count).fill(`GET ${target}`));
    });
  }
});

suite('a short address of a video', () => {
  const watch = redirect(301, 'https://www.youtube.com/watch?v=abcdefghijk');
  for (const [said, ...behaviours] of [
    ['gone video 404', watch, answer({ status: 404 })],
    ['works video 200', watch, json({ type: 'video' })],
  ] as const) {
    test(`is asked for like the video: ${said}`, async (t) => {
      const found = await verdict(t, page, ...behaviours, ...behaviours);
      assert.equal(found.said, said);
      assert.deepEqual(found.requests[1], `GET ${video.slice(video.indexOf('/oembed'))}`);
    });
  }
});

suite('the manners of a link check', () => {
  test('nothing is sent but a plain request that names the extension', async (t) => {
    const { server } = await verdict(t, 'http://me:secret@a.test/x', redirect(302, '/y'), ok);
    const [first, second] = server.requests;
    assert.deepEqual(first?.headers, {
      host: 'a.test',
      // After HEAD: a server may send a body against the rules.
      connection: 'close',
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'VideoRecords (VS Code extension)',
    });
    assert.deepEqual(second?.headers, first?.headers);
  });

  test('each host gets one request at a time with a pause, and at most eight hosts are asked at once', async (t) => {
    const server = await startServer(t);
    const open = new Map<string, number>();
    const times = new Map<string, number[]>();
    let most = 0;
    const release: (() => void)[] = [];
    server.script((socket, request) => {
      const host = request.headers.host ?? '';
      open.set(host, (open.get(host) ?? 0) + 1);
      times.set(host, [...(times.get(host) ?? []), performance.now()]);
      assert.equal(open.get(host), 1);
      most = Math.max(
        most,
        [...open.values()].reduce((sum, one) => sum + one),
      );
      const reply = () => {
        open.set(host, 0);
        ok(socket, request);
      };
      release.push(reply);
      // Nobody is answered before eight hosts have asked.
      if (times.size >= 8) for (const one of release.splice(0)) one();
    });
    const addresses = Array.from({ length: 30 }, (_, at) => `http://h${at % 10}.test/${at}`);
    const found = new Map<string, LinkVerdict>();
    const options = { network: staged(t, server), timeout: 5000, signal: never };
    await linkChecker(40)(addresses, options, (address, verdict) => found.set(address, verdict));
    assert.equal(found.size, 30);
    assert.equal(most, 8);
    for (const [first = 0, second = 0, third = 0] of times.values()) {
      assert.ok(second - first >= 39 && third - second >= 39);
    }
  });

  test('waits as long as a host asks for', async (t) => {
    const server = await startServer(t, answer({ status: 429, headers: { 'retry-after': '1' } }), ok);
    const began = performance.now();
    const found = await verdicts([page], staged(t, server));
    assert.equal(found.get(page)?.verdict, 'works');
    assert.ok(performance.now() - began >= 990);
  });

  test('leaves a host alone that asks for more than a minute, and goes on with others', async (t) => {
    const server = await startServer(t);
    server.script((socket, request) =>
      (request.headers.host === 'a.test' ? answer({ status: 429, headers: { 'retry-after': '61' } }) : ok)(
        socket,
        request,
      ),
    );
    const found = await verdicts(['http://a.test/1', 'http://a.test/2', 'http://b.test/1'], staged(t, server));
    assert.deepEqual([...found].map(([address, { verdict, reason }]) => [address, verdict, reason]).sort(), [
      ['http://a.test/1', 'unknown', 'skipped'],
      ['http://a.test/2', 'unknown', 'skipped'],
      ['http://b.test/1', 'works', 'status'],
    ]);
    assert.equal(server.requests.filter(({ headers }) => headers.host === 'a.test').length, 1);
  });

  test('leaves a host alone that does not answer four times in a row', async (t) => {
    const server = await startServer(t, reset);
    const found = await verdicts(
      [1, 2, 3, 4].map((at) => `http://a.test/${at}`),
      staged(t, server),
    );
    assert.deepEqual(
      [...found.values()].map(({ reason }) => reason),
      ['noAnswer', 'noAnswer', 'skipped', 'skipped'],
    );
    assert.equal(server.requests.length, 4);
  });

  test('cancelling keeps what was found', async (t) => {
    const server = await startServer(t, ok, silence);
    const abort = new AbortController();
    const found: string[] = [];
    const second = server.nextRequest().then(() => server.nextRequest());
    const options = { network: staged(t, server), timeout: 60_000, signal: abort.signal };
    const checking = linkChecker(0)(['http://a.test/1', 'http://a.test/2'], options, (address) => found.push(address));
    await second;
    abort.abort();
    await checking;
    assert.deepEqual(found, ['http://a.test/1']);
    await server.allClosed();
  });
});

suite('one’s own network', () => {
  const refused: LinkVerdict = { verdict: 'unknown', reason: 'ownNetwork' };

  test('is not asked, neither by address nor by name, nor by a name that means it only when it is connected to', async (t) => {
    const server = await startServer(t, ok);
    const lookup = names({
      'own.example': ['10.1.2.3'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'rebound.example': ['93.184.216.34', '127.0.0.1'],
    });
    const hosts = [`127.0.0.1:${server.port}`, `[::ffff:7f00:1]:${server.port}`, 'own.example', 'mapped.example'];
    const network = linkNetwork(settings, new Set(), lookup);
    t.after(() => network.close());
    const all = [...hosts, `rebound.example:${server.port}`].map((host) => `http://${host}/talk`);
    const own = await hostsInOwnNetwork(all, {}, never, lookup);
    assert.deepEqual([...own].sort(), hosts.toSorted());
    const found = await verdicts(all, network);
    assert.deepEqual(
      [...found.values()],
      all.map(() => refused),
    );
    assert.deepEqual(server.requests, []);
  });

  test('is not asked behind a redirect, not even a host that the user agreed to', async (t) => {
    const server = await startServer(t);
    const own = `127.0.0.1:${server.port}`;
    server.script((socket, request) =>
      (request.headers.host === 'a.test' ? redirect(302, `http://${own}/secret`) : ok)(socket, request),
    );
    const real = linkNetwork(settings, new Set([own]));
    t.after(() => real.close());
    const network = { ...staged(t, server), isOnline: real.isOnline };
    const dispatcherFor: LinkNetwork['dispatcherFor'] = (url, start) =>
      (url.host === own ? real : network).dispatcherFor(url, start);
    const found = await verdicts([page, `http://${own}/talk`], { ...network, dispatcherFor });
    assert.deepEqual([found.get(page), found.get(`http://${own}/talk`)?.verdict], [refused, 'works']);
    assert.deepEqual(server.requests.map(({ target }) => target).sort(), ['/talk', '/talks/1']);
  });

  test('is refused by name through a proxy, which would look names up itself', async (t) => {
    const server = await startServer(t, ok);
    const proxy = await startForwardProxy({ everythingIs: server.origin });
    t.after(() => proxy.close());
    const network = linkNetwork({ ...settings, routeTo: through(proxy.address) }, new Set(), names({}));
    t.after(() => network.close());
    const wrong = ['http://intranet/x', 'http://93.184.216.34/x', 'http://nas.local/x', 'http://10.0.0.1/x'];
    const found = await verdicts([...wrong, 'http://talks.example/x'], network);
    assert.deepEqual(
      wrong.map((address) => found.get(address)),
      wrong.map(() => refused),
    );
    assert.equal(found.get('http://talks.example/x')?.verdict, 'works');
    assert.deepEqual(proxy.forwarded, ['http://talks.example/x']);
  });

  test('is asked where the user agreed', async (t) => {
    const server = await startServer(t, ok);
    const host = `intranet.example:${server.port}`;
    const network = linkNetwork(settings, new Set([host]), names({ 'intranet.example': ['127.0.0.1'] }));
    t.after(() => network.close());
    const found = await verdicts([`http://${host}/talk`], network);
    assert.equal(found.get(`http://${host}/talk`)?.verdict, 'works');
  });
});
