import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { reply, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';

const service = await startRecordService([1]);
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
const openFile = 'videorecord://desk/1-talk-1.video.json';

uiTest(
  'a failed save says why once and keeps the text, which can be saved as a copy',
  { settings, openFile },
  async (workbench) => {
    const { editor, page, quickInput, tab } = workbench;
    await tab('1-talk-1.video.json').waitFor();
    await editor.replace('"Talk 1"', '"Taken"');
    service.intercept('PATCH', (_request, response) =>
      reply(response, { status: 400, body: '{"title":["[This](command:workbench.action.quit) title is taken."]}' }),
    );
    await editor.save();
    const failed = workbench.notification('Failed to save');
    await failed.waitFor();
    const [message = '', another] = await workbench.notifications();
    assert.equal(another, undefined);
    assert.match(
      message,
      /Failed to save '1-talk-1\.video\.json': .*title is taken\..* Nothing was saved; your text is still here\./,
    );
    assert.doesNotMatch(message, /FileSystemError|Unavailable|Instead of/);
    const link = failed.locator('a', { hasText: 'This' });
    assert.equal(await link.count(), 0, 'a service must not put links into messages');
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.dirty-diff-glyph').first().waitFor();
    await page.locator('.tab.dirty').waitFor();

    const folder = await mkdtemp(join(tmpdir(), 'copy-'));
    const file = join(folder, 'copy.json');
    await mkdir(join(folder, 'another'));
    await editor.opened('1-talk-1.video.json');
    await workbench.runCommand('Video Records: Save a Copy');
    // The dialog looks into each folder before it takes an answer, and into the first one before it takes a path.
    await quickInput.widget.getByText('Save a Copy of Record 1').waitFor();
    await quickInput.rows.first().waitFor();
    await quickInput.type(file);
    await quickInput.rows.filter({ hasText: 'another' }).waitFor();
    await quickInput.confirm();
    await page.getByText('Saved a copy of record 1 as copy.json.').waitFor();
    assert.equal(JSON.parse(await readFile(file, 'utf8')).title, 'Taken');
    await page.locator('.tab.dirty').waitFor();
    assert.equal(service.record(1).title, 'Talk 1');

    await failed.getByRole('button', { name: 'Retry' }).click();
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    assert.equal(service.record(1).title, 'Taken');
  },
);
