import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

const service = await startRecordService([1, 2, 4]);
const otherFolder = mkdtempSync(join(tmpdir(), 'video-records-workspace-'));
const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };
after(() => {
  rmSync(otherFolder, { recursive: true });
  return service.close();
});

const onRecord = (id: number) => ({ settings, openFile: `videorecord://desk/${id}-talk-${id}.video.json` });

async function dirtyRecord(workbench: Workbench, id: number): Promise<void> {
  await workbench.tab(`${id}-talk-${id}.video.json`).waitFor();
  // VS Code remembers the size of what it saved, and must not take the restart for someone else's change.
  await workbench.editor.replace('"boats"', '"many more boats"');
  await workbench.editor.save();
  await workbench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
  await workbench.editor.element.getByText(String(service.record(id).updated)).waitFor();
  await workbench.editor.replace(`"Talk ${id}"`, '"Typed before the restart"');
  await workbench.page.locator('.tab.dirty').waitFor();
  await workbench.backedUp('Typed before the restart');
  service.change(id, { summary: 'Changed meanwhile.' });
  service.taken();
}

async function saveAndCheck({ page, editor }: Workbench, id: number): Promise<void> {
  await editor.element.getByText('Typed before the restart').waitFor();
  assert.deepEqual(service.taken(), [], 'a dirty record is not read again');
  await editor.save();
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  const written = service.requests.filter((request) => request.method === 'PATCH' && request.id === id);
  assert.equal(written.at(-1)?.body, '{"title":"Typed before the restart"}');
  assert.equal(service.record(id).summary, 'Changed meanwhile.');
  await editor.element.getByText('Changed meanwhile.').waitFor();
}

uiTest(
  'a dirty record survives a window reload with its base, and a clean one is read again',
  onRecord(1),
  async (workbench) => {
    await dirtyRecord(workbench, 1);
    await workbench.reload();
    await saveAndCheck(workbench, 1);

    service.change(1, { title: 'Changed while away' });
    service.taken();
    await workbench.reload();
    await workbench.editor.element.getByText('Changed while away').waitFor();
    assert.deepEqual(service.taken(), ['GET 1']);
  },
);

uiTest('a dirty record survives the death of the extension host with its base', onRecord(2), async (workbench) => {
  await dirtyRecord(workbench, 2);
  const [pid] = workbench.server.extensionHostPids();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  await workbench.reload();
  await saveAndCheck(workbench, 2);
});

uiTest('a window that shows the record without changes leaves the base of another', onRecord(4), async (workbench) => {
  await dirtyRecord(workbench, 4);
  const other = await workbench.openWindow(otherFolder);
  await other.editor.element.getByText('Changed meanwhile.').waitFor();
  service.taken();
  await workbench.reload();
  await saveAndCheck(workbench, 4);
});
