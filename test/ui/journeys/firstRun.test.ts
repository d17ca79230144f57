import assert from 'node:assert/strict';
import { uiTest } from '../../support/vscode/uiTest.ts';

uiTest('a newcomer gets from the empty view to a record, and the walkthrough is completed', {}, async (workbench) => {
  const { page, quickInput, tab } = workbench;
  const welcome = (await workbench.openSidebar('Video Records')).getByRole('region', { name: 'Welcome' });
  await welcome.getByRole('button', { name: 'Add Service' }).waitFor();
  assert.equal(await welcome.locator('.monaco-button').count(), 1, 'one primary button; the rest are links');
  await welcome.locator('a', { hasText: 'Take the tour' }).click();
  const step = (title: string) => page.locator('.getting-started-step').filter({ hasText: title });
  const ticked = (title: string) => step(title).locator('.complete').first();
  // The walkthrough takes the focus a moment after it is shown.
  await step('Connect to a service').and(page.locator(':focus')).waitFor();
  assert.equal(await ticked('Connect to a service').count(), 0);

  await welcome.locator('a', { hasText: 'try the sample service' }).click();
  await welcome.getByText('The records you open are listed here.').waitFor();
  await ticked('Connect to a service').waitFor();

  const offer = workbench.notification('The sample service is running as "sample".');
  await offer.getByRole('button', { name: 'Open Record' }).click();
  await page.locator('.quick-input-title').filter({ hasText: 'Open Record' }).waitFor();
  await quickInput.answer('4');
  await tab('4-').waitFor();
  await workbench.editor.replace('"title": "Reading', '"title": "Rereading');
  await workbench.editor.save();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });

  await page.keyboard.press('ControlOrMeta+PageUp');
  for (const title of ['Connect to a service', 'Open a record', 'Edit and save']) await ticked(title).waitFor();
  await step('Resolve conflicts').waitFor();
  assert.equal(await ticked('Resolve conflicts').count(), 0);
});
