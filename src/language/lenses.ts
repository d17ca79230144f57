import * as vscode from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import type { Change } from '../record/changes.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { iconsAsText } from '../workbench/plainText.ts';
import { lensWords } from './languageMessages.ts';
import { fieldsIn, type ParsedText } from './parsedDocuments.ts';

const longText = 200;
const maxLenses = 100;

export interface LensFacts {
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
  const state = changes && lensWords.changed(changes.length);
  const top = new vscode.Range(0, 0, 0, 0);
  const above = (title: string, command: string, tooltip?: string) =>
    new vscode.CodeLens(top, { title, command, arguments: [document.uri], ...(tooltip && { tooltip }) });
  return [
    above([lensWords.record(name), !lockReason && accessNote, state].filter(Boolean).join(' · '), ''),
    ...(lockReason ? [lockLens(top, name.service, lockReason)] : []),
    above(lensWords.review(), commandIds.reviewChanges, lensWords.reviewTooltip()),
    above(lensWords.compare(), commandIds.compare, lensWords.compareTooltip()),
    above(lensWords.preview(), commandIds.preview, lensWords.previewTooltip()),
    ...(lockReason ? [] : fieldLenses(document, parsed)),
  ];
}

/** VS Code can't show why an editor is read-only when the user types into it. */
function lockLens(range: vscode.Range, service: string, reason: string): vscode.CodeLens {
  const title = iconsAsText(lensWords.readOnly(reason));
  return new vscode.CodeLens(range, { title, command: commandIds.serviceActions, arguments: [{ service }] });
}

/** Whether a text is worth its own editor: it is long or has line breaks. */
export function isLongText(raw: string): boolean {
  return raw.startsWith('"') && (raw.length > longText + 2 || /\\[nr]/.test(raw));
}

function fieldLenses(document: vscode.TextDocument, { root }: ParsedText): vscode.CodeLens[] {
  return fieldsIn(root)
    .filter(({ raw }) => isLongText(raw))
    .slice(0, maxLenses)
    .map(({ key, keyOffset }) => {
      const place = document.positionAt(keyOffset);
      const target = { uri: document.uri, field: key };
      const command = { title: lensWords.editAsText(), command: commandIds.editFieldAsText, arguments: [target] };
      return new vscode.CodeLens(new vscode.Range(place, place), command);
    });
}
