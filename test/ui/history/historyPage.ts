import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { WriteEntry } from '../../../src/history/entry.ts';
import { aWrite } from '../../support/historyWrites.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';

export interface HistoryPage {
  /** The row whose spoken label begins so. */
  row(label: string): Locator;
  /** Puts writes into the history as if they had been saved at these times, the oldest first. */
  remember(writes: readonly (Partial<WriteEntry> & { readonly id: number; readonly time: string })[]): Promise<void>;
  list: Locator;
  show(): Promise<void>;
}

export function historyPage({ page, server, say, runCommand }: Workbench): HistoryPage {
  const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: say('History') }) });
  const list = pane.locator('.monaco-list');
  return {
    list,
    row: (label) => list.locator(`.monaco-list-row[aria-label^="${label}"]`),
    async remember(writes) {
      const storage = join(server.userDataDir, 'data', 'User', 'globalStorage', 'video-records.video-records');
      await mkdir(join(storage, 'history'), { recursive: true });
      const lines = writes.map((write, at) => JSON.stringify({ ...aWrite(write.id), entry: `entry-${at}`, ...write }));
      await writeFile(join(storage, 'history', '1.jsonl'), `${lines.join('\n')}\n`);
    },
    async show() {
      await runCommand(`Video Records: ${say('Show History')}`);
      await list.waitFor();
    },
  };
}

/** So long ago, as the history writes it. */
export function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}
