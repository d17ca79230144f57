import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { proxies, proxyModule } from '../../../src/connections/proxies.ts';

const company = 'http://proxy.example.org:3128';
const origin = 'https://records.example';

type Settings = Readonly<Record<string, unknown>>;

function setUp(resolveProxyURL: unknown, settings: Settings = {}) {
  const warnings: string[] = [];
  const found = proxies({
    module: () => ({ resolveProxyURL }),
    setting: (key) => settings[key],
    warn: (message) => warnings.push(message),
  });
  return { ...found, warnings };
}

test('VS Code is asked once per origin, until its settings change', async () => {
  const asked: string[] = [];
  const { routeTo, forget } = setUp(async (url: string) => {
    asked.push(url);
    return url.includes('far') ? company : undefined;
  });
  for (const _ of [1, 2]) {
    assert.deepEqual(await routeTo('https://far.example'), { via: 'proxy', address: company });
    assert.deepEqual(await routeTo('http://near.example:8080'), { via: 'direct' });
  }
  assert.deepEqual(asked, ['https://far.example/', 'http://near.example:8080/']);
  forget();
  await routeTo('https://far.example');
  assert.equal(asked.length, 3);
});

test('a proxy elsewhere is not asked for services of this machine; a proxy on it is', async () => {
  const routeTo = (proxy: string, service: string) => setUp(async () => proxy).routeTo(service);
  const spelled = ['http://0.0.0.0:8000', 'http://localhost.', 'http://[::]', 'http://[::ffff:127.0.0.1]:8000'];
  for (const here of [
    'http://127.0.0.1',
    'http://127.0.1.1:8000',
    'https://desk.localhost',
    'http://[::1]',
    ...spelled,
  ]) {
    assert.deepEqual(await routeTo(company, here), { via: 'direct' }, here);
    assert.deepEqual(await setUp(undefined, { proxy: company }).routeTo(here), { via: 'direct' }, here);
  }
  for (const own of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080']) {
    assert.equal((await routeTo(own, 'http://127.0.0.1')).via, 'proxy', own);
  }
});

test('http.proxySupport: off means no proxy at all', async () => {
  const { routeTo } = setUp(() => assert.fail('asked'), { proxy: company, proxySupport: 'off' });
  assert.deepEqual(await routeTo(origin), { via: 'direct' });
});

const BROKEN: readonly [string, unknown, string][] = [
  ['missing', undefined, 'it is missing'],
  ['no function', 'http://proxy', 'it is missing'],
  [
    'throwing',
    () => {
      throw new Error('PROXY me:s3cret@host');
    },
    'it failed',
  ],
  [
    'rejecting',
    async () => {
      throw new Error('PROXY me:s3cret@host');
    },
    'it failed',
  ],
  ['hanging', () => new Promise(() => {}), 'it did not answer'],
  ['odd', async () => ({ url: company }), 'its answer is unknown'],
];
for (const [name, resolver, why] of BROKEN) {
  test(`a resolver that is ${name}: the settings or the environment decide, and the log says so once`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const afterPatience = async <T>(answer: Promise<T>) => {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(5000);
      return answer;
    };
    const { routeTo, warnings } = setUp(resolver, { proxy: ` ${company} `, noProxy: ['a.example', 'b.example'] });
    const instead = { via: 'environment', proxy: company, noProxy: 'a.example,b.example' };
    assert.deepEqual(await afterPatience(routeTo(origin)), instead);
    assert.deepEqual(await afterPatience(routeTo('http://other.example')), instead);
    assert.deepEqual(warnings, [
      `VS Code's proxy resolver can't be used (${why}): http.proxy and the environment decide.`,
    ]);
    const odd = setUp(resolver, { proxy: 5, noProxy: 'x' });
    assert.deepEqual(await afterPatience(odd.routeTo(origin)), { via: 'environment', proxy: '', noProxy: '' });
  });
}

test('the resolver is found in the archive of the desktop, else in the folder of a server', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'video-records-app-'));
  t.after(() => rm(root, { recursive: true }));
  assert.equal(proxyModule(root), undefined);
  for (const folder of ['node_modules', 'node_modules.asar']) {
    const path = join(root, folder, '@vscode', 'proxy-agent');
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'index.js'), `exports.from = '${folder}';`);
    assert.deepEqual(proxyModule(root), { from: folder });
  }
});
