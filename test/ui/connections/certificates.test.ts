import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { json } from '../../support/behaviours.ts';
import { createCertificates } from '../../support/certificates.ts';
import { startMisbehavingServer } from '../../support/misbehavingServer.ts';
import { aRecord } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

/** The authority lies in a file that the whole VS Code is started with, as an administrator would set it up. */
const certificates = createCertificates();
const folder = await mkdtemp(join(tmpdir(), 'video-records-ca-'));
const authority = join(folder, 'authority.pem');
await writeFile(authority, certificates.authority);
const server = await startMisbehavingServer({ certificate: certificates.valid });
server.script(json(aRecord(5)));
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const settings = { 'videoRecords.services': { desk: { baseUrl: server.origin } } };
// Node's way to the system's store on Linux; elsewhere it asks the keychain, which a test can't fill.
const system = { SSL_CERT_FILE: authority, SSL_CERT_DIR: folder };

if (process.platform === 'linux') {
  uiTest('an authority in the system’s store is trusted', { settings, env: system }, async (w) => {
    await w.runCommand('Video Records: Open Record');
    await w.quickInput.answer('5');
    await w.tab('5-talk-5').waitFor();
    assert.equal(server.requests.length, 1);
  });
}
