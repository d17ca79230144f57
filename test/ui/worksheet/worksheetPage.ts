import type { Locator } from 'playwright-core';
import type { Workbench } from '../../support/vscode/workbench.ts';

export interface WorksheetPage {
  /** From the palette: the records as text, then the fields of the last time. */
  open(records: string, label: string): Promise<void>;
  /** The line above a record, or above the worksheet. */
  lens(text: string | RegExp): Locator;
  /** Replaces all occurrences with the find widget. */
  replaceEverywhere(text: string, replacement: string): Promise<void>;
}

export function worksheetPage({ page, editor, quickInput, runCommand, tab }: Workbench): WorksheetPage {
  const lens = (text: string | RegExp) => page.locator('.codelens-decoration', { hasText: text });
  return {
    lens,
    async open(records, label) {
      await runCommand('Video Records: Open Worksheet…');
      await quickInput.type(records);
      await quickInput.rows.filter({ hasText: `Open ${label} on desk` }).waitFor();
      await quickInput.confirm();
      await quickInput.widget.getByText('Fields of the Worksheet').waitFor();
      await quickInput.confirm();
      await tab(label).waitFor();
      await editor.opened(`${encodeURIComponent(label)}.worksheet.json`);
      // The lines above records move the text down when they come.
      await lens(label).waitFor();
    },
    async replaceEverywhere(text, replacement) {
      await page.keyboard.press('ControlOrMeta+h');
      const find = editor.element.locator('.find-widget.visible');
      await find.locator('.find-part textarea').fill(text);
      await find.locator('.replace-part textarea').fill(replacement);
      await find.locator('.replace-part textarea').press('ControlOrMeta+Alt+Enter');
      await page.keyboard.press('Escape');
      await page.locator('.tab.dirty').waitFor();
    },
  };
}
