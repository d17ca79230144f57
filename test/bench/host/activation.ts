import * as vscode from 'vscode';
import { timed } from '../measure.ts';

export const activated = { ours: 'video-records.video-records', empty: 'bench.empty' } as const;

/** Once a window: an extension is activated only once, and what comes second in a window is faster. */
export async function activationTime(which: keyof typeof activated): Promise<number> {
  if (extension(activated.ours).isActive) throw new Error('The extension is active before anyone needs it.');
  // The first activation of a window also loads parts of VS Code.
  await extension('bench.bare').activate();
  await atRest();
  return timed(() => extension(activated[which]).activate());
}

const trips = 300;

/** A window that has just started is busy with itself and answers late, which has nothing to do with an extension. */
async function atRest(): Promise<void> {
  for (let trip = 0; trip < trips; trip += 1) {
    await vscode.commands.executeCommand('setContext', 'bench.atRest', trip);
  }
}

function extension(id: string): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(id);
  if (!found) throw new Error(`The extension ${id} is not installed.`);
  return found;
}
