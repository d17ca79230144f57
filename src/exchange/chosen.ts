import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { recordsAreNamed, targetRecords } from '../document/recordUri.ts';
import { isObject } from '../record/valueShapes.ts';
import { UserError } from '../workbench/commands.ts';
import { type ChooseParts, listedWorksheet, matching, ofOneService } from '../worksheet/choose.ts';
import { selectedRows, targetWorksheet, type WorksheetName, worksheetOf } from '../worksheet/uri.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';

export interface ChosenParts extends ChooseParts {
  readonly worksheets: Pick<Worksheets, 'rows' | 'open' | 'selectedIds'>;
}

/**
 * The records that arguments name: `{ service, ids }`, `{ service, query }`, rows of a view, a record, or a worksheet, of
 * which the selected rows count. Undefined if they name none and no worksheet is active.
 */
export async function namedRecords(
  input: unknown,
  several: unknown,
  { worksheets, find }: ChosenParts,
): Promise<WorksheetName | undefined> {
  // A URI has a query too.
  const request = isObject(input) && !(input instanceof vscode.Uri) ? input : {};
  if (typeof request.query === 'string') return matching(request, request.query, find);
  if (Array.isArray(request.ids)) return listedWorksheet(request, several);
  if (request.kind === 'group') return matching(request, '', find);
  const uri = targetWorksheet(input);
  const sheet = uri && worksheetOf(uri);
  // A menu names the worksheet with a URI as well, so only a text means all of it.
  if (sheet) return typeof input === 'string' ? sheet : { ...sheet, ids: await selectedIds(uri, sheet, worksheets) };
  if (!recordsAreNamed(input, several)) return undefined;
  return ofOneService(targetRecords(input, several));
}

/** Without a selection all that the worksheet is about, also those whose rows can't be read. */
async function selectedIds(
  uri: vscode.Uri,
  { ids }: WorksheetName,
  worksheets: ChosenParts['worksheets'],
): Promise<readonly number[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const rows = await worksheets.rows(uri);
  const selected = selectedRows(document, rows, undefined);
  const inText = selected === rows ? ids : selected.map(({ id }) => id);
  const chosen = worksheets.selectedIds(uri) ?? inText;
  if (chosen.length === 0) throw new UserError(l10n.t('No records are selected.'));
  return [...new Set(chosen)];
}
