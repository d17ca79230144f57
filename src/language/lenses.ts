import * as vscode from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import type { RecordText } from '../record/text.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { iconsAsText, plainText } from '../workbench/plainText.ts';
import type { ParsedDocuments } from './parsedDocuments.ts';

const longText = 200;

/** What changed and what can be done, above the record; and a better place to write, above its long texts. */
export async function recordLenses(
  parsed: ParsedDocuments,
  document: vscode.TextDocument,
  lockReason: string | undefined,
): Promise<vscode.CodeLens[]> {
  const name = recordOf(document.uri);
  if (!name) return [];
  const record = parsed.record(document);
  const changes = await parsed.changes(document);
  const state = !record ? 'not valid JSON' : changes && changedFields(changes.length);
  const title = [`#${name.id} on ${name.service}`, ...(state ? [state] : [])].join(' · ');
  const top = new vscode.Range(0, 0, 0, 0);
  const above = (label: string, command: string, tooltip?: string) =>
    new vscode.CodeLens(top, { title: label, command, arguments: [document.uri], ...(tooltip && { tooltip }) });
  const locked = (reason: string) =>
    new vscode.CodeLens(top, {
      title: iconsAsText(`Read-only. ${plainText(reason)}`),
      command: commandIds.serviceActions,
      arguments: [{ service: name.service }],
    });
  return [
    above(title, ''),
    // VS Code lets no one say why an editor is read-only when somebody types into it.
    ...(lockReason ? [locked(lockReason)] : []),
    above('Review', commandIds.reviewChanges, 'See what a save would send'),
    above('Compare', commandIds.compare, 'Compare with the record as the service has it now'),
    above('Preview', commandIds.preview, 'Open the preview beside'),
    ...(record ? longTextLenses(document, record) : []),
  ];
}

export function isLongText(raw: string): boolean {
  return raw.startsWith('"') && (raw.length > longText + 2 || /\\[nr]/.test(raw));
}

function longTextLenses(document: vscode.TextDocument, { fields }: RecordText): vscode.CodeLens[] {
  return [...fields.values()]
    .filter(({ raw }) => isLongText(raw))
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
