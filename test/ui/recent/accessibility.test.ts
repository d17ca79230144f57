import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { startSample } from '../../support/sampleService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import { sidebarPage } from './sidebarPage.ts';

const sample = await startSample();
after(() => sample.close());
const settings = { 'videoRecords.services': { staging: { baseUrl: sample.baseUrl } } };
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** How VS Code draws the entries of every quick pick, whatever is in them. */
const quickPickRules = ['aria-allowed-attr', 'aria-prohibited-attr', 'color-contrast', 'label-content-name-mismatch'];

/** Looks only at what is ours. */
async function violations(page: Page, selector: string, notOurs: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(notOurs.map((rule) => [rule, { enabled: false }]));
  assert.ok(await page.locator(selector).count(), `${selector} is there`);
  await page.evaluate(axe);
  const found = (await page.evaluate(`axe.run(${JSON.stringify(selector)}, ${JSON.stringify({ rules })})`)) as {
    violations: Violation[];
  };
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`);
}

for (const theme of ['dark', 'light'] as const) {
  uiTest(`rows and entries are fit for a screen reader (${theme})`, { settings, theme }, async (workbench) => {
    const { page, quickInput, tab } = workbench;
    const { askForRecord, editorFocused, focusTree, row } = sidebarPage(workbench);
    await askForRecord();
    await quickInput.answer('2 7 38');
    await tab('38-').waitFor();
    await editorFocused();
    await focusTree();
    await row('A Calendar with No Mondays #7 · LanternConf 2024 · has notes, on staging').waitFor();
    assert.deepEqual(await violations(page, '.part.sidebar .monaco-list-row'), []);
    const nameless = page.locator(
      '.part.sidebar .monaco-list-row:not([aria-label]), .part.sidebar .action-label:not([aria-label])',
    );
    assert.equal(await nameless.count(), 0);
    await askForRecord();
    await quickInput.type('7');
    // What is read out is what is seen, and no names of icons.
    await quickInput.rows.and(page.locator('[aria-label^="Open record 7 on staging"]')).waitFor();
    assert.deepEqual(await violations(page, '.quick-input-list .monaco-list-row', quickPickRules), []);
  });
}
