import type { Locator, Page } from 'playwright-core';
import { polled } from '../polled.ts';

export interface Editor {
  /** The active editor's element; it holds only the lines in view. */
  element: Locator;
  /**
   * Waits until the document with this name has the focus: only then are its commands in the palette. An editor takes the
   * focus some time after a click on its tab, and a palette that opens before that closes again.
   */
  opened(name: string): Promise<void>;
  /** The whole text, as a person gets it: select all, copy. */
  text(): Promise<string>;
  /** Types key by key at the cursor: the editor closes quotes and brackets and suggests, as for a person. */
  type(text: string): Promise<void>;
  /** Finds the text with the find widget and writes the replacement over its first occurrence. */
  replace(text: string, replacement: string): Promise<void>;
  /** Replaces the whole text. */
  replaceAll(text: string): Promise<void>;
  /** Waits until VS Code shows that there is something to save, and saves. */
  save(): Promise<void>;
}

const nothingCopied = 'nothing copied yet';

export function openEditor(page: Page): Editor {
  const element = page.locator('.editor-group-container.active .monaco-editor[role="code"]').first();
  const focus = async (): Promise<void> => {
    await element.locator('.view-lines').first().waitFor();
    await element.locator('.native-edit-context, textarea.inputarea').first().focus();
  };
  const press = async (keys: string): Promise<void> => {
    await focus();
    await page.keyboard.press(keys);
  };
  const copy = (text: string): Promise<unknown> =>
    page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  const paste = async (text: string): Promise<void> => {
    await copy(text);
    await press('ControlOrMeta+v');
  };
  /** What is selected, or the line of the cursor. */
  const selected = async (): Promise<string> => {
    await copy(nothingCopied);
    await press('ControlOrMeta+c');
    return polled('the text of the editor is copied', async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      return text === nothingCopied ? undefined : text;
    });
  };
  const find = async (text: string): Promise<void> => {
    await press('ControlOrMeta+f');
    const widget = element.locator('.find-widget.visible');
    // The same text as before would start no new search, and the cursor may have moved since.
    await widget.locator('.find-part textarea').fill('');
    await widget.locator('.find-part textarea').fill(text);
    await widget
      .locator('.matchesCount')
      .filter({ hasText: /^\d+ of \d+/ })
      .waitFor();
    await page.keyboard.press('Escape');
  };
  return {
    element,
    opened: (name) =>
      page.locator(`.editor-group-container.active .monaco-editor.focused[data-uri*="/${name}"]`).waitFor(),
    async text() {
      await press('ControlOrMeta+a');
      return selected();
    },
    async type(text) {
      await focus();
      await page.keyboard.type(text);
    },
    async replace(text, replacement) {
      // After a save the cursors are put back, a moment after the answer is shown: as a person, look before typing.
      await polled(`"${text}" is selected`, async () => {
        await find(text);
        return (await selected()) === text || undefined;
      });
      await paste(replacement);
    },
    async replaceAll(text) {
      await press('ControlOrMeta+a');
      await paste(text);
    },
    async save() {
      await page.locator('.editor-group-container.active .tab.active.dirty').waitFor();
      await press('ControlOrMeta+s');
    },
  };
}
