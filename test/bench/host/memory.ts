import * as vscode from 'vscode';
import { closeAll, until } from '../../support/host/records.ts';
import { type Figure, megabytes } from '../figures.ts';
import { heapNow } from '../heap.ts';
import type { Bare } from './bare.ts';

const [few, all, batch] = [50, 500, 25];
/** What the heap of an idle extension host moves by from one look to the next. */
const noise = 1024 * 1024;

/** The heap after opening and closing many records, against that after a few; the same with bare files. */
export async function heapFigure(bare: Bare): Promise<Figure> {
  const bareOpen = async (ids: readonly number[]) => {
    for (const id of ids) await bare.open(id, await bare.get(id));
  };
  const ourOpen = (ids: readonly number[]) => vscode.commands.executeCommand('videoRecords.open', ids.join(' '));
  const floor = await growth(bareOpen);
  const ours = await growth(ourOpen);
  return {
    figure: `heap after opening and closing ${all} records, against ${few}`,
    ours: signed(ours),
    against: `${signed(floor)} (bare files)`,
    result: `${signed(ours - floor)} over the floor`,
    target: `no growth beyond noise (${megabytes(noise)})`,
    met: ours - floor <= noise,
  };
}

async function growth(open: (ids: readonly number[]) => PromiseLike<unknown>): Promise<number> {
  let afterFew = 0;
  for (let opened = 0; opened < all; ) {
    await open(Array.from({ length: batch }, (_, at) => 700 + opened + at));
    await closeAll();
    await until('no document is left', () =>
      vscode.workspace.textDocuments.every(({ uri }) => uri.scheme === 'output'),
    );
    opened += batch;
    if (opened === few) afterFew = heapNow();
  }
  return heapNow() - afterFew;
}

function signed(bytes: number): string {
  return `${bytes < 0 ? '' : '+'}${megabytes(bytes)}`;
}
