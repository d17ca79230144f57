import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after } from 'node:test';
import { reply, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from '../recent/sidebarPage.ts';

const service = await startRecordService(Array.from({ length: 18 }, (_, at) => at + 1));
after(() => service.close());
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

/** Answers so many requests; those behind them, four at a time, get no answer. */
function answerFirst(count: number): Promise<readonly ServerResponse[]> {
  for (let at = 0; at < count; at += 1) {
    service.intercept('GET', (_request, response, proceed) => reply(response, proceed()));
  }
  const held: ServerResponse[] = [];
  return new Promise((resolve) => {
    for (let at = 0; at < 4; at += 1) {
      service.intercept('GET', (_request, response) => {
        held.push(response);
        if (held.length === 4) resolve(held);
      });
    }
  });
}

uiTest(
  'opening several records can be cancelled, and those that failed be tried again',
  { settings },
  async (workbench) => {
    const { quickInput, tab, notification } = workbench;
    const { askForRecord, editorFocused, row, focusTree } = sidebarPage(workbench);
    const holding = answerFirst(5);
    await askForRecord();
    await quickInput.answer('1-12');
    const closed = Promise.all((await holding).map((response) => once(response, 'close')));
    await tab('5-talk-5').waitFor();
    const progress = notification('Opening 12 records');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await closed;
    await progress.waitFor({ state: 'detached' });
    await workbench.editor.opened('1-talk-1');
    assert.equal(await tab('.video.json').count(), 5);

    // Whatever was still to be asked for would have been asked for before this one.
    await askForRecord();
    await quickInput.answer('13');
    await workbench.editor.opened('13-talk-13');
    const asked = service.taken();
    assert.deepEqual(asked.slice().sort(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 13].map((id) => `GET ${id}`).sort());
    assert.equal(asked.at(-1), 'GET 13');
    assert.deepEqual(await workbench.notifications(), []);
    assert.equal(await workbench.dialog.count(), 0);
    await focusTree();
    await row('5 Talk 5').waitFor();
    assert.equal(await row('6 Talk 6').count(), 0);

    // Records that could not be opened can be tried again from one message.
    const refuse = (times: number) => {
      for (let count = 0; count < times; count += 1) {
        service.intercept('GET', (_request, response) => reply(response, { status: 403, body: '{"detail":"No."}' }));
      }
    };
    refuse(2);
    await askForRecord();
    await quickInput.answer('14, 15');
    const none = notification('None of the 2 records were opened. Not permitted: 14 and 15.');
    await none.getByRole('button', { name: 'Set Credential' }).waitFor();
    await notification('Opening 2 records').waitFor({ state: 'detached' });
    assert.equal((await workbench.notifications()).length, 1);
    await none.getByRole('button', { name: 'Retry' }).click();
    await tab('15-talk-15').waitFor();
    await editorFocused();
    await notification('Opening 2 records').waitFor({ state: 'detached' });
    assert.deepEqual(await workbench.notifications(), []);

    refuse(1);
    await askForRecord();
    await quickInput.answer('16-18');
    const some = notification('2 of 3 records were opened. Not permitted:');
    await some.waitFor();
    refuse(1);
    await some.getByRole('button', { name: 'Retry' }).click();
    await notification('403').waitFor();
    await notification('Opening').waitFor({ state: 'detached' });
    assert.equal((await workbench.notifications()).length, 1);
    assert.equal(await tab('.video.json').count(), 10);
  },
);
