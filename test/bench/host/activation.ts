import * as vscode from 'vscode';
import { timed } from '../measure.ts';

export interface Activation {
  readonly ours: number;
  readonly empty: number;
}

/** Once a window: an extension is activated only once. The order changes from window to window. */
export async function activationTimes(oursFirst: boolean): Promise<Activation> {
  const ours = extension('video-records.video-records');
  if (ours.isActive) throw new Error('The extension is active before anyone needs it.');
  // The first activation of a window also loads parts of VS Code.
  await extension('bench.bare').activate();
  const activate = (one: vscode.Extension<unknown>) => timed(() => one.activate());
  const empty = extension('bench.empty');
  if (oursFirst) return { ours: await activate(ours), empty: await activate(empty) };
  const emptyTime = await activate(empty);
  return { ours: await activate(ours), empty: emptyTime };
}

function extension(id: string): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(id);
  if (!found) throw new Error(`The extension ${id} is not installed.`);
  return found;
}
