import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';

export const recordScheme = 'videorecord';
const pathPattern = /^\/([1-9]\d{0,15})(?:-[^/]*)?\.video\.json$/;

/** The slug is for the person reading the tab; whatever else a service sent as slug stays out of the address. */
export function recordUri({ service, id }: RecordName, slug?: string): vscode.Uri {
  const words = (slug ?? '')
    .replace(/[^a-z0-9-]/gi, '')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  const path = `/${id}${words ? `-${words}` : ''}.video.json`;
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
