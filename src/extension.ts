import * as vscode from 'vscode';
import { configuredServices } from './connections/configuredServices.ts';
import { connectionCommands } from './connections/connectionCommands.ts';
import { storedCredentials } from './connections/credentials.ts';
import { sampleService } from './connections/sampleService.ts';
import { recordEditor } from './editor/recordEditor.ts';
import { recordPreview } from './preview/recordPreview.ts';
import { recentSidebar } from './sidebar/recentSidebar.ts';
import { registerCommands } from './workbench/commands.ts';
import { reportFailure } from './workbench/failure.ts';

export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Video Records', { log: true }));
  const credentials = storedCredentials(context.secrets);
  const services = own(configuredServices(credentials, log));
  const sample = own(sampleService(services, context.extensionPath));
  const editor = own(recordEditor(services, context.globalStorageUri));
  const sidebar = own(recentSidebar(context.globalState, services, editor.open));
  const preview = own(recordPreview(editor, context.extensionUri));

  own(editor.onDidHappen(sidebar.note));
  own(
    registerCommands(
      {
        ...editor.handlers,
        ...sidebar.handlers,
        ...preview.handlers,
        ...connectionCommands(services, credentials, sample),
        showLog: () => log.show(),
      },
      (failure) => {
        log.error(failure instanceof Error ? failure.message : String(failure));
        void reportFailure(failure);
      },
    ),
  );
}
