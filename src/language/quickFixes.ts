import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import { recordOf } from '../document/recordUri.ts';
import { editedMeanwhile } from '../document/rewrite.ts';
import { diagnosticSource } from '../document/textProblems.ts';
import type { Change } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { TextEdit } from '../record/textEdits.ts';
import type { ProblemCode } from '../record/validation.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { isStill, replacement } from '../workbench/edits.ts';
import { reportFailure } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { words } from '../worksheet/messages.ts';
import { fixFor, restoreField } from './fixes.ts';
import { isLongText } from './lenses.ts';
import { fieldAt, type RecordAtPlace } from './parsedDocuments.ts';

type FixFacts = Pick<RecordAtPlace, 'parsed' | 'offset' | 'isListed'> & Pick<Edits, 'base' | 'changes'>;

export type QuickFix = vscode.CodeAction | ReturnType<typeof editAction>;

const maxFixes = 50;

/** Fixes for the problems at a place of a record, and actions that restore what the service has. */
export function quickFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  facts: FixFacts,
): QuickFix[] {
  const { record } = facts.parsed;
  return [
    ...(record ? problemFixes(document, diagnostics, facts) : []),
    ...(facts.isListed ? [] : longTexts(document, range, facts)),
    ...(record ? fieldRestorations(document, record, range, diagnostics, facts) : []),
  ];
}

function problemFixes(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
  { parsed, offset: start }: FixFacts,
) {
  return diagnostics.slice(0, maxFixes).flatMap((diagnostic) => {
    const offset = document.offsetAt(diagnostic.range.start) - start;
    const field = diagnostic.source === diagnosticSource ? fieldAt(parsed, offset) : undefined;
    const fix = field && fixFor(diagnostic.code as ProblemCode, field, offset);
    if (!fix) return [];
    const action = editAction(document, fix.title, fix.edit, start);
    action.diagnostics = [diagnostic];
    action.isPreferred = true;
    return [action];
  });
}

/** Removed fields have no place in the text, so they are offered at the top of the record. */
function fieldRestorations(
  document: vscode.TextDocument,
  record: RecordText,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  { parsed, offset, base, changes, isListed }: FixFacts,
): QuickFix[] {
  if (!base) return [];
  const here = fieldAt(parsed, document.offsetAt(range.start) - offset)?.key;
  const isTop = isListed ? here === 'id' : range.start.line === 0;
  return changes
    .filter(({ field, kind }) => (kind === 'removed' ? isTop : field === here))
    .slice(0, maxFixes)
    .map((change) => {
      const action = editAction(document, restoreTitle(change), restoreField(base, record, change.field), offset);
      if (change.kind !== 'removed') action.diagnostics = [...diagnostics];
      return action;
    });
}

function restoreTitle({ field, kind }: Change): string {
  const name = plainText(field, 60);
  if (kind === 'added') return vscode.l10n.t('Remove the added field "{0}"', name);
  return kind === 'removed'
    ? vscode.l10n.t('Restore the removed field "{0}"', name)
    : vscode.l10n.t('Restore "{0}"', name);
}

function longTexts(document: vscode.TextDocument, range: vscode.Range, { parsed }: FixFacts): vscode.CodeAction[] {
  const field = fieldAt(parsed, document.offsetAt(range.start));
  if (!field || !isLongText(field.raw)) return [];
  const title = vscode.l10n.t('Edit "{0}" as Text', plainText(field.key, 60));
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: commandIds.editFieldAsText, arguments: [{ uri: document.uri, field: field.key }] };
  return [action];
}

/** `start` is where the text that the edit is about starts in the document. */
function editAction(document: vscode.TextDocument, title: string, { offset, ...edit }: TextEdit, start: number) {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  return Object.assign(action, { document, version: document.version, change: { ...edit, offset: start + offset } });
}

/** Its edit is made when it is chosen, for the text that it was offered for: VS Code applies edits to whatever there is. */
export function resolveFix(action: QuickFix): QuickFix {
  if (!('change' in action)) return action;
  const { document, version, change } = action;
  if (isStill(document, version)) {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.set(document.uri, [replacement(document, change)]);
  } else {
    const name = recordOf(document.uri);
    void reportFailure(name ? editedMeanwhile(name.id) : new UserError(words.edited()));
  }
  return action;
}
