import * as vscode from 'vscode';
import type { CommandName } from '../workbench/commandIds.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazy, lazyHandlers } from '../workbench/lazy.ts';
import type { KnownRecords, OpenRecords, OpenRecordsParts } from './commands.ts';

export interface Opening extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  readonly choose: OpenRecords['choose'];
}

export interface OpeningParts extends Omit<OpenRecordsParts, 'known'> {
  readonly known: () => Promise<KnownRecords>;
}

const commands = [
  ...(['open', 'openToSide', 'openNext', 'openPrevious'] as const),
  ...(['copyId', 'copyLink', 'copyEditorLink', 'copyPageLink', 'openInBrowser'] as const),
] satisfies readonly CommandName[];

/** Opens records and copies references to them. The implementation is loaded on first use. */
export function opening({ known, ...parts }: OpeningParts): Opening {
  const loaded = lazy(async (): Promise<OpenRecords> => {
    const [{ openRecords }, records] = await Promise.all([import('./commands.ts'), known()]);
    return openRecords({ ...parts, known: records });
  });
  const links = vscode.window.registerUriHandler({ handleUri: async (uri) => (await loaded()).followLink(uri) });
  return {
    handlers: lazyHandlers(commands, loaded),
    choose: async (...args) => (await loaded()).choose(...args),
    dispose: () => links.dispose(),
  };
}
