import * as vscode from 'vscode';
import { closeAll, openRecord } from '../../support/host/records.ts';
import { startRecordService } from '../../support/recordService.ts';
import { grownRecord } from '../benchRecords.ts';
import { type Figure, milliseconds } from '../figures.ts';
import { median, sideBySide } from '../measure.ts';
import type { Bare } from './bare.ts';

const keys = 20;
const betweenKeysMs = 60;

/**
 * A person types into a 1 MB record. What counts is how long the extension host is blocked for a key, by anyone; what
 * the same keys cost in a bare file is VS Code's own part of it.
 */
export async function typingFigures(bare: Bare, services: Record<string, unknown>): Promise<Figure[]> {
  const service = await startRecordService([1]);
  service.change(1, { ...grownRecord('one long text', 1024 * 1024), id: 1 });
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  await configuration.update('services', { ...services, large: { baseUrl: service.baseUrl } }, true);
  const record = await openRecord('large', 1);
  const fileUri = await bare.open(90_000, record.getText());
  const file = await vscode.workspace.openTextDocument(fileUri);
  const pauses: number[] = [];
  const type = async (document: vscode.TextDocument) => {
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const at = document.positionAt(document.getText().indexOf('"title": "') + 10);
    editor.selection = new vscode.Selection(at, at);
    const blocks: number[] = [];
    for (let key = 0; key < keys; key += 1) blocks.push(await longestBlock(betweenKeysMs, () => press('x')));
    const pause = await longestBlock(1500, async () => {});
    if (document === record) pauses.push(pause);
    return median(blocks);
  };
  const medians = await sideBySide(
    5,
    1,
    () => type(record),
    () => type(file),
  );
  await closeAll();
  await service.close();
  const own = medians.ours - medians.floor;
  return [
    {
      figure: 'typing in a 1 MB record: the extension host is blocked for a key',
      ours: milliseconds(medians.ours),
      against: `${milliseconds(medians.floor)} (a bare file)`,
      result: `${own.toFixed(2)} ms more`,
      target: '≤ 16 ms more',
      met: own <= 16,
    },
    {
      figure: 'the same, once the typing has paused: longest block',
      ours: milliseconds(median(pauses)),
      against: '',
      result: milliseconds(median(pauses)),
      target: 'none: for information',
      met: true,
    },
  ];
}

export async function press(text: string): Promise<void> {
  await vscode.commands.executeCommand('type', { text });
}

/** The longest time that nothing else could run in this process, from the action on for the given time. */
export async function longestBlock(forMs: number, action: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let watching = true;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  const until = performance.now() + forMs;
  await action();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
  watching = false;
  return longest;
}
