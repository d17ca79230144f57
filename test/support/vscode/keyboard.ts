import type { Workbench } from './workbench.ts';

export interface Keyboard {
  /** F1, the title, Enter. */
  run(title: string): Promise<void>;
  /** The first button of the notification that came last. */
  acceptNotification(): Promise<void>;
  /** Goes to the notification that came last, then from one thing to the next up to this one, and presses Enter. */
  pressInNotification(label: string): Promise<void>;
}

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
