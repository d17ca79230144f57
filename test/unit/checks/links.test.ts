import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { findingsIn } from '../../../src/checks/checkRecords.ts';
import { Facts } from '../../../src/checks/facts.ts';
import { linkCache } from '../../../src/checks/links/linkCache.ts';
import { linksIn } from '../../../src/record/linkAddresses.ts';
import type { LinkVerdict } from '../../../src/service/linkVerdict.ts';
import { isOwnAddress, isOwnName } from '../../../src/service/ownNetwork.ts';
import { check, talk, type Values } from './talks.ts';

const requests = (values: Values) => linksIn((field) => String(values[field] ?? '')).map(({ request }) => request);
const oEmbed = (id: string) =>
  `https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}`;

suite('the links of a record', () => {
  test('are its web addresses, also those in its markup', () => {
    const links = linksIn((field) =>
      field === 'embed'
        ? '<iframe src="//player.example/1"></iframe><video src="http://a.example/1.mp4"></video>'
        : `https://a.example/${field}`,
    );
    assert.deepEqual(links.map(({ field, request }) => `${field} ${request}`).sort(), [
      'embed http://a.example/1.mp4',
      'embed https://player.example/1',
      'source_url https://a.example/source_url',
      'thumbnail_url https://a.example/thumbnail_url',
      'video_flv_url https://a.example/video_flv_url',
      'video_mp4_url https://a.example/video_mp4_url',
      'video_ogv_url https://a.example/video_ogv_url',
      'video_webm_url https://a.example/video_webm_url',
    ]);
  });

  test('are requested without fragment, user name and password', () => {
    assert.deepEqual(requests({ source_url: ' http://me:secret@A.example/x?y=1#z ' }), ['http://a.example/x?y=1']);
  });

  test('leave out what is no web address', () => {
    for (const source_url of [
      '',
      'TODO',
      'ftp://a.example/x',
      'javascript:alert(1)',
      `https://a.example/${'x'.repeat(3000)}`,
    ])
      assert.deepEqual(requests({ source_url }), []);
  });

  test('ask YouTube once for a video, however its address is written', () => {
    const spellings = [
      'http://www.youtube.com/watch?feature=x&v=abcdefghij_',
      'https://youtu.be/abcdefghij_?t=4',
      'https://m.youtube.com/watch?v=abcdefghij_#t=1',
      'http://www.youtube.com/v/abcdefghij_&hl=en',
      'https://www.youtube-nocookie.com/embed/abcdefghij_?rel=0',
      'https://www.youtube.com/shorts/abcdefghij_',
    ];
    for (const source_url of spellings) assert.deepEqual(requests({ source_url }), [oEmbed('abcdefghij_')]);
    const others = ['https://www.youtube.com/user/someone', 'https://www.youtube.com/embed/videoseries?list=PL1'];
    for (const source_url of others) assert.deepEqual(requests({ source_url }), [source_url]);
    assert.deepEqual(requests({ source_url: 'https://notyoutube.com/watch?v=abcdefghij_' }).length, 1);
  });
});

suite('findings of links', () => {
  const address = 'https://a.example/1.mp4';
  const find = (values: Values, verdict: LinkVerdict) =>
    findingsIn(talk(values), {}, new Facts(new Map([[address, verdict]])));
  const gone: LinkVerdict = { verdict: 'gone', reason: 'status', status: 404 };

  test('are none without a check of links, and none for links that work', () => {
    assert.deepEqual(check([talk({ video_mp4_url: address })]), []);
    assert.deepEqual(find({ video_mp4_url: address }, { verdict: 'works', reason: 'status', status: 200 }), []);
  });

  test('offer to empty the fields that a record can do without, and only if the link is gone', () => {
    const choices = (field: string, verdict: LinkVerdict) =>
      find({ [field]: address }, verdict).map((finding) => [
        finding.choices?.[0]?.value,
        finding.isInformation ?? false,
      ]);
    for (const field of ['video_mp4_url', 'thumbnail_url']) assert.deepEqual(choices(field, gone), [['""', false]]);
    assert.deepEqual(choices('source_url', gone), [[undefined, false]]);
    assert.deepEqual(choices('video_mp4_url', { verdict: 'unknown', reason: 'tls' }), [[undefined, true]]);
  });
});

suite('one’s own network', () => {
  test('is every address that is not on the internet', () => {
    const own = `127.0.0.1 127.9.9.9 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0
      224.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 fe80::1
      fec0::1 fc00::1 fd12:3456::1 ff02::1 2002:7f00:1:: 2001::1`;
    const others = `8.8.8.8 93.184.216.34 172.15.0.1 172.32.0.1 192.169.0.1 100.63.0.1 100.128.0.1 223.255.255.255
      2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2001:4860:4860::8888`;
    for (const address of own.split(/\s+/)) assert.equal(isOwnAddress(address), true, address);
    for (const address of others.split(/\s+/)) assert.equal(isOwnAddress(address), false, address);
  });

  test('is known by name where the name says so', () => {
    const own = ['localhost', 'a.localhost', 'LOCALHOST.', 'nas', 'nas.', 'tv.local', '[::1]', '[fd00::1]', '10.1.1.1'];
    for (const name of own) assert.equal(isOwnName(name), true, name);
    for (const name of ['a.example', 'local.example', '8.8.8.8', '[2606:4700::1]'])
      assert.equal(isOwnName(name), false);
  });

  test('has every spelling of an address that a URL allows', () => {
    const numbers = fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(numbers, fc.constantFrom('dotted', 'number', 'hex', 'mapped'), (parts, form) => {
        const [a, b, c, d] = parts;
        const value = ((a * 256 + b) * 256 + c) * 256 + d;
        const host = {
          dotted: parts.join('.'),
          number: `${value}`,
          hex: `0x${value.toString(16)}`,
          mapped: `[::ffff:${parts.join('.')}]`,
        }[form];
        assert.equal(isOwnName(new URL(`http://${host}/`).hostname), true, host);
      }),
    );
  });
});

suite('the verdicts that are kept', () => {
  const day = 86_400_000;
  const works: LinkVerdict = { verdict: 'works', reason: 'status', status: 200 };
  const gone: LinkVerdict = { verdict: 'gone', reason: 'host' };
  const start = (t: TestContext) => {
    const folder = mkdtempSync(join(tmpdir(), 'video-records-links-'));
    t.after(() => rmSync(folder, { recursive: true }));
    return { folder: join(folder, 'links'), cache: linkCache(join(folder, 'links')) };
  };

  test('last 30 days if a link works, one day if it is gone, and not at all if nobody can tell', async (t) => {
    const { cache } = start(t);
    await Promise.all([
      cache.add('a', works, 0),
      cache.add('b', gone, 0),
      cache.add('c', { verdict: 'unknown', reason: 'noAnswer' }, 0),
    ]);
    assert.deepEqual(
      await cache.read(day - 1),
      new Map([
        ['a', works],
        ['b', gone],
      ]),
    );
    assert.deepEqual(await cache.read(day), new Map([['a', works]]));
    assert.deepEqual(await cache.read(30 * day), new Map());
  });

  test('are those found last, and none from the future or from a torn line', async (t) => {
    const { cache, folder } = start(t);
    await cache.add('a', gone, 5);
    await cache.add('a', works, 6);
    await cache.add('b', works, 100);
    const [file = ''] = readdirSync(folder);
    appendFileSync(join(folder, file), '\n{"address":"c","time":5,"verdict":"works"\n{"address":"d"}\n');
    assert.deepEqual(await linkCache(folder).read(10), new Map([['a', works]]));
    if (process.platform !== 'win32') assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
  });
});
