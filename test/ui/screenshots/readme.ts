/**
 * `npm run screenshots`: takes the pictures of the README and docs. With VR_LANGUAGE=de they show that language instead,
 * and so do more of the main journeys, dark and light, below `out/screenshots/de`, to be looked at.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator } from 'playwright-core';
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
const staging = { baseUrl: sample.baseUrl };

type Scene = (workbench: Workbench) => Promise<void>;

const scenes: Record<string, Scene> = {
  async overview(workbench) {
    const { row, focusTree, goTo, chooseFromMenu } = sidebarPage(workbench);
    await open(workbench, '2, 4-10');
    await focusTree();
    for (const title of ['4 Reading Code Aloud', '9 Undo']) {
      await goTo(title);
      await chooseFromMenu(workbench.say('Pin'));
    }
    await row(workbench.say('{0}, {1} records', workbench.say('Pinned'), 2)).waitFor();
    await workbench.tab('4-').click();
    await run(workbench, 'Open Preview');
    await workbench.webview().locator('main h1').waitFor();
    await workbench.page.locator('.monaco-editor .view-lines').first().click();
    await workbench.editor.replace('"Reading Code Aloud"', '"Reading Code Aloud, Again"');
    await workbench.webview().locator('.field.changed').waitFor();
    await lens(workbench, '1 field changed').waitFor();
  },
  async worksheet(workbench) {
    await run(workbench, 'Open Worksheet…');
    await workbench.quickInput.type('2-12');
    await workbench.quickInput.rows
      .filter({ hasText: workbench.say('Open {0} records on {1}', 11, 'staging') })
      .waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInput.widget.getByText(workbench.say('Title'), { exact: true }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.tab(workbench.say('{0} records', 11)).waitFor();
    await lens(workbench, '{0} records', 11).waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+h');
    const find = workbench.editor.element.locator('.find-widget.visible');
    await find.locator('.find-part textarea').fill('Wren Halloway');
    await find.locator('.replace-part textarea').fill('Wren A. Halloway');
    await find.locator('.replace-part textarea').press('ControlOrMeta+Alt+Enter');
    await lens(workbench, '1 field changed').first().waitFor();
  },
  async catalogue(workbench) {
    const { page, quickInput } = workbench;
    await readCatalogue(workbench);
    const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: workbench.say('Catalogue') }) });
    await pane.locator('.monaco-list-row', { hasText: 'LanternConf' }).first().click();
    await run(workbench, 'Open Record…');
    await quickInput.type('harbour -language:English');
    await quickInput.rows.nth(3).waitFor();
  },
  async checks(workbench) {
    const { page, runCommand } = workbench;
    await readCatalogue(workbench);
    await run(workbench, 'Open Worksheet…');
    await workbench.quickInput.type('61-180');
    await workbench.quickInput.rows
      .filter({ hasText: workbench.say('Open {0} records on {1}', 120, 'staging') })
      .waitFor();
    await page.keyboard.press('Enter');
    await workbench.quickInput.widget.getByText(workbench.say('Title'), { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await workbench.tab(workbench.say('{0} records', 120)).waitFor();
    await run(workbench, 'Check Records');
    await page.locator('.squiggly-warning, .squiggly-info').first().waitFor();
    await runCommand('Notifications: Clear All Notifications');
    await page.mouse.move(550, 0);
    await runCommand('Problems: Focus on Problems View');
    await page.locator('.markers-panel .monaco-list-row').nth(3).waitFor();
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
    const { title, state } = await sample.get(10);
    await open(workbench, '10');
    await workbench.editor.replace('"title": "', '"title": "On ');
    await workbench.editor.replace('"state": 1', '"state": 2');
    await workbench.editor.save();
    await show();
    await row('10 On').click();
    await workbench.page.locator('.monaco-diff-editor .view-lines', { hasText: '"On ' }).waitFor();
    await row(workbench.say('{0} records', 3)).click();
    await row('9 Undo').waitFor();
    await sample.patch(10, { title, state });
  },
  async conflict(workbench) {
    await open(workbench, '6');
    await workbench.editor.replace('"title": "', '"title": "My ');
    await lens(workbench, '1 field changed').waitFor();
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
    await lens(workbench, '{0} changed', 3).waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    const label = encodeURIComponent(workbench.say('{0} records', 3));
    const worksheet = `videoworksheet://staging/${label}.worksheet.json?ids%3D4%2C6%2C9%26fields%3Dtitle`;
    await callTool(workbench, 'save', { worksheet });
    await workbench.dialog.waitFor();
  },
};

/** To be looked at in another language. */
const journeys: Record<string, Scene> = {
  async welcome({ page, openSidebar, webview }) {
    const sidebar = await openSidebar('Video Records');
    await sidebar.locator('.welcome-view-content a').last().press('Enter');
    await page.locator('.getting-started-step .step-title').first().waitFor();
    await webview().locator('svg').waitFor();
  },
  async pick(workbench) {
    await open(workbench, '2, 4-6');
    await sidebarPage(workbench).askForRecord();
    await workbench.quickInput.type('12, 15-20');
    await workbench.quickInput.rows.filter({ hasText: '7' }).first().waitFor();
  },
  async hover(workbench) {
    await open(workbench, '4');
    await workbench.editor.replace('"Reading Code Aloud"', '"Reading Code Aloud, Again"');
    await lens(workbench, '1 field changed').waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+k');
    await workbench.page.keyboard.press('ControlOrMeta+i');
    await workbench.page.locator('.monaco-hover:visible .hover-contents').first().waitFor();
  },
  async fixes(workbench) {
    await open(workbench, '4');
    await workbench.editor.replace('"state": 1', '"state": "1"');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+.');
    await workbench.page.locator('.action-widget .monaco-list-row').first().waitFor();
  },
  async confirm(workbench) {
    await open(workbench, '4');
    await workbench.editor.replace('"Reading Code Aloud"', '"Reading Code Aloud, Again"');
    await lens(workbench, '1 field changed').waitFor();
    await workbench.editor.save();
    await workbench.dialog.waitFor();
  },
  async worksheetSave(workbench) {
    await scenes.worksheet?.(workbench);
    await workbench.editor.save();
    await workbench.dialog.waitFor();
  },
  async connection(workbench) {
    await run(workbench, 'Test Connection');
    await workbench.webview().locator('.markdown-body table').waitFor();
  },
  async access(workbench) {
    await run(workbench, 'Change Access…');
    await workbench.quickInput.rows.nth(2).waitFor();
  },
  async settings({ page, runCommand }) {
    await runCommand('Preferences: Open Settings (UI)');
    await page.locator('.settings-editor .suggest-input-container .native-edit-context').focus();
    await page.keyboard.type('@ext:video-records.video-records');
    await page.locator('.setting-item-category', { hasText: 'Video Records' }).first().waitFor();
  },
};
const withAgent = await windowWithAgent({ staging });
const services: Record<string, object> = { welcome: {}, confirm: { staging: { ...staging, access: 'confirm' } } };

