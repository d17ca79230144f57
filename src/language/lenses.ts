import * as vscode from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import type { Change } from '../record/changes.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { iconsAsText, plainText } from '../workbench/plainText.ts';
import { type ParsedText, recordsIn } from './parsedDocuments.ts';

const longText = 200;
const mostLenses = 100;

export interface LensFacts {
  readonly parsed: ParsedText;
  readonly changes: readonly Change[] | undefined;
  /** Why the record is read-only, if it is. */
  readonly lockReason: string | undefined;
}

/** What changed and what can be done, above the record; and Edit Field as Text, above its long texts. */
export function recordLenses(document: vscode.TextDocument, { parsed, changes, lockReason }: LensFacts) {
  const name = recordOf(document.uri);
  if (!name) return [];
  const state = !parsed.record ? 'not valid JSON' : changes && changedFields(changes.length);
  const top = new vscode.Range(0, 0, 0, 0);
  const above = (title: string, command: string, tooltip?: string) =>
    new vscode.CodeLens(top, { title, command, arguments: [document.uri], ...(tooltip && { tooltip }) });
  return [
    above([`#${name.id} on ${name.service}`, ...(state ? [state] : [])].join(' · '), ''),
    ...(lockReason ? [lockLens(top, name.service, lockReason)] : []),
    above('Review', commandIds.reviewChanges, 'Compare your unsaved changes with the saved version'),
    above('Compare', commandIds.compare, 'Compare with the version on the service'),
    above('Preview', commandIds.preview, 'Open the preview to the side'),
    ...(lockReason ? [] : fieldLenses(document, parsed)),
  ];
}

/** VS Code has no way to say why an editor is read-only when someone types into it. */
function lockLens(range: vscode.Range, service: string, reason: string): vscode.CodeLens {
  const title = iconsAsText(`Read-only. ${plainText(reason)}`);
  return new vscode.CodeLens(range, { title, command: commandIds.serviceActions, arguments: [{ service }] });
}

/** Worth an editor of its own: long, or with line breaks. */
export function isLongText(raw: string): boolean {
  return raw.startsWith('"') && (raw.length > longText + 2 || /\\[nr]/.test(raw));
}

function fieldLenses(document: vscode.TextDocument, { root }: ParsedText): vscode.CodeLens[] {
  return recordsIn(root)
    .flatMap(({ members }) => [...members.values()])
    .filter(({ raw }) => isLongText(raw))
    .slice(0, mostLenses)
    .map(({ key, keyOffset }) => {
      const place = document.positionAt(keyOffset);
      const target = { uri: document.uri, field: key };
      const command = { title: 'Edit Field as Text', command: commandIds.editFieldAsText, arguments: [target] };
      return new vscode.CodeLens(new vscode.Range(place, place), command);
    });
}

function changedFields(count: number): string {
  return count === 0 ? 'no changes' : count === 1 ? '1 field changed' : `${count} fields changed`;
}
