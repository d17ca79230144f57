import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesWithSecrets } from '../secret.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** A test in a window of its own. Where it fails, a screenshot and the server's last words stay. */
export function uiTest(name: string, options: WorkbenchOptions, run: (workbench: Workbench) => Promise<void>): void {
  test(name, { timeout: 120_000 }, async (t) => {
    const workbench = await openWorkbench(options);
    try {
      await run(workbench);
      assert.deepEqual(await filesWithSecrets(workbench.server.userDataDir), [], 'files hold a secret of the tests');
    } catch (error) {
      t.diagnostic(`Screenshot: ${await workbench.screenshot(name)}`);
      t.diagnostic(workbench.server.log());
      throw error;
    } finally {
      await workbench.close();
    }
  });
}
