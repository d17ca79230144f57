import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { accessibilityProblems, rowProblems } from '../accessibility.ts';
import { sidebarPage } from './sidebarPage.ts';

const sample = await startSample();
after(() => sample.close());
const settings = { 'videoRecords.services': { staging: { baseUrl: sample.baseUrl } } };

/** How VS Code draws the entries of every quick pick, whatever is in them. */
const quickPickRules = ['aria-allowed-attr', 'aria-prohibited-attr', 'color-contrast', 'label-content-name-mismatch'];

const options = { settings, clipboard: false };

uiTest('rows and entries have labels for screen readers, and the clipboard is not read', options, async (workbench) => {
  const { page, quickInput, tab } = workbench;
  const { askForRecord, editorFocused, focusTree, row } = sidebarPage(workbench);
  await askForRecord();
  await quickInput.answer('2 7 38');
  await tab('38-').waitFor();
  await editorFocused();
  // The browser doesn't let VS Code read the clipboard, and VS Code would complain.
  assert.deepEqual(await workbench.notifications(), []);
  await focusTree();
  await row('7 A Calendar with No Mondays LanternConf 2024, on staging').waitFor();
  assert.deepEqual(await rowProblems(page), []);
  const nameless = page.locator(
    '.part.sidebar .monaco-list-row:not([aria-label]), .part.sidebar .action-label:not([aria-label])',
  );
  assert.equal(await nameless.count(), 0);
  await askForRecord();
  await quickInput.type('7');
  // What is read out is what is seen, and no names of icons.
  await quickInput.rows.and(page.locator('[aria-label^="Open record 7 on staging"]')).waitFor();
  assert.deepEqual(await accessibilityProblems(page, '.quick-input-list .monaco-list-row', quickPickRules), []);
});
