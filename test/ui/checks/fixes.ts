import type { Locator, Page } from 'playwright-core';
import { repeatUntilShown } from '../../support/vscode/workbench.ts';

/**
 * Opens the fixes at the cursor, with this one among them. Where problems are drawn anew or the place is new, VS Code asks
 * for the fixes itself a moment later, and forgets that they were asked for with the keyboard. A person presses again.
 */
export async function openFixes(page: Page, fix: Locator): Promise<void> {
  await page.locator('.lightBulbWidget:visible').waitFor();
  await repeatUntilShown(() => page.keyboard.press('ControlOrMeta+.'), fix);
}
