import * as vscode from 'vscode';
import { recordOf, recordScheme } from '../document/recordUri.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { lazyFileSystem } from '../workbench/lazyFileSystem.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import { fieldMemory } from './fieldMemory.ts';
import { fieldScheme } from './fieldUri.ts';
import type { ParsedDocuments } from './parsedDocuments.ts';
import type { SuggestedField } from './suggestions.ts';

/** What the help needs of the record's documents and of those who know other records. */
export interface HelpedRecords {
  resolve(argument: unknown): Promise<vscode.Uri>;
  base(uri: vscode.Uri): Promise<string | undefined>;
  lockReason(uri: vscode.Uri): Promise<string | undefined>;
  readonly onDidChangeStanding: vscode.Event<vscode.Uri>;
}

export type SeenValues = (service: string, field: SuggestedField) => readonly string[];

const selector: vscode.DocumentSelector = { scheme: recordScheme };
const quietMs = 100;

export interface RecordHelp extends vscode.Disposable {
  readonly handlers: CommandHandlers;
}

/** Help while writing a record. Each part is loaded when it is first asked for. */
export function recordHelp(records: HelpedRecords, seenValues: SeenValues, store: vscode.Memento): RecordHelp {
  let parsing: Promise<ParsedDocuments> | undefined;
  const parsed = () => {
    parsing ??= import('./parsedDocuments.ts').then(({ parsedDocuments }) => parsedDocuments(records.base));
    return parsing;
  };
  const files = lazyFileSystem(async () => (await import('./fieldFiles.ts')).fieldFiles(fieldMemory(store)));
  const registrations = vscode.Disposable.from(
    files,
    vscode.workspace.registerFileSystemProvider(fieldScheme, files, { isCaseSensitive: true }),
    lensProvider(parsed, records),
    valueProviders(parsed, seenValues),
    fixProvider(parsed),
  );
  return {
    handlers: {
      editFieldAsText: async (argument?: unknown) =>
        (await import('./editField.ts')).editFieldAsText(await parsed(), records.resolve, argument),
    },
    dispose: () => registrations.dispose(),
  };
}

function lensProvider(parsed: () => Promise<ParsedDocuments>, records: HelpedRecords): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const timers = quietTimers();
  return vscode.Disposable.from(
    changed,
    timers,
    // VS Code asks again when the text changes, but can't know that the base did.
    records.onDidChangeStanding((uri) => timers.schedule(uri.toString(), quietMs, () => changed.fire())),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) =>
        (await import('./lenses.ts')).recordLenses(await parsed(), document, await records.lockReason(document.uri)),
    }),
  );
}

function valueProviders(parsed: () => Promise<ParsedDocuments>, seenValues: SeenValues): vscode.Disposable {
  const completion: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position) {
      const { completions } = await import('./completions.ts');
      const service = recordOf(document.uri)?.service ?? '';
      return completions(document, position, (field) => seenValues(service, field));
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(selector, completion, '"'),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document, position) =>
        (await import('./hovers.ts')).recordHover(await parsed(), document, position),
    }),
    vscode.languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async (document) =>
        (await import('./documentLinks.ts')).documentLinks(await parsed(), document),
    }),
  );
}

function fixProvider(parsed: () => Promise<ParsedDocuments>): vscode.Disposable {
  const fixes: vscode.CodeActionProvider = {
    provideCodeActions: async (document, range, { diagnostics }) =>
      (await import('./quickFixes.ts')).quickFixes(await parsed(), document, range, diagnostics),
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider(selector, fixes, kinds);
}
