import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { chooseInMenu } from '../../support/vscode/keyboard.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from '../recent/sidebarPage.ts';

const service = await startRecordService([5]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

uiTest('the menus of a record’s editor have what a curator needs', { settings }, async (w) => {
  const { page } = w;
  await sidebarPage(w).askForRecord();
  await w.quickInput.answer('5');
  await w.editor.opened('5-talk-5');
  const entry = (label: string) => page.locator('.monaco-menu .action-item').filter({ hasText: label });
  await w.editor.element.getByText('"title"').first().click({ button: 'right' });
  for (const label of ['Edit Field as Text', 'Compare with Service', 'Review Changes'])
    await entry(label).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.monaco-menu').waitFor({ state: 'detached' });

  await w.editor.replace('Talk 5', 'With PUT');
  await page
    .locator('.editor-group-container.active .editor-actions')
    .getByRole('button', { name: 'More Actions' })
    .click();
  await chooseInMenu(page, 'Save With', 'Save with PUT');
  await page.locator('.tab:not(.dirty)', { hasText: '5-talk-5' }).waitFor();
  assert.equal(service.record(5).title, 'With PUT');
});
