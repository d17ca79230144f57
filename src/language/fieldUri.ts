import type * as vscode from 'vscode';
import { recordOf, recordScheme } from '../document/recordUri.ts';

export const fieldScheme = 'videorecordfield';

export interface RecordField {
  readonly record: vscode.Uri;
  readonly field: string;
}

/** The address of a field's text: below its record, named after the field. */
export function fieldUri({ record, field }: RecordField): vscode.Uri {
  const name = `${encodeURIComponent(field)}.${field === 'embed' ? 'html' : 'md'}`;
  return record.with({ scheme: fieldScheme, path: `${record.path}/${name}` });
}

export function recordFieldOf(uri: vscode.Uri): RecordField | undefined {
  const [, path, name] = /^(.*\.video\.json)\/([^/]+)\.(?:md|html)$/.exec(uri.path) ?? [];
  if (uri.scheme !== fieldScheme || !path || !name) return undefined;
  const record = uri.with({ scheme: recordScheme, path });
  return recordOf(record) ? { record, field: decodeURIComponent(name) } : undefined;
}
