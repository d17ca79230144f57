import * as vscode from 'vscode';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import { UserError } from '../workbench/commands.ts';
import { columnOf, openDocument } from '../workbench/documents.ts';
import { type FieldRecords, type FieldText, readFieldText, shows } from './fieldTexts.ts';
import { fieldUri, type RecordField } from './fieldUri.ts';
import { placeCursor } from './languageMessages.ts';
import { fieldAt, type ParsedDocuments } from './parsedDocuments.ts';

const mostWaitMs = 2_000;

/** Opens a field's text in an editor of its own, beside its record. */
export async function editFieldAsText(
  documents: ParsedDocuments,
  records: FieldRecords & Pick<RecordDocuments, 'resolve'>,
  argument: unknown,
): Promise<string> {
  const target = await targetOf(documents, records.resolve, argument);
  // This read fails with the reason. The editor would only say that it can't open the file.
  const text = await readFieldText(records, target);
  const uri = fieldUri(target);
  const viewColumn = columnOf(uri) ?? vscode.ViewColumn.Beside;
  const { document } = await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
  await upToDate(document, text);
  return uri.toString();
}

/** VS Code may first show a document that was just closed with its old text, and read it again only then. */
async function upToDate(document: vscode.TextDocument, text: FieldText): Promise<void> {
  const settled = () => document.isDirty || document.isClosed || shows(document, text);
  if (settled()) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(finish, mostWaitMs);
    const listener = vscode.workspace.onDidChangeTextDocument(() => settled() && finish());
  });
}

async function targetOf(
  documents: ParsedDocuments,
  resolve: RecordDocuments['resolve'],
  argument: unknown,
): Promise<RecordField> {
  if (typeof argument === 'object' && argument !== null && 'field' in argument && 'uri' in argument) {
    return { record: await resolve(argument.uri), field: String(argument.field) };
  }
  const record = await resolve(argument);
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === record.toString());
  const document = openDocument(record);
  const root = document && documents.parsed(document).root;
  const field = editor && fieldAt(root, editor.document.offsetAt(editor.selection.active));
  if (!field) throw new UserError(placeCursor());
  return { record, field: field.key };
}
