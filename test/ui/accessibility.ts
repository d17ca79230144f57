import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** VS Code puts no space between the label of a row and its description; the spoken label has one. */
const rowRules = ['label-content-name-mismatch'];

/** What axe finds in the rows of the sidebar. */
export function rowProblems(page: Page): Promise<string[]> {
  return accessibilityProblems(page, '.part.sidebar .monaco-list-row', rowRules);
}

/** What axe finds in the part of the page that is ours, without the rules that VS Code's own widgets break. */
export async function accessibilityProblems(
  page: Page | Frame,
  selector: string,
  notOurs: readonly string[] = [],
): Promise<string[]> {
  const rules = Object.fromEntries(notOurs.map((rule) => [rule, { enabled: false }]));
  await page.locator(selector).first().waitFor();
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(selector)}, ${JSON.stringify({ rules })})`,
  )) as {
    violations: Violation[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => html + failureSummary).join('\n')}`,
  );
}
