import type * as vscode from 'vscode';
import type { Change } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { TextEdit } from '../record/textEdits.ts';
import type { ProblemCode } from '../record/validation.ts';
import { fixFor, restoreField } from './fixes.ts';
import { diagnosticSource } from './languageMessages.ts';
import { fieldAt, type ParsedText, parseText } from './parsedDocuments.ts';
import { editAction, restoreTitle } from './quickFixes.ts';
import type { Suggestions } from './suggestions.ts';

/** One record of a document that lists several, such as a worksheet. */
export interface ListedRecord {
  readonly service: string;
  readonly text: string;
  /** Where the text starts in the document. */
  readonly offset: number;
  /** The record as the list shows it without changes, if that is known. */
  readonly base: RecordText | undefined;
  readonly changes: readonly Change[];
  /** The fields that the list may have. Undefined: any. */
  readonly fields: readonly string[] | undefined;
}

/** The record of a list that a place is in. Only its text is looked at, because a list may be megabytes long. */
export type ListedRecordAt = (
  document: vscode.TextDocument,
  position: vscode.Position,
) => Promise<ListedRecord | undefined>;

export function parsedItem({ text }: ListedRecord): ParsedText {
  return parseText(text);
}

/** Suggestions for a part of a document, as suggestions for the document. */
export function placedSuggestions(found: Suggestions, { offset, fields }: ListedRecord): Suggestions {
  const isListed = ({ label }: { readonly label: string }) =>
    found.kind === 'value' || !fields || fields.includes(label);
  return {
    ...found,
    offset: found.offset + offset,
    items: found.items.filter(isListed),
    ...(found.commaAt !== undefined && { commaAt: found.commaAt + offset }),
  };
}

/** Fixes for the problems of one record of a list, and ways back to what the service has. */
export function listedFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  listed: ListedRecord,
): vscode.CodeAction[] {
  const { root, record } = parsedItem(listed);
  const { base, changes } = listed;
  if (!record) return [];
  const action = (title: string, edit: TextEdit) =>
    editAction(document, title, { ...edit, offset: edit.offset + listed.offset });
  const fixes = diagnostics.flatMap((diagnostic) => {
    const offset = document.offsetAt(diagnostic.range.start) - listed.offset;
    const field = diagnostic.source === diagnosticSource ? fieldAt(root, offset) : undefined;
    const fix = field && fixFor(diagnostic.code as ProblemCode, field, offset);
    return fix ? [Object.assign(action(fix.title, fix.edit), { diagnostics: [diagnostic], isPreferred: true })] : [];
  });
  const here = fieldAt(root, document.offsetAt(range.start) - listed.offset)?.key;
  const restored = changes.filter(
    ({ field, kind }) => base && (field === here || (kind === 'removed' && here === 'id')),
  );
  return [
    ...fixes,
    ...restored.flatMap((change) =>
      base ? [action(restoreTitle(change), restoreField(base, record, change.field))] : [],
    ),
  ];
}
