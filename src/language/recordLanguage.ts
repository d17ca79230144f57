import { format } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import { recordOf } from '../document/recordUri.ts';
import type { Change } from '../record/changes.ts';
import type { JsonNode } from '../record/json.ts';
import type { Field } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import { UserError } from '../workbench/commands.ts';
import { openDocument, rangeAt, replaceAt } from '../workbench/documents.ts';
import { type RecordDiagnostics, recordDiagnostics } from './diagnostics.ts';
import { fieldFiles } from './fieldFiles.ts';
import { editFieldAsText } from './fieldTexts.ts';
import { hoverText } from './hoverText.ts';
import { restoreWords } from './languageMessages.ts';
import { recordLenses } from './lenses.ts';
import { type ListedRecordAt, listedFixes, parsedItem, placedSuggestions } from './listedRecords.ts';
import { fieldAt, parsedDocuments } from './parsedDocuments.ts';
import { quickFixes } from './quickFixes.ts';
import { recordLinks } from './recordLinks.ts';
import { enclosing, foldable, type OutlineItem, outline } from './structure.ts';
import { mayHaveSuggestions, type SuggestedField, type Suggestions, suggestionsAt } from './suggestions.ts';

export type LanguageRecords = Pick<
  RecordDocuments,
  'resolve' | 'load' | 'api' | 'edits' | 'base' | 'lockReason' | 'onDidChangeStanding'
>;

/** What other records of a service have in a field. */
export type ServiceValues = (service: string, field: SuggestedField) => readonly string[];

export type RecordLanguage = ReturnType<typeof recordLanguage>;

const symbolKinds: Readonly<Record<JsonNode['kind'], vscode.SymbolKind>> = {
  object: vscode.SymbolKind.Module,
  array: vscode.SymbolKind.Array,
  string: vscode.SymbolKind.String,
  number: vscode.SymbolKind.Number,
  literal: vscode.SymbolKind.Constant,
};

