import * as vscode from 'vscode';
import { rangeAt } from '../workbench/documents.ts';
import { mayHaveSuggestions, type SuggestedField, suggestionsAt } from './suggestions.ts';

export function completions(
  document: vscode.TextDocument,
  position: vscode.Position,
  seen: (field: SuggestedField) => readonly string[],
): vscode.CompletionItem[] {
  const lineBefore = document.lineAt(position.line).text.slice(0, position.character);
  if (!mayHaveSuggestions(lineBefore)) return [];
  const found = suggestionsAt(document.getText(), document.offsetAt(position), seen, today());
  if (!found) return [];
  const range = rangeAt(document, found.offset, found.length);
  return found.items.map(({ label, json, detail }, index) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
    return Object.assign(item, {
      insertText: json,
      filterText: json,
      range,
      detail,
      sortText: String(index).padStart(5, '0'),
    });
  });
}

/** The day where the user is. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
