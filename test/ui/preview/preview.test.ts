import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type PreviewPage, withPreview } from './previewPage.ts';

const talk = {
  title: 'Keeping Harbours Dredged',
  summary: 'Mud, *patience* and a very long shovel.',
  description:
    '# Outline\n\n1. Where the mud comes from\n2. What it costs\n\n> “Every tide brings some back.”\n\n| year | tonnes |\n|---|---|\n| 2022 | 18,000 |\n| 2023 | 21,500 |\n\n```\ndredge --all\n```\n\nMore at [the harbour](https://harbour.example.org/mud?a=%2Fb).',
  copyright_text: 'CC BY 4.0',
  whiteboard: 'Check the second microphone.\nThen publish.',
  embed: '<object><param name="movie" value="https://video.example.org/v/mud?a=1&amp;b=2"></object>',
  thumbnail_url: 'https://img.example.org/mud.jpg',
  video_mp4_url: 'https://media.example.org/mud.mp4',
};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function accessibilityProblems({ frame }: PreviewPage): Promise<string[]> {
  const page = await frame();
  await page.evaluate(readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  const { violations } = (await page.evaluate('axe.run(document)')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary).join('\n')}`,
  );
}

test('the preview follows the text as it is typed, broken JSON included', { timeout: 180_000 }, async (t) => {
  await withPreview(t, talk, {}, async ({ workbench: { editor }, preview, service }) => {
    service.taken();
    await editor.replace('"Keeping Harbours Dredged"', '"Keeping Harbours Deep"');
    await preview.locator('h1', { hasText: 'Keeping Harbours Deep' }).waitFor();
    await preview.locator('.field.changed', { hasText: 'Keeping Harbours Deep' }).getByText('changed').waitFor();
    await editor.replace('"Keeping Harbours Deep"', '"Keeping Harbours');
    await preview.getByRole('status').filter({ hasText: 'This is the last version that could be read.' }).waitFor();
    await preview.locator('h1', { hasText: 'Keeping Harbours Deep' }).waitFor();
    await editor.replace('"Keeping Harbours', '"Keeping Harbours Dredged"');
    await preview.getByRole('status').waitFor({ state: 'detached' });
    await preview.locator('.field.changed').waitFor({ state: 'detached' });
    await editor.replace('"2024-05-17"', '"2024-02-30"');
    await preview.locator('.field.problem', { hasText: 'not a date of the calendar' }).waitFor();
    assert.deepEqual(service.taken(), []);
  });
});

test('a click on a field goes to it, and a link is opened by VS Code with its own question', {
  timeout: 180_000,
}, async (t) => {
  await withPreview(t, talk, {}, async ({ workbench: { page, dialog }, preview }) => {
    await preview.getByRole('button', { name: 'Recorded' }).click();
    await page.locator('.statusbar-item', { hasText: /\(12 selected\)/ }).waitFor();
    await preview.getByText('Check the second microphone.').click();
    await page.locator('.statusbar-item', { hasText: /\(45 selected\)/ }).waitFor();
    await preview.getByRole('link', { name: 'the harbour' }).click();
    await dialog.filter({ hasText: 'https://harbour.example.org/mud?a=%2Fb' }).waitFor();
  });
});

test('the picture is loaded on a click, and only this one', { timeout: 180_000 }, async (t) => {
  await withPreview(t, talk, {}, async ({ workbench: { page, editor }, preview, requests }) => {
    await page
      .context()
      .route('https://img.example.org/**', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
    const asked = () => requests.filter((address) => address.startsWith('https://img.example.org/'));
    assert.deepEqual(asked(), []);
    await preview.getByRole('button', { name: 'Load Picture' }).click();
    await preview.getByRole('img', { name: 'Thumbnail of the talk' }).waitFor();
    // The click made the preview the active editor.
    await page.locator('.monaco-editor .view-lines').first().click();
    await editor.replace('img.example.org/mud.jpg', 'img.example.org/other.jpg');
    await preview.getByRole('button', { name: 'Load Picture' }).waitFor();
    assert.deepEqual([...new Set(asked())], ['https://img.example.org/mud.jpg']);
  });
});

test('the preview is restored after a reload', { timeout: 180_000 }, async (t) => {
  await withPreview(t, talk, {}, async ({ workbench, preview }) => {
    await workbench.page.evaluate('globalThis.beforeReload = true');
    await workbench.runCommand('Developer: Reload Window');
    await workbench.page.waitForFunction('globalThis.beforeReload === undefined');
    // A new extension host takes its time on a busy machine.
    await preview.locator('h1', { hasText: 'Keeping Harbours Dredged' }).waitFor({ timeout: 100_000 });
    await workbench.page.locator('.monaco-editor .view-lines').first().click();
    await workbench.editor.replace('"Keeping Harbours Dredged"', '"After the Reload"');
    await preview.locator('h1', { hasText: 'After the Reload' }).waitFor();
  });
});

for (const theme of ['dark', 'light', 'hcDark', 'hcLight'] as const) {
  test(`the preview is accessible and follows the theme: ${theme}`, { timeout: 180_000 }, async (t) => {
    await withPreview(t, talk, { theme }, async (shown) => {
      const { workbench, preview } = shown;
      await workbench.editor.replace('"2024-05-17"', '"2024-02-30"');
      await preview.locator('.field.problem').waitFor();
      await workbench.screenshot(`preview ${theme}`);
      assert.deepEqual(await accessibilityProblems(shown), []);
    });
  });
}

test('a narrow preview shows everything without scrolling sideways', { timeout: 180_000 }, async (t) => {
  await withPreview(t, talk, { viewport: { width: 640, height: 800 } }, async ({ workbench, frame }) => {
    const [content, width] = (await (
      await frame()
    ).evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]')) as [number, number];
    await workbench.screenshot('preview narrow');
    assert.ok(content <= width, `${content} > ${width}`);
  });
});
