import { format } from 'jsonc-parser';
import * as vscode from 'vscode';
import { accessNote } from '../document/configuredService.ts';
import type { RecordEvent, RecordEvents } from '../document/events.ts';
import type { Records } from '../document/records.ts';
import { openDocument } from '../files/tabs.ts';
import type { Change } from '../record/changes.ts';
import type { Field } from '../record/text.ts';
import { editBetween } from '../record/textEdits.ts';
import { isRecordError } from '../service/recordError.ts';
import type { Services } from '../service/services.ts';
import { type CommandHandlers, UserError } from '../workbench/commands.ts';
import { applyEdits, rangeAt } from '../workbench/edits.ts';
import { symbolText } from '../workbench/plainText.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { recordDiagnostics } from './diagnostics.ts';
import { fieldFiles } from './fieldFile.ts';
import { editFieldAsText } from './fieldTexts.ts';
import { hoverText } from './hoverText.ts';
import { recordLenses } from './lenses.ts';
import { fieldAt, type ParsedDocuments, parsedDocuments, type RecordAtPlace } from './parsedDocuments.ts';
import { quickFixes } from './quickFixes.ts';
import { recordLinks } from './recordLinks.ts';
import { type SeenValues, type Suggestions, suggestionsAt } from './suggestions.ts';

interface LanguageParts {
  readonly services: Services;
  readonly records: Records;
  readonly events: RecordEvents;
  readonly seen: ServiceValues;
  readonly listedAt: Worksheets['recordAt'];
  /** The window's own folder. */
  readonly storage: vscode.Uri;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

/** What other records of a service have in a field. */
export type ServiceValues = (service: string) => Promise<SeenValues>;

export type RecordLanguage = ReturnType<typeof recordLanguage>;

/** VS Code's own limit for JSON. */
const maxSymbols = 5_000;

/** The language features of records. Each version of a text is parsed once. */
export function recordLanguage({ services, records, events, seen, listedAt, storage, log }: LanguageParts) {
  const documents = parsedDocuments(records, listedAt);
  const diagnostics = recordDiagnostics(documents, events.standingChanged.event);
  const files = fieldFiles(records, events, storage, log);

  const restoreRecord = async (argument?: unknown): Promise<void> => {
    const uri = await records.resolve(argument);
    const document = openDocument(uri);
    const base = (await records.base(uri))?.text;
    if (!document || base === undefined) {
      throw new UserError(vscode.l10n.t('The version to restore is not known. Reload the record.'));
    }
    const isRestored = await applyEdits(document, [editBetween(document.getText(), base)]);
    if (!isRestored) {
      throw new UserError(vscode.l10n.t('The record was not restored because it changed meanwhile. Try again.'));
    }
  };

  return {
    handlers: {
      editFieldAsText: (argument?: unknown) => editFieldAsText(records, argument),
      restoreRecord,
    } satisfies CommandHandlers<'language'>,
    files: files.provider,

    /** Shows what the service reported for fields, after a save that failed. */
    async note(event: RecordEvent): Promise<void> {
      if (event.kind !== 'failed') return;
      await diagnostics.saveFailed(event.name, isRecordError(event.failure) ? event.failure.fields : {});
    },

    async provideCodeLenses(document: vscode.TextDocument) {
      const edits = await documents.edits(document);
      return recordLenses(document, {
        parsed: documents.parsed(document),
        changes: edits?.base && edits.changes,
        lockReason: records.lockReason(document.uri),
        accessNote: accessNote(services, document.uri.authority),
      });
    },

    async provideCodeActions(
      document: vscode.TextDocument,
      range: vscode.Range,
      { diagnostics: problems }: vscode.CodeActionContext,
    ) {
      const found = await documents.recordAt(document, range.start);
      if (!found || (!found.isListed && records.lockReason(document.uri))) return [];
      return quickFixes(document, range, problems, { ...found, ...(await found.edits()) });
    },

    async provideHover(document: vscode.TextDocument, position: vscode.Position) {
      const found = await documents.recordAt(document, position);
      const field = found && fieldAt(found.parsed, document.offsetAt(position) - found.offset);
      return field && hover(document, field, (await found.edits()).changes, found.offset);
    },

    async provideCompletionItems(document: vscode.TextDocument, position: vscode.Position) {
      const found = await documents.recordAt(document, position);
      if (!found) return [];
      const ofService = await seen(found.service);
      const suggested = suggestionsAt(found.parsed, document.offsetAt(position) - found.offset, ofService, today());
      return suggested ? completionItems(document, suggested, found) : [];
    },

    ...structureProviders(documents),

    dispose() {
      diagnostics.dispose();
      files.dispose();
    },
  };
}

/** What a text consists of, whether or not its record is known. */
function structureProviders(documents: ParsedDocuments) {
  return {
    provideDocumentLinks(document: vscode.TextDocument) {
      return recordLinks(document.getText()).map(
        ({ offset, length, address }) =>
          new vscode.DocumentLink(rangeAt(document, offset, length), vscode.Uri.parse(address, true)),
      );
    },

    provideDocumentSymbols(document: vscode.TextDocument) {
      const { fields } = documents.parsed(document);
      return fields.slice(0, maxSymbols).map((field) => symbol(document, field));
    },

    provideDocumentRangeFormattingEdits(
      document: vscode.TextDocument,
      range: vscode.Range,
      options: vscode.FormattingOptions,
    ) {
      const offset = document.offsetAt(range.start);
      const within = { offset, length: document.offsetAt(range.end) - offset };
      const { tabSize, insertSpaces } = options;
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
