import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getCACertificates } from 'node:tls';
import {
  type HttpSettings,
  parseHttpSettings,
  proxySettings,
  trustedCertificates,
} from '../../../src/connections/networkSettings.ts';

const untouched: HttpSettings = {
  proxy: '',
  noProxy: [],
  proxyAuthorization: '',
  proxyStrictSSL: true,
  proxySupport: 'override',
  systemCertificates: true,
};
const company = 'http://proxy.example.org:3128';

test('without a proxy in settings and environment requests go straight out', () => {
  assert.deepEqual(proxySettings('https:', untouched, {}), { strictSSL: true });
});

test('a setting goes before a variable, for both protocols', () => {
  const environment = { HTTPS_PROXY: 'http://other:1', HTTP_PROXY: 'http://other:2' };
  for (const protocol of ['http:', 'https:'] as const) {
    assert.equal(proxySettings(protocol, { ...untouched, proxy: ` ${company} ` }, environment).proxy, company);
  }
});

test('variables of either case are read, each for its protocol, and the plain one also serves https', () => {
  const proxy = (protocol: 'http:' | 'https:', environment: Record<string, string>) =>
    proxySettings(protocol, untouched, environment).proxy;
  assert.equal(proxy('https:', { https_proxy: company }), company);
  assert.equal(proxy('https:', { HTTPS_PROXY: company }), company);
  assert.equal(proxy('http:', { HTTPS_PROXY: company }), undefined);
  assert.equal(proxy('http:', { HTTP_PROXY: company }), company);
  assert.equal(proxy('https:', { http_proxy: company }), company);
  assert.equal(proxy('https:', { https_proxy: ' ', HTTPS_PROXY: company }), company);
});

test('proxySupport off means no proxy at all', () => {
  const off = { ...untouched, proxy: company, proxySupport: 'off' };
  assert.deepEqual(proxySettings('https:', off, { HTTPS_PROXY: company }), { strictSSL: true });
});

test('exceptions come from the setting, else from the variable', () => {
  const noProxy = (list: string[], environment: Record<string, string>) =>
    proxySettings('https:', { ...untouched, proxy: company, noProxy: list }, environment).noProxy;
  assert.deepEqual(noProxy(['a.example'], { NO_PROXY: 'b.example' }), ['a.example']);
  assert.deepEqual(noProxy([], { NO_PROXY: 'b.example, .c.example,,d' }), ['b.example', '.c.example', 'd']);
  assert.deepEqual(noProxy([], { no_proxy: 'e', NO_PROXY: 'f' }), ['e']);
});

test('authorization and strictness are passed on', () => {
  const http = { ...untouched, proxy: company, proxyAuthorization: 'Basic abc', proxyStrictSSL: false };
  const settings = proxySettings('https:', http, {});
  assert.equal(settings.proxyAuthorization, 'Basic abc');
  assert.equal(settings.strictSSL, false);
});

test('settings of any shape are read, and only a plain false turns a check off', () => {
  const read = (settings: object) => parseHttpSettings((key) => Reflect.get(settings, key));
  const safe = { ...untouched, proxySupport: '' };
  assert.deepEqual(read({}), safe);
  for (const odd of [null, 0, '', 'false', 5, {}, [5, null]]) {
    const all = Object.fromEntries(Object.keys(untouched).map((key) => [key, odd]));
    const texts = typeof odd === 'string' ? { proxy: odd, proxyAuthorization: odd, proxySupport: odd } : {};
    assert.deepEqual(read(all), { ...safe, ...texts }, JSON.stringify(odd));
  }
  const set: HttpSettings = {
    proxy: company,
    noProxy: ['a.example'],
    proxyAuthorization: 'Basic abc',
    proxyStrictSSL: false,
    proxySupport: 'off',
    systemCertificates: false,
  };
  assert.deepEqual(read(set), set);
});

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;

async function read(t: TestContext, content: string | undefined, systemCertificates = false) {
  const folder = await mkdtemp(join(tmpdir(), 'video-records-ca-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  if (content !== undefined) await writeFile(file, content);
  const warnings: string[] = [];
  const environment = { NODE_EXTRA_CA_CERTS: file };
  const found = await trustedCertificates(systemCertificates, environment, (warning) => warnings.push(warning));
  return { found, warnings };
}

test('every certificate of NODE_EXTRA_CA_CERTS counts, once', async (t) => {
  const { found, warnings } = await read(t, `# ours\n${pem('AAAA')}\n\n${pem('BBBB')}\n${pem('AAAA')}\n`);
  assert.deepEqual(found, [pem('AAAA'), pem('BBBB')]);
  assert.deepEqual(warnings, []);
});

test('a file without certificates, or none at all, is left out with a warning', async (t) => {
  for (const content of ['nothing here', undefined]) {
    const { found, warnings } = await read(t, content);
    assert.deepEqual(found, []);
    assert.match(warnings.join(), /^NODE_EXTRA_CA_CERTS names .*ca\.pem, which /);
  }
});

test('the certificates of the system are used where the setting says so', async () => {
  const none = () => assert.fail('Nothing to warn about.');
  assert.deepEqual(await trustedCertificates(true, {}, none), [...new Set(getCACertificates('system'))]);
  assert.deepEqual(await trustedCertificates(false, {}, none), []);
});
