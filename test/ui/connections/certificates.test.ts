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
import type { Workbench } from '../../support/vscode/workbench.ts';

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

const settings = (systemCertificates: boolean) => ({
  'http.systemCertificates': systemCertificates,
  'videoRecords.services': { desk: { baseUrl: server.origin } },
});
// Node's way to the system's store on Linux; elsewhere it asks the keychain, which a test can't fill.
const system = { SSL_CERT_FILE: authority, SSL_CERT_DIR: folder };

let sent = 0;
async function open({ quickInput, runCommand }: Workbench): Promise<void> {
  sent = server.requests.length;
  await runCommand('Video Records: Open Record');
  await quickInput.type('5');
  await quickInput.pick('5');
}

if (process.platform === 'linux') {
  uiTest('an authority in the system’s store is trusted', { settings: settings(true), env: system }, async (w) => {
    await open(w);
    await w.tab('5-talk-5').waitFor();
    assert.equal(server.requests.length, sent + 1);
  });

  uiTest('not where http.systemCertificates is off', { settings: settings(false), env: system }, async (w) => {
    await open(w);
    await w.notification('The issuer of the certificate').waitFor();
    assert.equal(server.requests.length, sent);
  });
}
