import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const sample = await startSample();
const newcomer = await startSample();
after(() => Promise.all([sample.close(), newcomer.close()]));

uiTest(
  'a link opens the record, and offers to add a service that is not known',
  {
    settings: {
      'videoRecords.services': { staging: { baseUrl: sample.baseUrl } },
      'extensions.confirmedUriHandlerExtensionIds': ['video-records.video-records'],
    },
  },
  async ({ quickInput, runCommand, notification, tab, editor }) => {
    const follow = async (address: string) => {
      await runCommand('Developer: Open URL');
      const query = new URLSearchParams({ address, id: '4' });
      await quickInput.answer(`vscode://video-records.video-records/open?${query}`);
    };
    await follow(sample.baseUrl);
    await editor.opened('4-');
    await follow(newcomer.baseUrl);
    const offer = notification(`${newcomer.baseUrl}, which is not one of your services`);
    await offer.getByRole('button', { name: 'Add Service' }).click();
    await tab('4-').nth(1).waitFor();
  },
);
