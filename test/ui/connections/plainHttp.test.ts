import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startForwardProxy } from '../../support/forwardProxy.ts';
import { startRecordService } from '../../support/recordService.ts';
import { aSecret } from '../../support/secret.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

const service = await startRecordService([5, 6, 7, 8]);
// Other machines, as far as the extension can tell.
const proxy = await startForwardProxy({ everythingIs: service.baseUrl });
after(async () => {
  await proxy.close();
  await service.close();
});

const [records, archive] = ['http://records.example', 'http://archive.example'];
const settings = {
  'http.proxy': proxy.address,
  'videoRecords.services': { records: { baseUrl: records }, archive: { baseUrl: archive } },
};

async function setToken({ quickInput, runCommand }: Workbench, origin: string): Promise<string> {
  const secret = aSecret();
  await runCommand('Video Records: Set Credential');
  await quickInput.pick(origin);
  await quickInput.pick('Authorization: Token');
  await quickInput.widget.locator('input[type=password]').waitFor();
  await quickInput.answer(secret);
  await quickInput.widget.waitFor({ state: 'hidden' });
  return `Token ${secret}`;
}

async function open({ quickInput, runCommand }: Workbench, origin: string, id: number): Promise<void> {
  await runCommand('Video Records: Open Record');
  await quickInput.type(`${origin}/api/v2/video/${id}`);
  await quickInput.pick(String(id));
}

const asked = (origin: string) => `Send the credential to ${origin} without encryption?`;
const sent = () => service.requests.at(-1)?.headers.authorization;

uiTest('agreeing once to a credential over plain http', { settings, theme: 'light' }, async (w) => {
  service.taken();
  const first = await setToken(w, records);
  // It is tested at once, and so asked about at once.
  await w.dialog.filter({ hasText: asked(records) }).waitFor();
  assert.deepEqual(service.taken(), []);
  await w.page.keyboard.press('Enter');
  await open(w, records, 5);
  await w.tab('5-talk-5').waitFor();
  assert.equal(sent(), first);

  await w.reload();
  // This VS Code may keep secrets in memory alone.
  const second = await setToken(w, records);
  await open(w, records, 7);
  await w.editor.opened('7-talk-7');
  assert.equal(sent(), second);

  service.taken();
  const other = await setToken(w, archive);
  await w.dialog.filter({ hasText: asked(archive) }).waitFor();
  await w.page.keyboard.press('Escape');
  await w.notification(`The credential was not sent to ${archive}`).waitFor();
  await w.runCommand('Notifications: Clear All Notifications');
  await open(w, archive, 8);
  await w.notification(`The credential was not sent to ${archive}`).waitFor();
  assert.deepEqual(service.taken(), []);
  await w.runCommand('Notifications: Clear All Notifications');

  await setToken(w, archive);
  await w.dialog.filter({ hasText: asked(archive) }).waitFor();
  await w.page.keyboard.press('Enter');
  await open(w, archive, 8);
  await w.tab('8-talk-8').waitFor();
  assert.notEqual(sent(), undefined);
  assert.notEqual(sent(), other);
});
