/** What the UI tests of one process share: a browser and a server, both started by the first test that needs them. */
import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startVscode, type VscodeOptions, type VscodeServer } from './server.ts';

let browser: Promise<Browser> | undefined;
let shared: Promise<VscodeServer> | undefined;

after(async () => {
  await (await browser)?.close();
  await (await shared)?.stop();
});

export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** The shared server with nothing left of earlier windows, or one of its own for a test with special wishes. */
export async function vscodeFor(
  options: Partial<VscodeOptions>,
): Promise<{ server: VscodeServer; release(): Promise<void> }> {
  if (Object.keys(options).length > 0) {
    const own = await startVscode({ version: 'latest', ...options });
    return { server: own, release: own.stop };
  }
  shared ??= startVscode({ version: 'latest' });
  const server = await shared;
  await server.renew();
  return { server, release: async () => {} };
}
