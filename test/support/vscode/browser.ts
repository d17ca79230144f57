import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags, ensureChromium } from './chromium.ts';
import { projectFolder } from './project.ts';

/** How long one step may take on a machine that gets little time of its processor. */
export const patienceMs = 90_000;

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags });
}

/** Saves what the page shows under `out/screenshots` and says where. */
export async function saveScreenshot(page: Page, name: string): Promise<string> {
  const folder = join(projectFolder, 'out', 'screenshots');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`);
  // What fades in is shown as it will be in a moment.
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}
