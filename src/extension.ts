import * as vscode from 'vscode';
import { agentTools } from './agent/agentTools.ts';
import type { VideoRecordsApi } from './api.ts';
import { connections } from './connections/connections.ts';
import { statusBar } from './connections/statusBar.ts';
import { lazyDocuments } from './document/lazyDocuments.ts';
import { activeRecord, targetRecord } from './document/recordUri.ts';
import { type History, history } from './history/history.ts';
import { language } from './language/language.ts';
import { opening } from './opening/opening.ts';
import { preview } from './preview/preview.ts';
import { recentSidebar } from './recent/recentSidebar.ts';
import { registerCommands } from './workbench/commands.ts';
import { commandTargets } from './workbench/views.ts';
import { walkthrough } from './workbench/walkthrough.ts';
import { windowStorage } from './workbench/windowStorage.ts';
import { worksheet } from './worksheet/worksheet.ts';

export function activate(context: vscode.ExtensionContext): VideoRecordsApi {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('Video Records', { log: true }));
  const { services, handlers: serviceHandlers } = own(connections(context, log, activeRecord));
  const writes: History = own(
    history({
      storage: context.globalStorageUri,
      services,
      fill: (name, values) => documents.fill(name, values),
      openWorksheet: (name, values, basis) => worksheets.open(name, values, basis),
      log,
    }),
  );
  const storage = () => windowStorage(context);
  const documents = own(lazyDocuments(services, storage, writes.journal, log));
  own(statusBar(services, activeRecord, documents));
  const targets = commandTargets(targetRecord);
  const recent = own(
    recentSidebar({
      memory: context.globalState,
      services,
      log,
      targets,
    }),
  );
  const { open } = documents;
  const openers = own(opening({ services, open, targets, known: recent.records }));
  const worksheets = own(
    worksheet({
      services,
      documents,
      journal: writes.journal,
      log,
      chooseRecords: openers.choose,
      memory: context.globalState,
      windowMemory: context.workspaceState,
      storage,
    }),
  );
  const writing = own(language(documents, recent.seenValues, context.workspaceState, worksheets.recordAt));
  const previews = own(preview(documents, context.extensionUri));

  own(agentTools({ services, documents, worksheets, known: recent.records }));

  own(documents.onDidHappen(recent.note));
  own(services.onDidRename(recent.renameService));
  own(documents.onDidHappen(writing.note));
  own(walkthrough({ services, onDidHappen: documents.onDidHappen }));
  own(
    registerCommands(
      {
        ...documents.handlers,
        ...openers.handlers,
        ...worksheets.handlers,
        ...recent.handlers,
        ...writes.handlers,
        ...writing.handlers,
        ...previews.handlers,
        ...serviceHandlers,
        showLog: () => log.show(),
      },
      async (failure) => (await import('./workbench/failure.ts')).reportCommandFailure(log, failure),
    ),
  );
  return { ...documents.api, ...worksheets.api };
}
