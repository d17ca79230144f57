import * as vscode from 'vscode';
import { authorityPattern } from '../document/recordUri.ts';
import { activeUri } from '../files/tabs.ts';
import { parseIds, rangesOf } from '../record/references.ts';
import { orUndefined } from '../record/valueShapes.ts';
import { worksheetScheme } from '../workbench/ids.ts';
import { fileLabel, isFileLabel } from '../workbench/plainText.ts';
import type { PlacedRow } from './rows.ts';

export const maxRecords = 2_000;
export const maxFields = 200;

/** What a worksheet is about: records of one service, and the fields that it shows of them. */
export interface WorksheetName {
  readonly service: string;
  readonly ids: readonly number[];
  /** Without `id`, which is always there. Undefined: all fields. */
  readonly fields?: readonly string[] | undefined;
  /** For the tab, and how the records were found. The worksheet is the same without them. */
  readonly label?: string | undefined;
  readonly query?: string | undefined;
}

const pathPattern = /^\/(.+)\.worksheet\.json$/;
const longestQuery = 60_000;
const longestField = 200;

/** The label is for the tab alone. */
export function worksheetUri(name: WorksheetName, label: string): vscode.Uri {
  const { service, ids, fields } = name;
  const chosen = fields ? `&fields=${fields.map(encodeURIComponent).join(',')}` : '';
  const path = `/${fileLabel(label)}.worksheet.json`;
  return vscode.Uri.from({ scheme: worksheetScheme, authority: service, path, query: `ids=${idsText(ids)}${chosen}` });
}

/** The worksheet that a document is; undefined for a URI that is not exactly one of ours. */
export function worksheetOf({ scheme, authority, path, query }: vscode.Uri): WorksheetName | undefined {
  if (scheme !== worksheetScheme || !authorityPattern.test(authority)) return undefined;
  if (!isFileLabel(pathPattern.exec(path)?.[1] ?? '')) return undefined;
  if (query.length > longestQuery) return undefined;
  const [, idsPart, fieldsPart] = /^ids=([\d,-]+)(?:&fields=([^&=]+))?$/.exec(query) ?? [];
  const ids =
    idsPart === undefined ? undefined : orUndefined(() => parseIds(idsPart, { max: maxRecords, cuts: false }).ids);
  const fields = fieldsPart === undefined ? undefined : fieldsIn(fieldsPart);
  if (!ids || (fieldsPart !== undefined && !fields)) return undefined;
  return { service: authority, ids, ...(fields && { fields }) };
}

/** How worksheets are shown, and where the last choice is kept. */
export type WorksheetView = 'json' | 'table';
export const worksheetViewKey = 'worksheet.view';

/** The worksheet that the active editor shows. */
export function activeWorksheet(): WorksheetName | undefined {
  const uri = targetWorksheet();
  return uri && worksheetOf(uri);
}

/** The worksheet that a command acts on: that of a URI, else the active one. */
export function targetWorksheet(argument?: unknown): vscode.Uri | undefined {
  const given = typeof argument === 'string' && argument.includes('://') ? vscode.Uri.parse(argument) : argument;
  const uri = given === undefined ? activeUri() : given;
  return uri instanceof vscode.Uri && worksheetOf(uri) ? uri : undefined;
}

/** The rows with these IDs, which are selected in a table, or that text is selected in; all without a selection. */
export function selectedRows<T extends PlacedRow & { readonly id: number }>(
  document: vscode.TextDocument,
  rows: readonly T[],
  ids: readonly number[] | undefined,
): readonly T[] {
  if (ids) return rows.filter(({ id }) => ids.includes(id));
  const editor = vscode.window.activeTextEditor;
  const ranges = editor?.document === document ? editor.selections.filter(({ isEmpty }) => !isEmpty) : [];
  if (ranges.length === 0) return rows;
  const offsets = ranges.map(({ start, end }) => [document.offsetAt(start), document.offsetAt(end)] as const);
  return rows.filter(({ row, offset }) =>
    offsets.some(([start, end]) => start < offset + row.text.length && offset < end),
  );
}

export function sameWorksheet(one: WorksheetName | undefined, other: WorksheetName): boolean {
  const text = ({ service, ids, fields }: WorksheetName) => JSON.stringify([service, ids, fields]);
  return one !== undefined && text(one) === text(other);
}

/** Runs of neighbours as ranges, in the order of the worksheet. */
export function idsText(ids: readonly number[]): string {
  return rangesOf(ids)
    .map(([first, last]) => (first === last ? first : `${first}-${last}`))
    .join(',');
}

function fieldsIn(text: string): string[] | undefined {
  const fields = orUndefined(() => text.split(',').map(decodeURIComponent));
  if (!fields || fields.length > maxFields || new Set(fields).size < fields.length) return undefined;
  return fields.every((field) => field !== '' && field !== 'id' && field.length <= longestField) ? fields : undefined;
}
