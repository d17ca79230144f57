import assert from 'node:assert/strict';
import { startRecordService } from '../../support/recordService.ts';
import { aSecret, filesWithSecrets, holdsSecret } from '../../support/secret.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

const service = await startRecordService([5]);
service.intercept('GET', (_request, response) => response.writeHead(401).end('{"detail":"A token, please."}'));
service.intercept('PATCH', (_request, response) => response.writeHead(401).end('{"detail":"Another token, please."}'));

const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

async function giveToken({ quickInput }: Workbench, secret: string) {
  await quickInput.choose('Token');
  await quickInput.widget.locator('input[type=password]').waitFor();
  await quickInput.answer(secret);
}

uiTest('401, Set Credential, and what was asked for carries on', { settings, theme: 'light' }, async (workbench) => {
  const { quickInput, editor, page } = workbench;
  const [first, second] = [aSecret(), aSecret()];
  try {
    await workbench.runCommand('Video Records: Open Record');
    await quickInput.type('5');
    await quickInput.choose('5');
    const refused = workbench.notification('asks for a valid credential');
    await refused.waitFor();
    await workbench.screenshot('401 on open');
    await refused.getByRole('button', { name: 'Set Credential' }).click();
    await quickInput.rows.filter({ hasText: 'Bearer' }).waitFor();
    await workbench.screenshot('credential kinds');
    await giveToken(workbench, first);
    await workbench.tab('5-talk-5').waitFor();
    assert.equal(service.requests.at(-1)?.headers.authorization, `Token ${first}`);

    await editor.replace('Talk 5', 'Talk five');
    await editor.save();
    const failed = workbench.notification('Failed to save');
    await failed.waitFor();
    await workbench.screenshot('401 on save');
    await failed.getByText('Set Credential').click();
    await giveToken(workbench, second);
    await page.locator('.tab:not(.dirty)', { hasText: '5-talk-5' }).waitFor();
    assert.equal(service.record(5).title, 'Talk five');
    assert.equal(service.requests.at(-1)?.headers.authorization, `Token ${second}`);

    assert.ok(!holdsSecret((await page.locator('body').textContent()) + (await page.title())));
    assert.deepEqual(await filesWithSecrets(workbench.server.userDataDir), []);
  } finally {
    await service.close();
  }
});
