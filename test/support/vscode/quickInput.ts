import type { Locator, Page } from 'playwright-core';
import { polled } from '../polled.ts';

export interface QuickInput {
  /** The whole widget, visible while it asks something. */
  widget: Locator;
  /** The entries that are shown. */
  rows: Locator;
  /** What is wrong with the input, or what it asks for. */
  message: Locator;
  /** Waits for the input and puts the text into it, in place of what is there. */
  type(text: string): Promise<void>;
  /** Types the text and confirms it at once; where entries have to be found first, type and choose. */
  answer(text: string): Promise<void>;
  /** Waits for the entry with this text and picks it. */
  choose(label: string | RegExp): Promise<void>;
  /** The same with the arrow keys and Enter. */
  pick(label: string | RegExp): Promise<void>;
  /** Waits until Enter means the entry with this text, and presses it. Before the entries have come, VS Code ignores it. */
  enter(label: string | RegExp): Promise<void>;
  /** Presses Enter once it goes to this input: over a webview, VS Code shows it a moment before it has the keyboard. */
  confirm(): Promise<void>;
  cancel(): Promise<void>;
  /** Waits until the list of commands is gone; what the chosen one asks for may be there in its place. */
  paletteClosed(): Promise<void>;
}

const noPalette = `![...document.querySelectorAll('.quick-input-widget')].some(
  (widget) => widget.checkVisibility() && widget.querySelector('.quick-input-box input')?.value.startsWith('>'),
)`;

export function quickInputOf(page: Page): QuickInput {
  const widget = page.locator('.quick-input-widget:visible');
  const box = widget.locator('.quick-input-box input');
  const rows = widget.locator('.quick-input-list .monaco-list-row');
  const type = async (text: string): Promise<void> => {
    await box.fill(text);
  };
  const confirm = async (): Promise<void> => {
    await widget.locator(':focus').waitFor();
    await page.keyboard.press('Enter');
  };
  return {
    widget,
    rows,
    message: widget.locator('.quick-input-message'),
    type,
    async answer(text) {
      await type(text);
      await box.press('Enter');
    },
    async choose(label) {
      await rows.filter({ hasText: label }).first().click();
    },
    async pick(label) {
      const row = rows.filter({ hasText: label }).first();
      await row.waitFor();
      const focused = row.and(page.locator('.focused'));
      // However often: a list that is still being filtered begins again at its first entry.
      await polled(`"${label}" has the focus`, async () => {
        if (await focused.count()) return true;
        await page.keyboard.press('ArrowDown');
        return undefined;
      });
      await confirm();
    },
    async enter(label) {
      await rows.filter({ hasText: label }).and(page.locator('.focused')).waitFor();
      await confirm();
    },
    confirm,
    async cancel() {
      await box.press('Escape');
      await widget.waitFor({ state: 'hidden' });
    },
    async paletteClosed() {
      await page.waitForFunction(noPalette);
    },
  };
}
