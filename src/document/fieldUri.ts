import type * as vscode from 'vscode';
import { orUndefined } from '../record/valueShapes.ts';
import { recordOf, recordScheme } from './recordUri.ts';

export const fieldScheme = 'videorecordfield';

export interface RecordField {
  readonly record: vscode.Uri;
  readonly field: string;
}

/** VS Code shows the path in messages of its own, so it has nothing that could be a link there. */
const pathPattern = /^(.*\.video\.json)\/(?:\d+ )?([\w.%-]{1,200})\.(?:md|html)$/;

/** Below the record, so that the URI alone tells both; its last part is what the tab shows: `1257 description.md`. */
export function fieldUri({ record, field }: RecordField): vscode.Uri {
  const name = `${recordOf(record)?.id} ${encoded(field)}.${field === 'embed' ? 'html' : 'md'}`;
  return record.with({ scheme: fieldScheme, path: `${record.path}/${name}` });
}

export function recordFieldOf(uri: vscode.Uri): RecordField | undefined {
  const [, path, name] = pathPattern.exec(uri.path) ?? [];
  if (uri.scheme !== fieldScheme || !path || !name) return undefined;
  const record = uri.with({ scheme: recordScheme, path });
  const field = orUndefined(() => decodeURIComponent(name));
  return field !== undefined && recordOf(record) ? { record, field } : undefined;
}

function encoded(field: string): string {
  return encodeURIComponent(field).replace(/[!'()*~]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);
}
