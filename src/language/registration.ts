import * as vscode from 'vscode';
import type { RecordEvents } from '../document/events.ts';
import { fieldScheme, recordScheme } from '../document/recordUri.ts';
import { registerFiles } from '../files/registration.ts';
import { lazyMethods } from '../workbench/lazy.ts';
import { worksheetScheme } from '../worksheet/uri.ts';
import type { RecordLanguage } from './recordLanguage.ts';

const records: vscode.DocumentFilter = { scheme: recordScheme };
/** Documents with several records, which get the same help for each. */
const worksheets: vscode.DocumentFilter = { scheme: worksheetScheme };
/** Also texts that are compared with a record. */
const anyRecordText: vscode.DocumentSelector = { language: 'videorecord' };

/** The defaults for `files.associations` name our languages, but a longer pattern of the user's may win. */
function keepFromJsonService(document: vscode.TextDocument): void {
  const { scheme, path } = document.uri;
  if (!/^(?:jsonc?|snippets)$/.test(document.languageId) || !/^video(?:record|worksheet)/.test(scheme)) return;
  const language = path.endsWith('.worksheet.json') ? 'videoworksheet' : 'videorecord';
  void vscode.languages.setTextDocumentLanguage(document, path.endsWith('.json') ? language : 'markdown');
}

/**
 * Registers the language features of records. Records don't use VS Code's JSON support, because it would load any schema
 * that a record names in `$schema`.
 */
export function registerLanguage(load: () => Promise<RecordLanguage>, events: RecordEvents): vscode.Disposable {
  const lensesChanged = new vscode.EventEmitter<void>();
  const { QuickFix, Source } = vscode.CodeActionKind;
  const { registerCodeActionsProvider } = vscode.languages;
  const actions = lazyMethods(load, 'provideCodeActions');
  vscode.workspace.textDocuments.forEach(keepFromJsonService);
  return vscode.Disposable.from(
    lensesChanged,
    vscode.workspace.onDidOpenTextDocument(keepFromJsonService),
    // VS Code asks again when the text changes, but can't know that the base did.
    events.standingChanged.event(() => lensesChanged.fire()),
    events.happened.event(async (event) => {
      if (event.kind === 'failed') await (await load()).note(event);
    }),
    registerFiles(fieldScheme, async () => (await load()).files),
    vscode.languages.registerCodeLensProvider(records, {
      onDidChangeCodeLenses: lensesChanged.event,
      ...lazyMethods(load, 'provideCodeLenses'),
    }),
    vscode.languages.registerCompletionItemProvider(
      [records, worksheets],
      lazyMethods(load, 'provideCompletionItems'),
      '"',
    ),
    registerCodeActionsProvider(records, actions, { providedCodeActionKinds: [QuickFix, Source] }),
    registerCodeActionsProvider(worksheets, actions, { providedCodeActionKinds: [QuickFix] }),
    vscode.languages.registerHoverProvider([records, worksheets], lazyMethods(load, 'provideHover')),
    vscode.languages.registerDocumentLinkProvider(records, lazyMethods(load, 'provideDocumentLinks')),
    vscode.languages.registerDocumentSymbolProvider(anyRecordText, lazyMethods(load, 'provideDocumentSymbols')),
    vscode.languages.registerDocumentRangeFormattingEditProvider(
      anyRecordText,
      lazyMethods(load, 'provideDocumentRangeFormattingEdits'),
    ),
  );
}
