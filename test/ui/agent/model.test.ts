import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { windowWithAgent } from './testAgent.ts';

const service = await startRecordService([5, 6, 7]);
after(() => service.close());
const options = await windowWithAgent({ desk: { baseUrl: service.baseUrl } });

uiTest('a model finds, reads, edits and saves records with the tools, and the user agrees', options, async (w) => {
  for (const id of [5, 7]) service.change(id, { category: 'LanternConf 2024' });
  for (const id of ['5', '6', '7']) {
    await w.runCommand('Video Records: Open Record');
    await w.quickInput.answer(id);
    await w.editor.opened(`${id}-`);
  }

  await w.runCommand('Test Agent: Work with Model');
  await w.dialog.getByText('Save 2 records on desk?').waitFor();
  for (const id of [5, 7]) await w.dialog.getByText(`title: "Talk ${id}" → "TALK ${id}"`).waitFor();
  assert.deepEqual([service.record(5).title, service.record(7).title], ['Talk 5', 'Talk 7']);
  await w.dialog.getByRole('button', { name: 'Save' }).click();
  await w.notification('The user agreed, and 2 of 2 records were saved.').waitFor();
  assert.deepEqual(
    [5, 6, 7].map((id) => service.record(id).title),
    ['TALK 5', 'Talk 6', 'TALK 7'],
  );
});
