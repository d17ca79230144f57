import type { TestContext } from 'node:test';
import type { Frame, FrameLocator } from 'playwright-core';
import { type Fields, type RecordService, startRecordService } from '../../support/recordService.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../../support/vscode/workbench.ts';

export interface PreviewPage {
  workbench: Workbench;
  service: RecordService;
  preview: FrameLocator;
  /** Every address that the window asked for since it was opened, its frames included. */
  requests: string[];
  frame(): Promise<Frame>;
}

/** A window with record 5 in the editor and its preview beside. */
export async function withPreview(
  t: TestContext,
  fields: Fields,
  options: WorkbenchOptions,
  run: (page: PreviewPage) => Promise<void>,
): Promise<void> {
  const service = await startRecordService([5]);
  service.change(5, fields);
  const settings = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } }, ...options.settings };
  const workbench = await openWorkbench({ ...options, settings });
  try {
    const { page } = workbench;
    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(request.url()));
    await workbench.runCommand('Video Records: Open Record');
    await workbench.quickInput.answer('5');
    // Commands of a record are in the palette only once its editor is there.
    await page.locator('.codelens-decoration', { hasText: '#5 on desk' }).waitFor();
    await workbench.runCommand('Video Records: Open Preview');
    const preview = workbench.webview();
    await preview.locator('main h1').waitFor();
    const frame = async () => {
      const found = await (await preview.locator('main').elementHandle())?.ownerFrame();
      if (!found) throw new Error('The preview has no frame.');
      return found;
    };
    await run({ workbench, service, preview, requests, frame });
  } catch (error) {
    t.diagnostic(`Screenshot: ${await workbench.screenshot(t.name)}`);
    throw error;
  } finally {
    await workbench.close();
    await service.close();
  }
}
