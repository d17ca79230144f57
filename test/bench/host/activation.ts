import * as vscode from 'vscode';
import { timed } from '../measure.ts';

export const activated = { ours: 'video-records.video-records', empty: 'bench.empty' } as const;

/** Once a window: an extension is activated only once, and what comes second in a window is faster. */
export async function activationTime(which: keyof typeof activated): Promise<number> {
  if (extension(activated.ours).isActive) throw new Error('The extension is active before anyone needs it.');
  // The first activation of a window also loads parts of VS Code.
  await extension('bench.bare').activate();
  return timed(() => extension(activated[which]).activate());
}

function extension(id: string): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(id);
  if (!found) throw new Error(`The extension ${id} is not installed.`);
  return found;
}
