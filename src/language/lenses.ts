import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import type { Change } from '../record/changes.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { iconsAsText, plainText } from '../workbench/plainText.ts';
import type { ParsedText } from './parsedDocuments.ts';

const longText = 200;
const maxLenses = 100;

interface LensFacts {
  readonly parsed: ParsedText;
  readonly changes: readonly Change[] | undefined;
  /** Why the record is read-only, if it is. */
  readonly lockReason: string | undefined;
  /** What is special about saving to the service. */
  readonly accessNote: string | undefined;
}

/** Above the record: what changed and what can be done. Above each long text: Edit Field as Text. */
export function recordLenses(document: vscode.TextDocument, { parsed, changes, lockReason, accessNote }: LensFacts) {
  const name = recordOf(document.uri);
  if (!name) return [];
  // VS Code may ask late: a lens that calls a text invalid could stand above one that is valid again.
  const state = changes && changedFields(changes.length);
  const top = new vscode.Range(0, 0, 0, 0);
  const above = (title: string, command: string, tooltip?: string) =>
    new vscode.CodeLens(top, { title, command, arguments: [document.uri], ...(tooltip && { tooltip }) });
  return [
    above(
      [l10n.t('#{0} on {1}', name.id, name.service), !lockReason && accessNote, state].filter(Boolean).join(' · '),
      '',
    ),
    ...(lockReason ? [lockLens(top, name.service, lockReason)] : []),
    above(l10n.t('Review'), commandIds.reviewChanges, l10n.t('Compare your unsaved changes with the saved version')),
    above(l10n.t('Compare'), commandIds.compare, l10n.t('Compare with the version on the service')),
    above(l10n.t('Preview'), commandIds.preview, l10n.t('Open the preview to the side')),
    ...(lockReason ? [] : fieldLenses(document, parsed)),
  ];
}

function changedFields(count: number): string {
  if (count === 0) return l10n.t('no changes');
  return count === 1 ? l10n.t('1 field changed') : l10n.t('{0} fields changed', count);
}

/** VS Code can't show why an editor is read-only when the user types into it. */
function lockLens(range: vscode.Range, service: string, reason: string): vscode.CodeLens {
  const title = iconsAsText(l10n.t('Read-only. {0}', plainText(reason)));
  return new vscode.CodeLens(range, { title, command: commandIds.serviceActions, arguments: [{ service }] });
}

/** Whether a text is worth its own editor: it is long or has line breaks. */
export function isLongText(raw: string): boolean {
  return raw.startsWith('"') && (raw.length > longText + 2 || /\\[nr]/.test(raw));
}

function fieldLenses(document: vscode.TextDocument, { fields }: ParsedText): vscode.CodeLens[] {
  return fields
    .filter(({ raw }) => isLongText(raw))
    .slice(0, maxLenses)
    .map(({ key, keyOffset }) => {
      const place = document.positionAt(keyOffset);
      const target = { uri: document.uri, field: key };
      const command = { title: l10n.t('Edit Field as Text'), command: commandIds.editFieldAsText, arguments: [target] };
      return new vscode.CodeLens(new vscode.Range(place, place), command);
    });
}
