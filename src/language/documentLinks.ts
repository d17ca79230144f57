import * as vscode from 'vscode';
import { rangeAt } from '../workbench/documents.ts';
import type { ParsedDocuments } from './parsedDocuments.ts';
import { recordLinks } from './recordLinks.ts';

export function documentLinks(parsed: ParsedDocuments, document: vscode.TextDocument): vscode.DocumentLink[] {
  const record = parsed.record(document);
  return (record ? recordLinks(record) : []).map(({ offset, length, address }) => {
    const range = rangeAt(document, offset, length);
    return new vscode.DocumentLink(range, vscode.Uri.parse(address, true));
  });
}
