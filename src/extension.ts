import * as vscode from 'vscode';
import { connections } from './connections/connections.ts';
import { statusBar } from './connections/statusBar.ts';
import { activeRecord, targetRecord } from './document/commandTarget.ts';
import { lazyEditor } from './document/lazyEditor.ts';
import { recordOf, recordUri } from './document/recordUri.ts';
import { recordHelp } from './language/recordHelp.ts';
import { recordPreview } from './preview/recordPreview.ts';
import { recentSidebar } from './recent/recentSidebar.ts';
import { registerCommands } from './workbench/commands.ts';
import { messageOf, reportFailure } from './workbench/failure.ts';

export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Video Records', { log: true }));
  const { services, handlers: serviceHandlers } = own(connections(context, log, activeRecord));
  const editor = own(lazyEditor(services, context.globalStorageUri));
  own(statusBar(services, activeRecord, editor));
  const sidebar = own(
    recentSidebar({
      memory: context.globalState,
      services,
      log,
      open: editor.open,
      recordOf,
      uriOf: recordUri,
      target: targetRecord,
    }),
  );
  const help = own(recordHelp(editor, sidebar.seenValues, context.workspaceState));
  const preview = own(recordPreview(editor, context.extensionUri));

  own(editor.onDidHappen(sidebar.note));
  own(
    registerCommands(
      {
        ...editor.handlers,
        ...sidebar.handlers,
        ...help.handlers,
        ...preview.handlers,
        ...serviceHandlers,
        showLog: () => log.show(),
      },
      (failure) => {
        log.error(messageOf(failure));
        void reportFailure(failure);
      },
    ),
  );
}
