import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { aSecret, holdsSecret } from '../../support/secret.ts';
import { keyboardOf } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

const service = await startRecordService([5]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

async function giveToken({ quickInput, page }: Workbench, secret: string) {
  await quickInput.pick('Authorization: Token');
  await quickInput.widget.locator('input[type=password]').waitFor();
  await page.keyboard.type(secret);
  await quickInput.confirm();
}

uiTest('401, Set Credential, and what was asked for carries on', { settings }, async (workbench) => {
  const { quickInput, editor, page } = workbench;
  const keyboard = keyboardOf(workbench);
  const [first, second] = [aSecret(), aSecret()];
  service.intercept('GET', (_request, response) => response.writeHead(401).end('{"detail":"A token, please."}'));
  service.intercept('PATCH', (_request, response) => response.writeHead(401).end('{"detail":"Another token."}'));

  await keyboard.run('Video Records: Open Record');
  await quickInput.type('5');
  await quickInput.pick('5');
  await workbench.notification('No credential is set for').waitFor();
  await keyboard.acceptNotification();
  await giveToken(workbench, first);
  await workbench.tab('5-talk-5').waitFor();
  assert.equal(service.requests.at(-1)?.headers.authorization, `Token ${first}`);

  await editor.replace('Talk 5', 'Talk five');
  await editor.save();
  await workbench.notification('Failed to save').waitFor();
  await keyboard.pressInNotification('Set Credential');
  await giveToken(workbench, second);
  await page.locator('.tab:not(.dirty)', { hasText: '5-talk-5' }).waitFor();
  assert.equal(service.record(5).title, 'Talk five');
  assert.equal(service.requests.at(-1)?.headers.authorization, `Token ${second}`);

  assert.ok(!holdsSecret((await page.locator('body').textContent()) + (await page.title())));
});
