import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { callTool, windowWithAgent } from './testAgent.ts';

const service = await startRecordService([5, 6, 7, 15, 16, 17]);
after(() => service.close());
const options = await windowWithAgent({ desk: { baseUrl: service.baseUrl } });

uiTest(
  'an agent’s save shows its changes and waits for the user, also if a model has chosen the tools',
  options,
  async (w) => {
    const { dialog, notification } = w;
    const description = `${'A sentence that stays as it is. '.repeat(20)}The last words.`;
    service.change(5, { description });
    const fields = {
      title: 'Talk Five, [a link](command:quit)',
      speakers: ['Ada Example', 'Bo Sample', 'Cy Specimen'],
      description: description.replace('last', 'very last'),
      state: 2,
    };
    await callTool(w, 'edit', { records: [{ id: 5, fields }] });
    await notification('Video Records is not active.').waitFor();
    await notification('The editor of record 5 shows these unsaved changes').waitFor();
    await callTool(w, 'save', { ids: [5] });
    await dialog.getByText('Save record 5 on desk?').waitFor();
    await dialog.getByText('• title: "Talk 5" → "Talk Five, [a link](command:quit)"').waitFor();
    await dialog.getByText(/description: ….*The last words\." → ….*The very last words\."/).waitFor();
    assert.equal(await dialog.locator('.dialog-message-detail a').count(), 0);
    await w.screenshot('agent-save');
    await w.page.keyboard.press('Escape');
    await notification('Declined by the user').waitFor();
    assert.equal(service.record(5).title, 'Talk 5');

    await callTool(w, 'save', { ids: [5] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notification('1 of 1 records were saved').waitFor();
    assert.equal(service.record(5).title, fields.title);
    await w.page.locator('.tab.dirty').waitFor({ state: 'detached' });

    const records = [5, 6, 7].map((id) => ({ id, fields: { title: `A Better Title ${id}`, state: 3 } }));
    await callTool(w, 'edit', { records });
    await notification('unsaved changes of 3 records').waitFor();
    await callTool(w, 'save', {
      worksheet: 'videoworksheet://desk/3%20records.worksheet.json?ids%3D5-7%26fields%3Dtitle%2Cstate',
    });
    await dialog.getByText('Save 3 records on desk?').waitFor();
    await w.screenshot('agent-save-several');
    await dialog.getByRole('button', { name: 'Review Changes' }).click();
    await notification('The user chose to review the changes').waitFor();
    await w.tab('3').last().waitFor();
    await w.screenshot('agent-review');
    assert.deepEqual(
      service.requests.filter(({ method, id }) => method !== 'GET' && id > 5),
      [],
    );

    for (const id of [15, 17]) service.change(id, { category: 'LanternConf 2024' });
    for (const id of ['15', '16', '17']) {
      await w.runCommand('Video Records: Open Record');
      await w.quickInput.answer(id);
      await w.editor.opened(`${id}-`);
    }
    await w.runCommand('Test Agent: Work with Model');
    await dialog.getByText('Save 2 records on desk?').waitFor();
    for (const id of [15, 17]) await dialog.getByText(`title: "Talk ${id}" → "TALK ${id}"`).waitFor();
    assert.deepEqual([service.record(15).title, service.record(17).title], ['Talk 15', 'Talk 17']);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notification('The user agreed, and 2 of 2 records were saved.').waitFor();
    assert.deepEqual(
      [15, 16, 17].map((id) => service.record(id).title),
      ['TALK 15', 'Talk 16', 'TALK 17'],
    );
  },
);
