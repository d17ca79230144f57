import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';

export const recordScheme = 'videorecord';
/** A folder may stand in front of the file name. The words behind the number are for the reader alone. */
const pathPattern = /^(?:\/[a-z0-9.-]+)?\/([1-9]\d{0,15})(?:-[a-z0-9-]*)?\.video\.json$/;
const longestSlug = 24;

/** The service is the folder, so that VS Code shows it where two tabs have the same name. */
export function recordUri({ service, id }: RecordName, slug = ''): vscode.Uri {
  const words = slug
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, '');
  const path = `/${service}/${id}${words ? `-${words}` : ''}.video.json`;
  return vscode.Uri.from({ scheme: recordScheme, authority: service, path });
}

/** The record that a document is about: only the service and the leading integer count. */
export function recordOf(uri: vscode.Uri): RecordName | undefined {
  if (uri.scheme !== recordScheme || uri.authority === '') return undefined;
  const id = Number(pathPattern.exec(uri.path)?.[1]);
  return Number.isSafeInteger(id) ? { service: uri.authority, id } : undefined;
}

export function sameRecord(one: RecordName | undefined, other: RecordName | undefined): boolean {
  return one !== undefined && one.service === other?.service && one.id === other.id;
}
