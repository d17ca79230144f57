/**
 * `npm run screenshots`: takes the pictures of the README and docs. With
 * VR_LANGUAGE=de they show that language instead, below `out/screenshots/de`, to be looked at.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { projectFolder } from '../../support/vscode/project.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { callTool, windowWithAgent } from '../agent/testAgent.ts';
import { ago, historyPage } from '../history/historyPage.ts';
import { sidebarPage } from '../recent/sidebarPage.ts';

const { VR_LANGUAGE: language } = process.env;
const folder = join(projectFolder, ...(language ? ['out', 'screenshots', language] : ['media', 'readme']));
await mkdir(folder, { recursive: true });

const sample = await startSample();
after(() => sample.close());
const settings = { 'videoRecords.services': { staging: { baseUrl: sample.baseUrl } } };

const scenes: Record<string, (workbench: Workbench) => Promise<void>> = {
  async overview(workbench) {
    const { row, focusTree, goTo, chooseFromMenu } = sidebarPage(workbench);
    await open(workbench, '2, 4-10');
    await focusTree();
    for (const title of ['4 Reading Code Aloud', '9 Undo']) {
      await goTo(title);
      await chooseFromMenu('Pin');
    }
    await row('Pinned, 2 records').waitFor();
    await workbench.tab('4-').click();
    await workbench.runCommand('Video Records: Open Preview');
    await workbench.webview().locator('main h1').waitFor();
    await workbench.page.locator('.monaco-editor .view-lines').first().click();
    await workbench.editor.replace('"Reading Code Aloud"', '"Reading Code Aloud, Again"');
    await workbench.webview().locator('.field.changed').waitFor();
    await workbench.page.locator('.codelens-decoration', { hasText: '1 field changed' }).waitFor();
  },
  async worksheet(workbench) {
    await workbench.runCommand('Video Records: Open Worksheet…');
    await workbench.quickInput.type('2-12');
    await workbench.quickInput.rows.filter({ hasText: 'records on staging' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.widget.getByText('Title', { exact: true }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.tab('records').waitFor();
    await workbench.page.locator('.codelens-decoration', { hasText: '#2' }).waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+h');
    const find = workbench.editor.element.locator('.find-widget.visible');
    await find.locator('.find-part textarea').fill('Wren Halloway');
    await find.locator('.replace-part textarea').fill('Wren A. Halloway');
    await find.locator('.replace-part textarea').press('ControlOrMeta+Alt+Enter');
    await workbench.page.locator('.codelens-decoration', { hasText: 'changed' }).first().waitFor();
  },
  async history(workbench) {
    const { row, remember, show } = historyPage(workbench);
    const category = [{ field: 'category', before: '"LanternConf"', after: '"LanternConf 2024"' }];
    const some = { service: 'staging', fields: category, batch: 'worksheet', time: ago(4 * 60_000) };
    await remember([
      { ...some, id: 12, title: 'The Long Way to Port' },
      { ...some, id: 9, title: 'Undo' },
      { ...some, id: 7, title: 'A Calendar with No Mondays' },
    ]);
    await open(workbench, '10');
    await workbench.editor.replace('"title": "', '"title": "On ');
    await workbench.editor.replace('"state": 1', '"state": 2');
    await workbench.editor.save();
    await show();
    await row('3 ').click();
    await row('10 On').click();
    await workbench.page.locator('.monaco-diff-editor .view-lines', { hasText: '"On ' }).waitFor();
  },
  async conflict(workbench) {
    await open(workbench, '6');
    await workbench.editor.replace('"title": "', '"title": "My ');
    await workbench.page.locator('.codelens-decoration', { hasText: '1 field changed' }).waitFor();
    const { title } = await sample.get(6);
    await sample.patch(6, { title: `${title} and Renaming` });
    await workbench.editor.save();
    await workbench.dialog.waitFor();
    await sample.patch(6, { title });
  },
  async agent(workbench) {
    const edited = async (id: number) => ({ id, fields: { title: `${(await sample.get(id)).title}, Revisited` } });
    await callTool(workbench, 'edit', { records: await Promise.all([4, 6, 9].map(edited)) });
    await workbench.notification('unsaved changes of 3 records').waitFor();
    await workbench.page.locator('.codelens-decoration', { hasText: '3 changed' }).waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    const worksheet = 'videoworksheet://staging/3%20records.worksheet.json?ids%3D4%2C6%2C9%26fields%3Dtitle';
    await callTool(workbench, 'save', { worksheet });
    await workbench.dialog.waitFor();
  },
};
const withAgent = await windowWithAgent(settings['videoRecords.services']);

for (const [scene, play] of Object.entries(scenes)) {
  const viewport = { width: 1400, height: 800 };
  const own = scene === 'agent' ? withAgent : { settings };
  uiTest(scene, { ...own, theme: 'dark', viewport, ...(language ? { language } : {}) }, async (workbench) => {
    await play(workbench);
    // No tooltip of what the mouse happens to be over.
    await workbench.page.mouse.move(550, 0);
    await workbench.page.screenshot({ path: join(folder, `${scene}.png`), animations: 'disabled' });
  });
}

async function open(workbench: Workbench, ids: string): Promise<void> {
  await sidebarPage(workbench).askForRecord();
  await workbench.quickInput.answer(ids);
  await workbench.editor.opened(`${ids.split(',')[0]}-`);
}
