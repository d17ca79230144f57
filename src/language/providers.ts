import { format } from 'jsonc-parser';
import * as vscode from 'vscode';
import { accessNote } from '../document/configuredService.ts';
import type { RecordEvents } from '../document/events.ts';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import type { Records } from '../document/records.ts';
import type { Change } from '../record/changes.ts';
import type { Field } from '../record/text.ts';
import type { Services } from '../service/services.ts';
import { rangeAt } from '../workbench/edits.ts';
import { recordScheme, worksheetScheme } from '../workbench/ids.ts';
import { symbolText } from '../workbench/plainText.ts';
import { hoverText } from './hoverText.ts';
import { recordLenses } from './lenses.ts';
import { fieldAt, type ParsedDocuments, type RecordAtPlace } from './parsedDocuments.ts';
import { type QuickFix, quickFixes, resolveFix } from './quickFixes.ts';
import { recordLinks } from './recordLinks.ts';
import { type Suggestions, suggestionsAt } from './suggestions.ts';

export interface ProviderParts {
  readonly services: Services;
  readonly records: Records;
  readonly events: RecordEvents;
  /** What other records of a service have in a field. */
  readonly seen: RecordCatalogue['values'];
}

/** VS Code's own limit for JSON. */
const maxSymbols = 5_000;

/** What VS Code asks of the text of records. */
export function languageProviders({ services, records, events, seen }: ProviderParts, documents: ParsedDocuments) {
  const providers: Providers = {
    // VS Code asks again when the text changes, but can't know that the base did.
    onDidChangeCodeLenses: (listener) => events.standingChanged.event(() => listener()),
    async provideCodeLenses(document) {
      const edits = await documents.edits(document);
      return recordLenses(document, {
        parsed: documents.parsed(document),
        changes: edits?.base && edits.changes,
        lockReason: records.lockReason(document.uri),
        accessNote: accessNote(services, document.uri.authority),
      });
    },

    async provideCodeActions(document, range, { diagnostics: problems }) {
      const { version } = document;
      const found = await documents.recordAt(document, range.start);
      if (!found || (!found.isListed && records.lockReason(document.uri))) return [];
      const edits = await found.edits();
      // VS Code asks again for the text that there is now.
      return document.version === version ? quickFixes(document, range, problems, { ...found, ...edits }) : [];
    },
    resolveCodeAction: resolveFix,

    async provideHover(document, position) {
      const found = await documents.recordAt(document, position);
      const field = found && fieldAt(found.parsed, document.offsetAt(position) - found.offset);
      return field && hover(document, field, (await found.edits()).changes, found.offset);
    },

    async provideCompletionItems(document, position) {
      const found = await documents.recordAt(document, position);
      if (!found) return [];
      const ofService = await seen(found.service);
      const suggested = suggestionsAt(found.parsed, document.offsetAt(position) - found.offset, ofService, today());
      return suggested ? completionItems(document, suggested, found) : [];
    },

    ...structureProviders(documents),
  };
  return registered(providers);
}

const ofRecords: vscode.DocumentFilter = { scheme: recordScheme };
/** Documents with several records, which get the same help for each. */
const ofWorksheets: vscode.DocumentFilter = { scheme: worksheetScheme };
/** Also texts that are compared with a record. */
const anyRecordText: vscode.DocumentSelector = { language: 'videorecord' };

type StructureProviders = vscode.DocumentLinkProvider &
  vscode.DocumentSymbolProvider &
  vscode.DocumentRangeFormattingEditProvider;
type Providers = StructureProviders &
  vscode.CodeLensProvider &
  vscode.CompletionItemProvider &
  vscode.CodeActionProvider<QuickFix> &
  vscode.HoverProvider;

function registered(providers: Providers): vscode.Disposable {
  const { QuickFix } = vscode.CodeActionKind;
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(ofRecords, providers),
    vscode.languages.registerCompletionItemProvider([ofRecords, ofWorksheets], providers, '"'),
    vscode.languages.registerCodeActionsProvider([ofRecords, ofWorksheets], providers, {
      providedCodeActionKinds: [QuickFix],
    }),
    vscode.languages.registerHoverProvider([ofRecords, ofWorksheets], providers),
    vscode.languages.registerDocumentLinkProvider(ofRecords, providers),
    vscode.languages.registerDocumentSymbolProvider(anyRecordText, providers),
    vscode.languages.registerDocumentRangeFormattingEditProvider(anyRecordText, providers),
  );
}

/** What a text consists of, whether or not its record is known. */
function structureProviders(documents: ParsedDocuments): StructureProviders {
  return {
    provideDocumentLinks(document) {
      return recordLinks(document.getText()).map(
        ({ offset, length, address }) =>
          new vscode.DocumentLink(rangeAt(document, offset, length), vscode.Uri.parse(address, true)),
      );
    },

    provideDocumentSymbols(document) {
      const { fields } = documents.parsed(document);
      return fields.slice(0, maxSymbols).map((field) => symbol(document, field));
    },

    provideDocumentRangeFormattingEdits(document, range, { tabSize, insertSpaces }) {
      const offset = document.offsetAt(range.start);
      const within = { offset, length: document.offsetAt(range.end) - offset };
      const edits = format(document.getText(), within, { tabSize, insertSpaces, keepLines: false });
      return edits.map((edit) => vscode.TextEdit.replace(rangeAt(document, edit.offset, edit.length), edit.content));
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

function completionItems(document: vscode.TextDocument, found: Suggestions, { offset, fields }: RecordAtPlace) {
  const range = rangeAt(document, offset + found.offset, found.length);
  const { commaAt } = found;
  const comma = commaAt === undefined ? [] : [vscode.TextEdit.insert(document.positionAt(offset + commaAt), ',')];
  const isField = found.kind === 'field';
  const kind = isField ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value;
  const items = found.items.filter(({ label }) => !isField || !fields || fields.includes(label));
  return items.map(({ label, json, isSnippet, detail }, index) => {
    const item = new vscode.CompletionItem(label, kind);
    return Object.assign(item, {
      insertText: isSnippet ? new vscode.SnippetString(json) : json,
      filterText: isField ? `"${label}"` : json,
      range,
      detail,
      additionalTextEdits: comma,
      sortText: String(index).padStart(5, '0'),
    });
  });
}

function symbol(document: vscode.TextDocument, { key, keyOffset, keyLength, offset, length, raw }: Field) {
  const range = rangeAt(document, keyOffset, offset + length - keyOffset);
  const name = rangeAt(document, keyOffset, keyLength);
  return new vscode.DocumentSymbol(symbolText(key) || '""', symbolText(raw), vscode.SymbolKind.Field, range, name);
}

/** Today in the user's time zone. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
