import { after } from 'node:test';
import type { Frame, FrameLocator } from 'playwright-core';
import { aRecord, type Fields, type RecordService, startRecordService } from '../../support/recordService.ts';
import { uiTest } from '../../support/vscode/uiTest.ts';
import type { Workbench, WorkbenchOptions } from '../../support/vscode/workbench.ts';

export interface PreviewPage {
  workbench: Workbench;
  service: RecordService;
  preview: FrameLocator;
  /** Every address that the window asked for since it was opened, its frames included. */
  requests: string[];
  frame(): Promise<Frame>;
}

/** A record with something in most fields that the preview shows. */
export const talk = {
  title: 'Keeping Harbours Dredged',
  summary: 'Mud, *patience* and a very long shovel.',
  description:
    '# Outline\n\n1. Where the mud comes from\n2. What it costs\n\n> “Every tide brings some back.”\n\n| year | tonnes |\n|---|---|\n| 2022 | 18,000 |\n| 2023 | 21,500 |\n\n```\ndredge --all\n```\n\nMore at [the harbour](https://harbour.example.org/mud?a=%2Fb).',
  copyright_text: 'CC BY 4.0',
  whiteboard: 'Check the second microphone.\nThen publish.',
  embed: '<object><param name="movie" value="https://video.example.org/v/mud?a=1&amp;b=2"></object>',
  thumbnail_url: 'https://img.example.org/mud.jpg',
  video_mp4_url: 'https://media.example.org/mud.mp4',
};

const service = await startRecordService([5]);
after(() => service.close());
const services = { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } };

/** A test in a window with record 5 in the editor and its preview beside. */
export function previewTest(
  name: string,
  fields: Fields,
  options: WorkbenchOptions,
  run: (page: PreviewPage) => Promise<void>,
): void {
  uiTest(name, { ...options, settings: { ...services, ...options.settings } }, async (workbench) => {
    service.raw(5, JSON.stringify(aRecord(5, fields)));
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
  });
}
