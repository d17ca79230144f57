import * as vscode from 'vscode';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import type { Recent } from './recent.ts';
import type { Targets } from './targets.ts';

const shownMs = 3000;

/** What takes a record elsewhere: the clipboard or a browser. The copied text is the command's result. */
export function shareCommands(
  known: (name: RecordName) => Recent | undefined,
  services: Services,
  targets: Targets,
): CommandHandlers {
  const copying =
    (what: string, separator: string, textOf: (name: RecordName) => string | Promise<string>) =>
    async (argument?: unknown, several?: unknown) => {
      const names = targets.of(argument, several);
      const text = (await Promise.all(names.map(textOf))).join(separator);
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(`Copied ${what}.`, shownMs);
      return text;
    };

  return {
    // What is copied can be pasted into Open Record.
    copyId: copying('the id', ', ', ({ id }) => String(id)),
    copyLink: copying('the link', '\n', async (name) =>
      (await import('../opening/recordLinks.ts')).serviceLink(name, services),
    ),
    copyEditorLink: copying('the editor link', '\n', async (name) =>
      (await import('../opening/recordLinks.ts')).editorLink(name, services),
    ),
    openInBrowser: async (argument?: unknown) => {
      const name = targets.one(argument);
      const record = `Record ${name.id} on ${name.service}`;
      const recent = known(name);
      if (!recent) throw new Error(`${record} is not open, and where its video is isn't known. Open the record first.`);
      const address = recent.source_url;
      if (!address) throw new Error(`${record} names no web address as its source.`);
      // As text: a Uri, and so openExternal, would turn %26 into & and lead elsewhere.
      await vscode.commands.executeCommand('vscode.open', address);
    },
  };
}
