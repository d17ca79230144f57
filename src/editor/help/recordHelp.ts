import * as vscode from 'vscode';
import type { CommandHandlers } from '../../workbench/commands.ts';
import { rangeAt } from '../../workbench/documents.ts';
import { quietTimers } from '../../workbench/quietTimers.ts';
import { recordOf, recordScheme } from '../recordUri.ts';
import { fieldFiles } from './fieldFiles.ts';
import { fieldMemory } from './fieldMemory.ts';
import { fieldScheme } from './fieldUri.ts';
import { fieldAt, parsedDocuments } from './parsedDocuments.ts';
import type { SuggestedField } from './suggestions.ts';

/** What the help needs of the record's documents and of those who know other records. */
export interface HelpedRecords {
  resolve(argument: unknown): Promise<vscode.Uri>;
  base(uri: vscode.Uri): Promise<string | undefined>;
  readonly onDidBecomeClean: vscode.Event<vscode.Uri>;
}

export type SeenValues = (service: string, field: SuggestedField) => readonly string[];

export interface RecordHelp extends vscode.Disposable {
  readonly handlers: CommandHandlers;
}

/** Help while writing a record. Each part is loaded when it is first asked for. */
export function recordHelp(records: HelpedRecords, seenValues: SeenValues, store: vscode.Memento): RecordHelp {
  const selector: vscode.DocumentSelector = { scheme: recordScheme };
  const parsed = parsedDocuments(records.base);
  const lensesChanged = new vscode.EventEmitter<void>();
  const timers = quietTimers();
  const files = fieldFiles(fieldMemory(store));

  const registrations = vscode.Disposable.from(
    lensesChanged,
    timers,
    files,
    vscode.workspace.registerFileSystemProvider(fieldScheme, files, { isCaseSensitive: true }),
    // VS Code asks again when the text changes, but can't know that the base did.
    records.onDidBecomeClean((uri) => timers.schedule(uri.toString(), 100, () => lensesChanged.fire())),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: async (document) => (await import('./lenses.ts')).recordLenses(parsed, document),
    }),
    vscode.languages.registerHoverProvider(selector, {
      async provideHover(document, position) {
        const record = parsed.record(document);
        const field = record && fieldAt(record, document.offsetAt(position));
        const facts = field ? (await import('./valueFacts.ts')).valueFacts(field) : [];
        if (!field || facts.length === 0) return undefined;
        const text = new vscode.MarkdownString().appendText(facts.join('\n'));
        return new vscode.Hover(text, rangeAt(document, field.offset, field.length));
      },
    }),
    vscode.languages.registerDocumentLinkProvider(selector, {
      async provideDocumentLinks(document) {
        const record = parsed.record(document);
        const links = record ? (await import('./recordLinks.ts')).recordLinks(record) : [];
        return links.map(({ offset, length, address }) => {
          const range = rangeAt(document, offset, length);
          return new vscode.DocumentLink(range, vscode.Uri.parse(address, true));
        });
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, position) {
          const { completions } = await import('./completions.ts');
          const service = recordOf(document.uri)?.service ?? '';
          return completions(document, position, (field) => seenValues(service, field));
        },
      },
      '"',
    ),
    vscode.languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, range, { diagnostics }) =>
          (await import('./quickFixes.ts')).quickFixes(parsed, document, range, diagnostics),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );

  return {
    handlers: {
      editFieldAsText: async (argument?: unknown) =>
        (await import('./editField.ts')).editFieldAsText(parsed, records.resolve, argument),
    },
    dispose: () => registrations.dispose(),
  };
}
