import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { repeatUntilShown } from '../../support/vscode/workbench.ts';
import { accessibilityProblems } from '../accessibility.ts';
import { previewTest, talk } from './previewPage.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

previewTest(
  'restored after a reload, a click places the caret, VS Code asks before it opens a link, and a picture waits for a click',
  talk,
  {},
  async ({ workbench: { page, dialog, editor, runCommand }, preview, requests }) => {
    await page.evaluate('globalThis.beforeReload = true');
    await runCommand('Developer: Reload Window');
    await page.waitForFunction('globalThis.beforeReload === undefined');
    await preview.locator('h1', { hasText: 'Keeping Harbours Dredged' }).waitFor();
    // VS Code checks every 250 ms whether a page has the focus. On a busy machine it may learn of the click only after the
    // editor has taken the focus, and then takes the preview for the active editor.
    const click = (target: Locator, caret: string) =>
      repeatUntilShown(() => target.click(), page.locator('.statusbar-item', { hasText: caret }));
    await click(preview.getByRole('button', { name: 'Recorded' }), 'Ln 23, Col 16');
    await click(preview.getByText('Check the second microphone.'), 'Ln 22, Col 18');
    await click(preview.getByRole('button', { name: 'maps' }), 'Ln 11, Col 6');
    await page.keyboard.type('sea ');
    await preview.getByRole('button', { name: 'sea maps' }).waitFor();
    await preview.getByRole('link', { name: 'the harbour' }).click();
    await dialog.filter({ hasText: 'https://harbour.example.org/mud?a=%2Fb' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page
      .context()
      .route('https://img.example.org/**', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
    const asked = () => requests.filter((address) => address.startsWith('https://img.example.org/'));
    assert.deepEqual(asked(), []);
    await preview.getByRole('button', { name: 'Load Image' }).click();
    await preview.getByRole('img', { name: 'Thumbnail of the talk' }).waitFor();
    // The click made the preview the active editor.
    await page.locator('.monaco-editor .view-lines').first().click();
    await editor.replace('img.example.org/mud.jpg', 'img.example.org/other.jpg');
    await preview.getByRole('button', { name: 'Load Image' }).waitFor();
    assert.deepEqual([...new Set(asked())], ['https://img.example.org/mud.jpg']);
  },
);

const themes = {
  'vscode-light': 'Light Modern',
  'vscode-high-contrast': 'Dark High Contrast',
  'vscode-high-contrast-light': 'Light High Contrast',
  'vscode-dark': 'Dark Modern',
};

previewTest(
  'the preview is accessible in every theme and at a zoom of 200 %',
  talk,
  { settings: { 'window.autoDetectColorScheme': false } },
  async ({ workbench, preview, frame }) => {
    await workbench.editor.replace('"2024-05-17"', '"2024-02-30"');
    await preview.locator('.field.problem').getByRole('list', { name: 'has a problem' }).waitFor();
    for (const [kind, theme] of Object.entries(themes)) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.quickInput.type(theme);
      await workbench.quickInput.choose(theme);
      await preview.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
      assert.deepEqual(await accessibilityProblems(await frame(), 'html'), [], kind);
    }

    // As at a zoom of 200 %.
    await workbench.page.setViewportSize({ width: 640, height: 400 });
    const page = await frame();
    await page.waitForFunction('document.documentElement.clientWidth < 400');
    const [content, width] = (await page.evaluate(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )) as [number, number];
    assert.ok(content <= width, `${content} > ${width}`);
  },
);
