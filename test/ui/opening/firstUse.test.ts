import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const sample = await startSample();
const newcomer = await startSample();
after(() => Promise.all([sample.close(), newcomer.close()]));

uiTest('a newcomer gets from the empty view to a record, and the tour ticks itself off', {}, async (workbench) => {
  const { page, quickInput, tab } = workbench;
  const welcome = (await workbench.openSidebar('Video Records')).getByRole('region', { name: 'Welcome' });
  await welcome.getByRole('button', { name: 'Add a Service' }).waitFor();
  await welcome.getByRole('button', { name: 'Open Record' }).waitFor();
  await welcome.locator('a', { hasText: 'Take the tour' }).press('Enter');
  const step = (title: string) => page.locator('.getting-started-step').filter({ hasText: title });
  const ticked = (title: string) => step(title).locator('.complete').first();
  await step('Connect to a service').waitFor();
  assert.equal(await ticked('Connect to a service').count(), 0);

  await welcome.getByRole('button', { name: 'Try the Sample Service' }).press('Enter');
  await welcome.getByText('Records that you open are listed here.').waitFor();
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
  await step('When somebody else was faster').waitFor();
  assert.equal(await ticked('When somebody else was faster').count(), 0);
  await workbench.screenshot('walkthrough');
});

uiTest(
  'a link opens the record, and offers to add a service that is not known',
  {
    settings: {
      'videoRecords.services': { staging: { baseUrl: sample.baseUrl } },
      'extensions.confirmedUriHandlerExtensionIds': ['video-records.video-records'],
    },
  },
  async ({ quickInput, runCommand, notification, tab }) => {
    const follow = async (address: string) => {
      await runCommand('Developer: Open URL');
      const query = new URLSearchParams({ address, id: '4' });
      await quickInput.answer(`vscode://video-records.video-records/open?${query}`);
    };
    await follow(sample.baseUrl);
    await tab('4-').waitFor();
    await follow(newcomer.baseUrl);
    const offer = notification(`${newcomer.baseUrl}, which is not one of your services`);
    await offer.getByRole('button', { name: 'Add Service' }).click();
    await tab('4-').nth(1).waitFor();
  },
);
