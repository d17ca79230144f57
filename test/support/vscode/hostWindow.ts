import type { Page } from 'playwright-core';
import { filesWithSecrets, holdsSecret } from '../secret.ts';
import { launchBrowser, patienceMs, saveScreenshot } from './browser.ts';
import type { VscodeVersion } from './install.ts';
import { projectFolder } from './project.ts';
import { startVscode, type VscodeOptions, type VscodeServer } from './server.ts';

/** Longer than any single test may take, so only a window that hangs is this silent. */
const silenceMs = 120_000;

/** Tells the lines of the suites from those of VS Code, which arrive by the same way. */
export const linePrefix = 'test> ';

export interface HostWindowOptions extends Omit<VscodeOptions, 'version'> {
  /** Where the lines of the suites go. */
  print?: (line: string) => void;
  viewport?: { width: number; height: number };
}

/** Opens a window that calls `run` of the given module in the extension host, and waits for it to end. */
export async function runInWindow(
  version: VscodeVersion,
  testsPath: string,
  { print = console.log, viewport = { width: 1280, height: 800 }, ...options }: HostWindowOptions = {},
): Promise<void> {
  const server = await startVscode({ ...options, version });
  try {
    await using browser = await launchBrowser();
    const page = await browser.newPage({ viewport });
    const shown = await shownTexts(page);
    const ended = hostRunEnd(page, server.version, print);
    const url = server.url([
      ['extensionDevelopmentPath', server.remoteUri(projectFolder)],
      ['extensionTestsPath', server.remoteUri(testsPath)],
    ]);
    print(`Running in VS Code ${server.version}`);
    await Promise.all([page.goto(url, { timeout: patienceMs }), ended]);
    await refuseLeaks(server, await shown());
  } finally {
    await server.stop();
  }
}

/** Resolves when the window says that the run is over; rejects with what is known when it hangs or crashes. */
async function hostRunEnd(page: Page, version: string, print: (line: string) => void): Promise<void> {
  const pageConsole: string[] = [];
  page.on('console', (message) => pageConsole.push(`${message.type()}: ${message.text()}`));
  let heard: () => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    const silence = setTimeout(() => reject(new Error(`Nothing happened for ${silenceMs / 1000} s.`)), silenceMs);
    heard = () => silence.refresh();
    page.once('crash', () => reject(new Error('The window crashed.')));
    page.once('close', () => {
      clearTimeout(silence);
      // Playwright closes the browser when this process is asked to end.
      reject(new Error('The window was closed.'));
    });
    void page.exposeFunction('codeAutomationExit', () => resolve());
  });
  await page.exposeFunction('codeAutomationLog', (_level: string, [line]: unknown[]) => {
    heard();
    if (typeof line === 'string' && line.startsWith(linePrefix)) print(line.slice(linePrefix.length));
  });
  try {
    await ended;
  } catch (error) {
    const screenshot = await saveScreenshot(page, `host-run-${version}`).catch(() => 'not possible');
    const tail = pageConsole.slice(-30).join('\n');
    throw new Error(`The host run in VS Code ${version} failed. Screenshot: ${screenshot}\n${tail}`, { cause: error });
  }
}

/** Everything the page told anyone: its console, its notifications, the names of its tabs. */
async function shownTexts(page: Page): Promise<() => Promise<string[]>> {
  const printed: string[] = [];
  page.on('console', (message) => printed.push(message.text()));
  await page.addInitScript(`
    globalThis.shownTexts = new Set();
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('.notification-list-item, .tab, .statusbar-item')) {
        globalThis.shownTexts.add(element.textContent + ' ' + (element.getAttribute('aria-label') ?? ''));
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });`);
  return async () => [...printed, ...((await page.evaluate('[...globalThis.shownTexts]')) as string[])];
}

/** No secret that a suite used may be in a log, a state file, a setting, a message or an address. */
async function refuseLeaks(server: VscodeServer, shown: readonly string[]): Promise<void> {
  const leaks = [...(await filesWithSecrets(server.userDataDir)), ...[server.log(), ...shown].filter(holdsSecret)];
  if (leaks.length > 0) throw new Error(`A secret of the suites has leaked:\n${leaks.join('\n')}`);
}
