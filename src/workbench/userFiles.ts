import * as vscode from 'vscode';
import { UserError } from './commands.ts';
import { plainText } from './plainText.ts';
import { writeWhole } from './wholeFile.ts';

/** A file on this computer is readable only by the user, also if it was there before. A link is replaced, not followed. */
export async function writeForUser(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme !== 'file') return vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  await writeWhole(file.fsPath, text);
}

/** For a file that a command was given: a program could name one that a shell runs, and records choose what is in it. */
export function refuseOtherEnding(file: vscode.Uri, ending: '.csv' | '.jsonl'): void {
  if (file.path.toLowerCase().endsWith(ending)) return;
  throw new UserError(vscode.l10n.t('The name of the file must end in {0}.', plainText(ending)));
}
