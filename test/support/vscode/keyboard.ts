import type { Locator, Page } from 'playwright-core';
import type { Workbench } from './workbench.ts';

export interface Keyboard {
  /** F1, the title, Enter. */
  run(title: string): Promise<void>;
  /** The first button of the notification that came last. */
  acceptNotification(): Promise<void>;
  /** Goes to the notification that came last, then from one thing to the next up to this one, and presses Enter. */
  pressInNotification(label: string): Promise<void>;
}

const maxRows = 40;

/** What a person does who has no mouse. */
export function keyboardOf({ page, quickInput }: Workbench): Keyboard {
  const run = async (title: string) => {
    await page.keyboard.press('F1');
    await quickInput.widget.locator('input:focus').waitFor();
    await page.keyboard.type(title);
    await quickInput.pick(title);
    await quickInput.paletteClosed();
  };
  const focused = () => page.evaluate('document.activeElement?.textContent ?? ""') as Promise<string>;
  return {
    run,
    acceptNotification: () => run('Notifications: Accept Notification Primary Action'),
    async pressInNotification(label) {
      await run('Notifications: Focus Notification Toast');
      await page.locator('.notification-toast .monaco-list:focus-within').waitFor();
      for (let left = 20; left > 0 && (await focused()).trim() !== label; left--) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    },
  };
}

/** Goes down a list, and looks again only when the focus has moved. */
export async function goDown(page: Page, active: Locator, wanted: Locator): Promise<void> {
  for (let step = 0; step < maxRows; step += 1) {
    if (await active.and(wanted).count()) return;
    const before = (await active.textContent())?.trim() ?? '';
    await page.keyboard.press('ArrowDown');
    await active.filter({ hasNotText: before }).waitFor();
  }
  throw new Error(`There is no ${wanted} to go down to.`);
}

/**
 * Goes to an entry of the open menu, or of its submenu, and presses Enter. VS Code opens a submenu some time after the
 * pointer has come to it, and takes no click in the first moments of a menu.
 */
export async function chooseInMenu(page: Page, ...entries: [string, ...string[]]): Promise<void> {
  for (const [depth, entry] of entries.entries()) {
    const items = page.locator('.monaco-menu').nth(depth).locator('.action-item');
    await items.first().waitFor();
    if (depth === 0) await page.keyboard.press('ArrowDown');
    const active = items.and(page.locator('.focused'));
    await active.waitFor();
    await goDown(page, active, items.filter({ hasText: new RegExp(`^${entry}`) }));
    await page.keyboard.press(depth < entries.length - 1 ? 'ArrowRight' : 'Enter');
  }
  await page.locator('.monaco-menu').first().waitFor({ state: 'detached' });
}
