/**
 * The main journeys with an extension whose own texts all stand in brackets. The records and the service have no letters,
 * so a letter outside brackets, where only the extension writes, is a text that can't be translated.
 */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Locator } from 'playwright-core';
import { fieldNames } from '../../src/record/fields.ts';
import { aRecord, startRecordService } from '../support/recordService.ts';
import { bracketed, outsideBrackets, pseudoExtension, pseudoLanguage } from '../support/vscode/pseudoExtension.ts';
import { uiTest } from '../support/vscode/uiTest.ts';
import { callTool, windowWithAgent } from './agent/testAgent.ts';
import { openFixes } from './checks/fixes.ts';

const service = await startRecordService([1, 5, 6]);
const extension = pseudoExtension();
after(async () => {
  extension.remove();
  await service.close();
});
const options = { language: pseudoLanguage, extension: extension.folder };
const settings = { 'videoRecords.services': { 7: { baseUrl: service.baseUrl } } };
const wordless = {
  category: '10',
  language: '11',
  slug: '12',
  speakers: ['13', '14'],
  tags: ['15'],
  title: '100',
  summary: '200',
  description: '300',
  source_url: null,
};
const command = (title: string) => `Video Records: ${bracketed(title)}`;

/** Fails for text that has letters outside brackets. `data` is what a record or a request may say. */
async function translated(surface: string, texts: Locator, data: readonly (string | RegExp)[] = []): Promise<void> {
  await texts.first().waitFor();
  for (const element of await texts.all()) {
    const attributes = ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name));
    for (const text of await Promise.all([element.innerText(), ...attributes])) {
      const rest = data.reduce<string>((left, part) => left.replaceAll(part, ''), outsideBrackets(text ?? ''));
      assert.doesNotMatch(rest, /\p{L}/u, `${surface}: ${text}`);
    }
  }
}

uiTest('the view without services and the walkthrough are translated', options, async ({ page, openSidebar }) => {
  const sidebar = await openSidebar('Video Records');
  await sidebar.locator('.welcome-view-content a, .welcome-view-content .monaco-button').first().waitFor();
  await translated('welcome view', sidebar.locator('.welcome-view-content p, .welcome-view-content .button-container'));
  await translated('titles of views', sidebar.locator('.pane-header h3'));
  await sidebar.locator('a', { hasText: 'Take the tour' }).click();
  await translated('walkthrough', page.locator('.getting-started-step .step-title'));
});

