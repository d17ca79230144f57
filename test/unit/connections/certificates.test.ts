import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getCACertificates } from 'node:tls';
import { trustedCertificates } from '../../../src/connections/certificates.ts';

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
