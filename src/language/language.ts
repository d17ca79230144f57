import * as vscode from 'vscode';
import { fieldScheme } from '../document/fieldUri.ts';
import type { RecordEvent } from '../document/recordDocuments.ts';
import { recordScheme } from '../document/recordUri.ts';
import { isRecordError } from '../service/recordError.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazy, registerFiles } from '../workbench/lazy.ts';
import type { ListedRecordAt } from './parsedDocuments.ts';
import type { LanguageRecords, RecordLanguage, ServiceValues } from './recordLanguage.ts';

export interface Language extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  readonly note: (event: RecordEvent) => void;
}

const records: vscode.DocumentFilter = { scheme: recordScheme };
/** Also texts that are compared with a record. */
const anyRecordText: vscode.DocumentSelector = { language: 'videorecord' };
/** Documents with several records, which get the same help for each. */
const lists: vscode.DocumentFilter = { language: 'videoworksheet' };
const recordsAndLists = [records, lists];

/**
 * The language features of records, loaded with the first record. Records don't use VS Code's JSON support, because it
 * would load any schema that a record names in `$schema`.
 */
export function language(
  from: LanguageRecords,
  seen: ServiceValues,
  store: vscode.Memento,
  listedAt: ListedRecordAt,
): Language {
  const load = lazy(async (): Promise<RecordLanguage> => {
    const { recordLanguage } = await import('./recordLanguage.ts');
    return recordLanguage(from, seen, store, listedAt);
  });
  const loadFor = ({ uri }: vscode.TextDocument) => {
    // A restored text is saved without being read, and the reason of its save must be known.
    if (uri.scheme === recordScheme || uri.scheme === fieldScheme) void load();
  };
  const registrations = vscode.Disposable.from(
    load,
    registerFiles(fieldScheme, async () => (await load()).fieldFiles),
    vscode.workspace.onDidOpenTextDocument(loadFor),
    lensProvider(load, from.onDidChangeStanding),
    writingProviders(load),
    structureProviders(load),
  );
  vscode.workspace.textDocuments.forEach(loadFor);
  return {
    handlers: {
      editFieldAsText: async (argument?: unknown) => (await load()).editFieldAsText(argument),
      restoreRecord: async (argument?: unknown) => (await load()).restoreRecord(argument),
    },
    async note(event) {
      if (event.kind !== 'failed') return;
      const messages = isRecordError(event.failure) ? event.failure.fields : {};
      await (await load()).saveFailed(event.name, messages);
    },
    dispose: () => registrations.dispose(),
  };
}

type Load = () => Promise<RecordLanguage>;

function lensProvider(load: Load, onDidChangeStanding: vscode.Event<vscode.Uri>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    // VS Code asks again when the text changes, but can't know that the base did.
    onDidChangeStanding(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(records, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => (await load()).lenses(document),
    }),
  );
}

function writingProviders(load: Load): vscode.Disposable {
  const completion: vscode.CompletionItemProvider = {
    provideCompletionItems: async (document, position) => (await load()).completions(document, position),
  };
  const actions: vscode.CodeActionProvider = {
    provideCodeActions: async (document, range, { diagnostics }) =>
      (await load()).actions(document, range, diagnostics),
  };
  const { QuickFix, Source } = vscode.CodeActionKind;
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(recordsAndLists, completion, '"'),
    vscode.languages.registerCodeActionsProvider(records, actions, { providedCodeActionKinds: [QuickFix, Source] }),
    vscode.languages.registerCodeActionsProvider(lists, actions, { providedCodeActionKinds: [QuickFix] }),
    vscode.languages.registerHoverProvider(recordsAndLists, {
      provideHover: async (document, position) => (await load()).hover(document, position),
    }),
    vscode.languages.registerDocumentLinkProvider(records, {
      provideDocumentLinks: async (document) => (await load()).links(document),
    }),
  );
}

function structureProviders(load: Load): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(anyRecordText, {
      provideDocumentSymbols: async (document) => (await load()).symbols(document),
    }),
    vscode.languages.registerFoldingRangeProvider(anyRecordText, {
      provideFoldingRanges: async (document) => (await load()).folds(document),
    }),
    vscode.languages.registerSelectionRangeProvider(anyRecordText, {
      provideSelectionRanges: async (document, positions) => (await load()).selections(document, positions),
    }),
    vscode.languages.registerDocumentRangeFormattingEditProvider(anyRecordText, {
      provideDocumentRangeFormattingEdits: async (document, range, options) =>
        (await load()).formatting(document, range, options),
    }),
  );
}