uiTest('opening, editing and saving a record are translated', { ...options, settings }, async (workbench) => {
  for (const id of [1, 5, 6]) service.raw(id, JSON.stringify(aRecord(id, wordless)));
  const { page, quickInput, editor, dialog, notification, runCommand } = workbench;
  const title = quickInput.widget.locator('.quick-input-title');
  const input = quickInput.widget.locator('.quick-input-box input');
  const lenses = page.locator('.codelens-decoration > *');
  const own = (what: string) => notification(what).locator('.notification-list-item-message');

  await runCommand(command('Open Record…'));
  await title.filter({ hasText: 'Open Record' }).waitFor();
  await translated('title of Open Record', title);
  await translated('input of Open Record', input, [/ Escape.*| - Type to.*|, use .*/g]);
  await quickInput.type('5');
  await quickInput.rows.filter({ hasText: 'Open record 5' }).waitFor();
  await translated('rows of Open Record', quickInput.rows);
  await quickInput.choose(/5/);
  await lenses.first().waitFor();
  await translated('lenses', lenses);
  await translated('status bar', page.locator('[id="video-records.video-records.videoRecords.service"] a'), [
    /https?:\S+/g,
  ]);

  await editor.replace('"title": "100"', '"title": 1');
  // A hover closes when the lines under it change.
  await lenses.filter({ hasText: '1 field changed' }).waitFor();
  await page.locator('.squiggly-error').first().waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('ControlOrMeta+i');
  const hover = page.locator('.monaco-hover:visible .hover-contents').filter({ hasText: 'Title of the talk.' });
  await translated('hover', hover, ['title']);
  await page.keyboard.press('Escape');
  const fixes = page.locator('.action-widget .monaco-list-row.action .title');
  await openFixes(page, fixes.first());
  await translated('quick fixes', fixes, ['title']);
  await page.keyboard.press('Escape');
  await editor.save();
  await translated('failed save', own('Failed to save'), [/Failed to save.*Unable to write file '[^']*' \(/g, /\)$/g]);
  await page.keyboard.press('Escape');

  await editor.replace('"category": "10"', '"category": ');
  // Text that is still being pasted would close the suggestions.
  await lenses.filter({ hasText: /^.#5 on \S+$/ }).waitFor();
  await page.keyboard.press('ControlOrMeta+Space');
  await translated('completion', page.locator('.suggest-widget.visible .monaco-list-row .details-label'));
  await page.keyboard.press('Escape');
  await editor.replace('"category": ', '"category": "10"');

  await editor.replace('"title": 1', '"title": "101"');
  service.change(5, { title: '102', summary: '201' });
  await editor.save();
  await translated('conflict', dialog.locator('.dialog-message-text, .dialog-message-detail'), [/^ *title$/gm]);
  await translated('answers to a conflict', dialog.getByRole('button').filter({ hasNotText: /^(Cancel|)$/ }));
  await dialog.getByRole('button', { name: bracketed('Keep Mine') }).click();
  await translated('what a save merged', own('summary'));
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });

  await runCommand(command('Compare with Service'));
  await translated('diff', workbench.tab('↔').locator('.label-name'), ['5-12.video.json']);
  await page.locator('.monaco-diff-editor .monaco-editor.focused').waitFor();
  await workbench.tab(/^5-/).first().click();
  await page.locator('.monaco-diff-editor').waitFor({ state: 'hidden' });
  await workbench.editor.opened('5-');
  await runCommand(command('Open Preview'));
  const preview = workbench.webview();
  await preview.locator('main h1').waitFor();
  await translated('preview', preview.locator('main'), [/\d{4}-\d\d-\d\dT[\d:.]+/g]);
  await translated('buttons of the preview', preview.locator('button, a, [aria-label]'));

  const sidebar = await workbench.openSidebar('Video Records');
  const rows = sidebar.locator('.monaco-list-row[aria-label]');
  await translated('sidebar', rows, [/https?:\S+/g]);
  await workbench.tooltip(rows.last(), '«');
  await translated('tooltip', page.locator('.monaco-hover:visible .hover-contents'), [/https?:\S+/g]);
  await runCommand(command('Show History'));
  const pane = sidebar.locator('.pane', { has: page.locator('.pane-header', { hasText: 'History' }) });
  const write = pane.locator('.monaco-list-row[aria-label*="5 101"]');
  // The time is worded by the browser.
  await translated('history', write, [/jetzt|vor \d+ \w+\./g, 'title']);
  const details = await workbench.tooltip(write, 'PATCH');
  await translated('tooltip of a save', details, [/PATCH https?:\S+/g, 'title']);
});

const withAgent = await windowWithAgent(settings['videoRecords.services']);

uiTest('worksheets, services and an agent’s save are translated', { ...options, ...withAgent }, async (workbench) => {
  for (const id of [1, 5, 6]) service.raw(id, JSON.stringify(aRecord(id, wordless)));
  const { page, quickInput, runCommand } = workbench;
  await callTool(workbench, 'edit', { records: [{ id: 5, fields: { title: '101' } }] });
  await page.locator('.tab.dirty').waitFor();
  await callTool(workbench, 'save', { ids: [5] });
  await translated('question of an agent', workbench.dialog.locator('.dialog-message-text, .dialog-message-detail'), [
    /• title:/g,
  ]);
  await translated('answers to it', workbench.dialog.getByRole('button').filter({ hasNotText: /^(Cancel|)$/ }));
  await page.keyboard.press('Escape');
  await workbench.dialog.waitFor({ state: 'detached' });

  await runCommand(command('Open Worksheet…'));
  await quickInput.widget.locator('.quick-input-title').waitFor();
  await translated('title of Open Worksheet', quickInput.widget.locator('.quick-input-title'));
  await quickInput.type('5-6');
  await quickInput.rows.filter({ hasText: 'Open 2 records' }).waitFor();
  await translated('rows of Open Worksheet', quickInput.rows);
  await quickInput.choose('Open 2 records');
  await quickInput.confirm();
  await quickInput.widget.locator('.quick-input-title').filter({ hasText: 'Fields of the Worksheet' }).waitFor();
  await translated('fields of a worksheet', quickInput.rows, fieldNames);
  await quickInput.confirm();
  // The record that is open has lenses too.
  await workbench.editor.opened(`${encodeURIComponent('2 records')}.worksheet.json`);
  await page.locator('.codelens-decoration', { hasText: '2 records' }).waitFor();
  await translated('lenses of a worksheet', page.locator('.codelens-decoration > *'));

  await runCommand(command('Test Connection'));
  const report = workbench.webview().locator('.markdown-body');
  await report.locator('table').waitFor();
  await translated('report of a connection', report, [/https?:\S+/g]);

  await runCommand(command('Set Credential…'));
  await translated('title of Set Credential', quickInput.widget.locator('.quick-input-title'), [/https?:\S+/g]);
  await translated('ways to sign in', quickInput.rows, [/Authorization: \w+|X-Api-Key:/g]);
  await quickInput.cancel();
});