for (const [scene, play] of Object.entries({ ...scenes, ...(language ? journeys : {}) })) {
  for (const theme of language ? (['dark', 'light'] as const) : (['dark'] as const)) {
    const viewport = { width: 1400, height: 800 };
    const settings = { 'videoRecords.services': services[scene] ?? { staging } };
    const own = { ...(scene === 'agent' ? withAgent : { settings }), ...(language ? { language } : {}) };
    uiTest(`${scene} ${theme}`, { ...own, theme, viewport }, async (workbench) => {
      await play(workbench);
      // No tooltip of what the mouse happens to be over.
      await workbench.page.mouse.move(550, 0);
      const file = language ? `${scene}-${theme}.png` : `${scene}.png`;
      await workbench.page.screenshot({ path: join(folder, file), animations: 'disabled' });
    });
  }
}

async function run({ runCommand, say }: Workbench, title: string): Promise<void> {
  await runCommand(`Video Records: ${say(title)}`);
}

function lens({ page, say }: Workbench, text: string, ...values: readonly number[]): Locator {
  return page.locator('.codelens-decoration', { hasText: say(text, ...values) });
}

async function open(workbench: Workbench, ids: string): Promise<void> {
  await sidebarPage(workbench).askForRecord();
  await workbench.quickInput.answer(ids);
  const [first] = ids.split(',');
  await workbench.editor.opened(`${first}-`);
  // A lens that comes after an edit is above what the editor shows.
  await workbench.page.locator('.codelens-decoration', { hasText: `#${first}` }).waitFor();
}

async function readCatalogue(workbench: Workbench): Promise<void> {
  const { page, dialog, notification, say } = workbench;
  await workbench.openSidebar('Video Records');
  await page.locator('.pane-header', { hasText: say('Catalogue') }).click();
  await run(workbench, 'Update Catalogue…');
  await dialog.getByRole('button', { name: say('Read All Records') }).click();
  const updated = say('Updated the catalogue of "{0}": {1} records read, {2} new or changed.', 'staging', '…', '…');
  await notification(updated.split('…')[0] ?? '').waitFor();
  await workbench.runCommand('Notifications: Clear All Notifications');
}
