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
    await open(workbench, '91, 74, 96, 106, 123, 126');
    await focusTree();
    for (const title of ['91 Talking to a Program', '106 Sorting Names']) {
      await goTo(title);
      await chooseFromMenu(workbench.say('Pin'));
    }
    await row(workbench.say('{0}, {1} records', workbench.say('Pinned'), 2)).waitFor();
    await workbench.tab('91-').click();
    await workbench.editor.opened('91-');
    await run(workbench, 'Open Preview');
    await workbench.webview().locator('main h1').waitFor();
    await workbench.page.locator('.monaco-editor .view-lines').first().click();
    await workbench.editor.replace('a Program from 1979', 'a Payroll from 1979');
    await workbench.webview().locator('.field.changed').waitFor();
    await lens(workbench, '1 field changed').waitFor();
  },
  async worksheet(workbench) {
    await run(workbench, 'Open Worksheet…');
    await workbench.quickInput.type('2-12');
    await workbench.quickInput.rows
      .filter({ hasText: workbench.say('Open {0} records on {1}', 11, 'staging') })
      .waitFor();
    await workbench.quickInput.confirm();
    await workbench.quickInput.widget.getByText(workbench.say('Title'), { exact: true }).waitFor();
    await workbench.quickInput.confirm();
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
    const { quickInput } = workbench;
    const { row } = await readCatalogue(workbench);
    await run(workbench, 'Group By…');
    await quickInput.choose('language');
    await row('French').click();
    await row('Les carnets du phare').click();
    await workbench.editor.opened('276-');
    await run(workbench, 'Open Record…');
    await quickInput.type('harbour language:French');
    await quickInput.rows.nth(3).waitFor();
  },
  checks: openToDo,
  async table(workbench) {
    await openToDo(workbench);
    await run(workbench, 'Open as Table');
    await workbench.webview().locator('.grid .body .row').first().waitFor();
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

/** The title bar would say that the extension is under development; without these entries there is none. */
const plainWindow = {
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.minimap.enabled': false,
};
const withAgent = await windowWithAgent({ staging });
const services: Record<string, object> = { welcome: {}, confirm: { staging: { ...staging, access: 'confirm' } } };

for (const [scene, play] of Object.entries({ ...scenes, ...(language ? journeys : {}) })) {
  for (const theme of language ? (['dark', 'light'] as const) : (['dark'] as const)) {
    const viewport = { width: 1280, height: 640 };
    const own =
      scene === 'agent' ? withAgent : { settings: { 'videoRecords.services': services[scene] ?? { staging } } };
    const settings = { ...own.settings, ...plainWindow };
    const options = { ...own, ...(language ? { language } : {}), settings, theme, viewport, deviceScaleFactor: 2 };
    uiTest(`${scene} ${theme}`, options, async (workbench) => {
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

/** Reads all records into the Catalogue view, which has the room of the Recent view too. */
async function readCatalogue(workbench: Workbench): Promise<{ row(text: string): Locator }> {
  const { page, dialog, notification, say } = workbench;
  await workbench.openSidebar('Video Records');
  await page.locator('.pane-header', { hasText: say('Recent') }).click();
  const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: say('Catalogue') }) });
  await pane.locator('.pane-header').click();
  await run(workbench, 'Update Catalogue…');
  await dialog.getByRole('button', { name: say('Read All Records') }).click();
  const updated = say('Updated the catalogue of "{0}": {1} records read, {2} new or changed.', 'staging', '…', '…');
  await notification(updated.split('…')[0] ?? '').waitFor();
  await workbench.runCommand('Notifications: Clear All Notifications');
  return { row: (text) => pane.locator('.monaco-list-row', { hasText: text }).first() };
}

/** Checks all records, then opens only those with findings of one rule. */
async function openToDo(workbench: Workbench): Promise<void> {
  const { page, quickInput, runCommand, say } = workbench;
  const { row } = await readCatalogue(workbench);
  await run(workbench, 'Check Records…');
  await quickInput.pick(say('Catalogue of "{0}"', 'staging'));
  // All findings open first; a worksheet that comes takes the focus.
  await page.locator('.codelens-decoration').first().waitFor();
  await row(say("Titles that contain a speaker's name")).click();
  await lens(workbench, '{0} records', 8).waitFor();
  await runCommand('View: Close Other Editors in Group');
  await runCommand('Notifications: Clear All Notifications');
  await page.locator('.squiggly-warning').first().waitFor();
}
