import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { filesWithSecrets } from '../secret.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const timeoutMs = 240_000;

/** A test in a window of its own. Where it fails, screenshots and the last words of the server, the extension hosts and the window stay. */
export function uiTest(name: string, options: WorkbenchOptions, run: (workbench: Workbench) => Promise<void>): void {
  test(name, { timeout: 2 * timeoutMs }, async (t) => {
    const workbench = await openWorkbench(options);
    const errors: string[] = [];
    workbench.page.on('console', (message) => message.type() === 'error' && errors.push(message.text().slice(0, 500)));
    try {
      await inTime(run(workbench));
      assert.deepEqual(await filesWithSecrets(workbench.server.userDataDir), [], 'files hold a secret of the tests');
    } catch (error) {
      t.diagnostic(`Screenshot: ${await workbench.screenshot(name)}`);
      // A notification that says why may be hidden by now.
      await workbench.page
        .locator('[id="status.notifications"] a')
        .click({ timeout: 5_000 })
        .catch(() => {});
      t.diagnostic(`Notifications: ${await workbench.screenshot(`${name} notifications`)}`);
      t.diagnostic(workbench.server.log());
      t.diagnostic(workbench.server.hostLogs());
      t.diagnostic(errors.join('\n'));
      throw error;
    } finally {
      await workbench.close();
    }
  });
}

/** Node's own timeout starts the next test while the window is still open and writes backups, which that test then finds. */
async function inTime(running: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The test did not end within ${timeoutMs / 1000} s.`);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    ended.abort();
  }
}
