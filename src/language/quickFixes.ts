import * as vscode from 'vscode';
import type { RecordText } from '../record/text.ts';
import type { ProblemCode } from '../record/validation.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { mayCutCharacters, rangeAt } from '../workbench/documents.ts';
import { plainText } from '../workbench/plainText.ts';
import { fixFor, restoreField } from './fixes.ts';
import { isLongText } from './lenses.ts';
import { fieldAt, type ParsedDocuments } from './parsedDocuments.ts';
import { editBetween, type TextEdit } from './textEdits.ts';

/** Ways to put things right at a place of a record. */
export async function quickFixes(
  parsed: ParsedDocuments,
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<vscode.CodeAction[]> {
  const [record, base] = [parsed.record(document), await parsed.base(document)];
  const restoring = base && base.text !== document.getText() ? [restoreAll(document, base)] : [];
  if (!record) return restoring;
  const fixes = diagnostics.flatMap((diagnostic) => problemFix(document, record, diagnostic) ?? []);
  const restored = base ? await restoreFields(parsed, document, record, base, range, diagnostics) : [];
  return [...fixes, ...longTexts(document, record, range), ...restored, ...restoring];
}

function problemFix(
  document: vscode.TextDocument,
  record: RecordText,
  diagnostic: vscode.Diagnostic,
): vscode.CodeAction | undefined {
  if (diagnostic.source !== 'Video Records') return undefined;
  const offset = document.offsetAt(diagnostic.range.start);
  const field = fieldAt(record, offset);
  const fix = field && fixFor(diagnostic.code as ProblemCode, field, offset);
  if (!fix) return undefined;
  const action = editAction(document, fix.title, fix.edit);
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return action;
}

/** Fields that were removed stand nowhere; they are offered at the top of the record. */
async function restoreFields(
  parsed: ParsedDocuments,
  document: vscode.TextDocument,
  record: RecordText,
  base: RecordText,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<vscode.CodeAction[]> {
  const here = fieldAt(record, document.offsetAt(range.start))?.key;
  const changes = (await parsed.changes(document)) ?? [];
  return changes
    .filter(({ field, kind }) => (kind === 'removed' ? range.start.line === 0 : field === here))
    .map(({ field, kind }) => {
      const what = kind === 'added' ? 'Remove the added field' : kind === 'removed' ? 'Bring back' : 'Restore';
      const action = editAction(document, `${what} "${plainText(field, 60)}"`, restoreField(base, record, field));
      if (kind !== 'removed') action.diagnostics = [...diagnostics];
      return action;
    });
}

function restoreAll(document: vscode.TextDocument, base: RecordText): vscode.CodeAction {
  return editAction(document, 'Restore the whole record', editBetween(document.getText(), base.text));
}

function longTexts(document: vscode.TextDocument, record: RecordText, range: vscode.Range): vscode.CodeAction[] {
  const field = fieldAt(record, document.offsetAt(range.start));
  if (!field || !isLongText(field.raw)) return [];
  const title = `Edit "${plainText(field.key, 60)}" as text`;
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: commandIds.editFieldAsText, arguments: [{ uri: document.uri, field: field.key }] };
  return [action];
}

function editAction(
  document: vscode.TextDocument,
  title: string,
  { offset, length, text }: TextEdit,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  const range = rangeAt(document, offset, length);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(document.uri, [
    mayCutCharacters(document, range, text) ? uncut(range, text) : vscode.TextEdit.replace(range, text),
  ]);
  return action;
}

/** VS Code makes a snippet no smaller. */
function uncut(range: vscode.Range, text: string): vscode.SnippetTextEdit {
  const edit = vscode.SnippetTextEdit.replace(range, new vscode.SnippetString().appendText(text));
  edit.keepWhitespace = true;
  return edit;
}
