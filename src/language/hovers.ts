import * as vscode from 'vscode';
import { rangeAt } from '../workbench/documents.ts';
import { fieldAt, type ParsedDocuments } from './parsedDocuments.ts';
import { valueFacts } from './valueFacts.ts';

export function recordHover(
  parsed: ParsedDocuments,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const record = parsed.record(document);
  const field = record && fieldAt(record, document.offsetAt(position));
  const facts = field ? valueFacts(field) : [];
  if (!field || facts.length === 0) return undefined;
  const text = new vscode.MarkdownString().appendText(facts.join('\n'));
  return new vscode.Hover(text, rangeAt(document, field.offset, field.length));
}
