import * as vscode from 'vscode';
import { recordsAreNamed, targetRecords, targetUri } from '../document/recordUri.ts';
import { isObject } from '../record/valueShapes.ts';
import { type ChooseParts, matching, namedWorksheet, ofOneService } from '../worksheet/choose.ts';
import { selectedRows, targetWorksheet, type WorksheetName, worksheetOf } from '../worksheet/uri.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';

export interface ChosenParts extends ChooseParts {
  readonly worksheets: Pick<Worksheets, 'rows' | 'open'>;
}

/** Of which records, and which fields. */
export interface Chosen extends WorksheetName {
  /** Their document has changes that the service does not have. */
  readonly isUnsaved?: boolean;
}

/**
 * The records that arguments name: `{ service, ids }`, `{ service, query }`, rows of a view, a record or a worksheet, of
 * which the selected rows count. Undefined if they name none.
 */
export async function namedRecords(
  input: unknown,
  several: unknown,
  { worksheets, find }: ChosenParts,
): Promise<Chosen | undefined> {
  if (isObject(input) && input.kind === 'group') return matching(input, '', find);
  if (isObject(input) && typeof input.query === 'string') return matching(input, input.query, find);
  if (isObject(input) && Array.isArray(input.ids)) return namedWorksheet(input);
  const sheet = targetWorksheet(input);
  const name = sheet && worksheetOf(sheet);
  if (sheet && name) return ofWorksheet(sheet, name, typeof input === 'string', worksheets);
  const record = targetUri(input);
  if (!record && (input === undefined || !recordsAreNamed(input, several))) return undefined;
  const chosen = await ofOneService(targetRecords(record ?? input, several));
  if (!chosen) throw new vscode.CancellationError();
  return { ...chosen, isUnsaved: isDirty(record) };
}

/** A menu names the worksheet with a URI as well, so only a text means all of it. */
async function ofWorksheet(
  uri: vscode.Uri,
  { service, ids, fields }: WorksheetName,
  isWhole: boolean,
  worksheets: Pick<Worksheets, 'rows'>,
): Promise<Chosen> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (!document || isWhole) return { service, ids, fields, isUnsaved: isDirty(uri) };
  const rows = await worksheets.rows(uri);
  const selected = selectedRows(document, rows);
  const chosen = selected === rows || selected.length === 0 ? ids : selected.map(({ id }) => id);
  return { service, ids: chosen, fields, isUnsaved: document.isDirty };
}

function isDirty(uri: vscode.Uri | undefined): boolean {
  return vscode.workspace.textDocuments.some(
    (document) => document.isDirty && document.uri.toString() === uri?.toString(),
  );
}
