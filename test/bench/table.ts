/** A worksheet of 2,000 records as a table, on the real workbench. Prints its figures as a line of JSON. */
import type { CDPSession } from 'playwright-core';
import { startRecordService } from '../support/recordService.ts';
import { openWorkbench } from '../support/vscode/workbench.ts';
import { tablePage } from '../ui/table/tablePage.ts';
import { shortRecord } from './benchRecords.ts';
import { bounded, type Figure, megabytes, milliseconds } from './figures.ts';
import { median } from './measure.ts';

const count = 2000;
const fields = [
  ...['title', 'speakers', 'tags', 'category', 'language', 'slug', 'state', 'summary', 'duration', 'recorded'],
  'whiteboard',
];
const rounds = 9;
const frames = 200;

/** Milliseconds from the next input to the row that the host sends back. */
const untilChanged = `new Promise((resolve) => {
  addEventListener('input', () => {
    const start = performance.now();
    const body = document.querySelector('.body');
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    }).observe(body, { childList: true });
  }, { once: true, capture: true });
})`;

/** Scrolls a screen with each frame, and counts the frames in which a place in the grid has no row. */
const scrolling = `new Promise((resolve) => {
  const scroller = document.querySelector('.scroller');
  const { left, top, bottom } = scroller.getBoundingClientRect();
  let [rest, blank] = [${frames}, 0];
  const look = () => {
    const places = [top + 40, (top + bottom) / 2, bottom - 20];
    if (!places.every((y) => document.elementFromPoint(left + 20, y)?.closest('.row'))) blank += 1;
    rest -= 1;
    if (rest === 0) return resolve(blank);
    scroller.scrollTop = (scroller.scrollTop + scroller.clientHeight) % (scroller.scrollHeight - scroller.clientHeight);
    requestAnimationFrame(look);
  };
  look();
})`;

const ids = Array.from({ length: count }, (_, at) => at + 1);
const service = await startRecordService(ids);
for (const id of ids) service.change(id, shortRecord(id));
const w = await openWorkbench({
  settings: { 'videoRecords.services': { desk: { baseUrl: service.baseUrl } } },
  openFile: `videoworksheet://desk/${count} records.worksheet.json?ids=1-${count}&fields=${fields.join(',')}`,
});
try {
  await w.dialog.getByRole('button', { name: 'Read Records' }).click();
  console.log(JSON.stringify(await figures()));
} finally {
  await w.close();
  await service.close();
}
process.exit();

async function figures(): Promise<Figure[]> {
  const { page } = w;
  const { show, goTo, frame } = tablePage(w);
  const session = await page.context().newCDPSession(page);
  const label = `${count} records`;
  await page.locator('.codelens-decoration', { hasText: label }).first().waitFor();
  const asText = await heap(session);
  await show(label);
  await goTo(1, 1);
  const table = await frame();
  const opening = (await table.evaluate(
    "performance.getEntriesByName('rows')[0].startTime - performance.getEntriesByName('ready')[0].startTime",
  )) as number;
  const edits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const shown = table.evaluate(untilChanged);
    await goTo(1, 1);
    await page.keyboard.press('F2');
    await page.keyboard.press(String(round));
    edits.push((await shown) as number);
    await page.keyboard.press('Escape');
  }
  const blank = (await table.evaluate(scrolling)) as number;
  const asTable = await heap(session);
  const name = `${count} rows with ${fields.length + 1} columns as a table`;
  return [
    bounded(`${name}: from the page's first message to rows on screen`, opening, milliseconds, 300),
    bounded(`${name}: from a key in a cell to the row that the text has now`, median(edits), milliseconds, 50),
    bounded(`${name}: frames with a blank row while ${frames} screens are scrolled`, blank, String, 0),
    bounded(`${name}: more memory of the window than the text's editor`, asTable - asText, megabytes, 60 * 1024 * 1024),
  ];
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize;
}
