import assert from 'node:assert/strict';
import { previewTest, talk } from '../preview/previewPage.ts';

previewTest(
  'the preview follows the text as it is typed, broken JSON included',
  talk,
  {},
  async ({ workbench: { editor }, preview, service }) => {
    service.taken();
    await editor.replace('"Keeping Harbours Dredged"', '"Keeping Harbours Deep"');
    await preview.locator('h1', { hasText: 'Keeping Harbours Deep' }).waitFor();
    await preview.locator('.field.changed', { hasText: 'Keeping Harbours Deep' }).getByText('changed').waitFor();
    await editor.replace('"Keeping Harbours Deep"', '"Keeping Harbours');
    await preview.getByRole('status').filter({ hasText: 'Showing the last valid version.' }).waitFor();
    await preview.locator('h1', { hasText: 'Keeping Harbours Deep' }).waitFor();
    await editor.replace('"Keeping Harbours', '"Keeping Harbours Dredged"');
    await preview.getByRole('status').waitFor({ state: 'detached' });
    await preview.locator('.field.changed').waitFor({ state: 'detached' });
    await editor.replace('"2024-05-17"', '"2024-02-30"');
    await preview.locator('.field.problem', { hasText: 'not a valid date' }).waitFor();
    assert.deepEqual(service.taken(), []);
  },
);