/** The language features of records. Each version of a text is parsed once. */
export function recordLanguage(
  records: LanguageRecords,
  seen: ServiceValues,
  store: vscode.Memento,
  listedAt: ListedRecordAt,
) {
  const documents = parsedDocuments(records.edits);
  const diagnostics: RecordDiagnostics = recordDiagnostics(documents, records.onDidChangeStanding);
  const files = fieldFiles(store, records);

  return {
    fieldFiles: files,
    saveFailed: diagnostics.saveFailed,
    editFieldAsText: (argument: unknown) => editFieldAsText(documents, records, argument),

    async restoreRecord(argument: unknown): Promise<void> {
      const uri = await records.resolve(argument);
      const document = openDocument(uri);
      const base = (await records.base(uri))?.text;
      if (!document || base === undefined) throw new UserError(restoreWords.unknownBase());
      const { offset, length, text } = editBetween(document.getText(), base);
      if (!(await replaceAt(document, offset, length, text))) {
        throw new UserError(restoreWords.changed());
      }
    },

    async lenses(document: vscode.TextDocument) {
      const [edits, lockReason] = await Promise.all([documents.edits(document), records.lockReason(document.uri)]);
      return recordLenses(document, { parsed: documents.parsed(document), changes: edits?.changes, lockReason });
    },

    async actions(document: vscode.TextDocument, range: vscode.Range, problems: readonly vscode.Diagnostic[]) {
      if (await records.lockReason(document.uri)) return [];
      const edits = await documents.edits(document);
      // While the text isn't a record, the whole record can still be restored.
      const { base, changes } = edits ?? { base: await records.base(document.uri), changes: [] };
      return quickFixes(document, range, problems, { parsed: documents.parsed(document), base, changes });
    },

    async hover(document: vscode.TextDocument, position: vscode.Position) {
      const edits = await documents.edits(document);
      const field = fieldAt(documents.parsed(document).root, document.offsetAt(position));
      return field && hover(document, field, edits?.changes ?? [], 0);
    },

    async listedHover(document: vscode.TextDocument, position: vscode.Position) {
      const listed = await listedAt(document, position);
      const field = listed && fieldAt(parsedItem(listed).root, document.offsetAt(position) - listed.offset);
      return field && hover(document, field, listed.changes, listed.offset);
    },

    async listedCompletions(document: vscode.TextDocument, position: vscode.Position) {
      const lineBefore = document.lineAt(position.line).text.slice(0, position.character);
      const listed = mayHaveSuggestions(lineBefore) ? await listedAt(document, position) : undefined;
      if (!listed) return [];
      const ofService = (field: SuggestedField) => seen(listed.service, field);
      const { text, root } = parsedItem(listed);
      const found = suggestionsAt(text, root, document.offsetAt(position) - listed.offset, ofService, today());
      return found ? completionItems(document, placedSuggestions(found, listed)) : [];
    },

    async listedActions(document: vscode.TextDocument, range: vscode.Range, problems: readonly vscode.Diagnostic[]) {
      const listed = await listedAt(document, range.start);
      return listed ? listedFixes(document, range, problems, listed) : [];
    },

    completions(document: vscode.TextDocument, position: vscode.Position) {
      const lineBefore = document.lineAt(position.line).text.slice(0, position.character);
      if (!mayHaveSuggestions(lineBefore)) return [];
      const { text, root } = documents.parsed(document);
      const service = recordOf(document.uri)?.service ?? '';
      const ofService = (field: SuggestedField) => seen(service, field);
      const found = suggestionsAt(text, root, document.offsetAt(position), ofService, today());
      return found ? completionItems(document, found) : [];
    },

    links(document: vscode.TextDocument) {
      return recordLinks(documents.parsed(document)).map(
        ({ offset, length, address }) =>
          new vscode.DocumentLink(rangeAt(document, offset, length), vscode.Uri.parse(address, true)),
      );
    },

    symbols(document: vscode.TextDocument) {
      const { text, root } = documents.parsed(document);
      return root ? outline(text, root).map((item) => symbol(document, item)) : [];
    },

    folds(document: vscode.TextDocument) {
      const { root } = documents.parsed(document);
      return (root ? foldable(root) : []).flatMap(({ offset, end }) => {
        const [start, last] = [document.positionAt(offset).line, document.positionAt(end).line - 1];
        return last > start ? [new vscode.FoldingRange(start, last)] : [];
      });
    },

    selections(document: vscode.TextDocument, positions: readonly vscode.Position[]) {
      const { root } = documents.parsed(document);
      return positions.map((position) => {
        const spans = root ? enclosing(root, document.offsetAt(position)) : [];
        const outermost = new vscode.SelectionRange(rangeAt(document, 0, document.getText().length));
        return spans
          .toReversed()
          .reduce(
            (parent, { offset, end }) => new vscode.SelectionRange(rangeAt(document, offset, end - offset), parent),
            outermost,
          );
      });
    },

    formatting(document: vscode.TextDocument, range: vscode.Range, options: vscode.FormattingOptions) {
      const offset = document.offsetAt(range.start);
      const within = { offset, length: document.offsetAt(range.end) - offset };
      const { tabSize, insertSpaces } = options;
      const edits = format(document.getText(), within, { tabSize, insertSpaces, keepLines: false });
      return edits.map((edit) => vscode.TextEdit.replace(rangeAt(document, edit.offset, edit.length), edit.content));
    },

    dispose() {
      diagnostics.dispose();
      files.dispose();
    },
  };
}

/** `origin` is where the record of the field starts in the document. */
function hover(document: vscode.TextDocument, field: Field, changes: readonly Change[], origin: number) {
  const text = hoverText(
    field,
    changes.find((change) => change.field === field.key),
  );
  const { keyOffset, offset, length } = field;
  const range = rangeAt(document, origin + keyOffset, offset + length - keyOffset);
  return text ? new vscode.Hover(new vscode.MarkdownString(text), range) : undefined;
}

function completionItems(document: vscode.TextDocument, found: Suggestions) {
  const range = rangeAt(document, found.offset, found.length);
  const comma = found.commaAt === undefined ? [] : [vscode.TextEdit.insert(document.positionAt(found.commaAt), ',')];
  const kind = found.kind === 'field' ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value;
  return found.items.map(({ label, json, isSnippet, detail }, index) => {
    const item = new vscode.CompletionItem(label, kind);
    return Object.assign(item, {
      insertText: isSnippet ? new vscode.SnippetString(json) : json,
      filterText: found.kind === 'field' ? `"${label}"` : json,
      range,
      detail,
      additionalTextEdits: comma,
      sortText: String(index).padStart(5, '0'),
    });
  });
}

function symbol(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
  const range = rangeAt(document, item.offset, item.end - item.offset);
  const label = rangeAt(document, item.label.offset, item.label.end - item.label.offset);
  const made = new vscode.DocumentSymbol(item.name, item.detail, symbolKinds[item.kind], range, label);
  made.children = item.children.map((child) => symbol(document, child));
  return made;
}

/** Today in the user's time zone. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
