import * as vscode from 'vscode';
import type { RecordName } from '../service/services.ts';

export const recordScheme = 'videorecord';
/** The file name may be in a folder. The slug after the ID is only for the reader. */
const pathPattern = /^(?:\/[a-z0-9.-]+)?\/([1-9]\d{0,15})(?:-[a-z0-9-]*)?\.video\.json$/;
/** As names of services are. The name is shown, so it can't be markup either. */
const authorityPattern = /^[a-z0-9][a-z0-9.-]{0,199}$/i;
const longestSlug = 24;

export function recordUri({ service, id }: RecordName, slug = ''): vscode.Uri {
  const words = wordsOf(slug);
  const path = `/${id}${words ? `-${words}` : ''}.video.json`;
  return vscode.Uri.from({ scheme: recordScheme, authority: service, path });
}

/** Whole words of a slug, as many as fit a tab. */
function wordsOf(slug: string): string {
  const words = slug.toLowerCase().replace(/[^a-z0-9-]/g, '');
  const cut = words.length > longestSlug ? words.slice(0, longestSlug + 1).replace(/-[^-]*$/, '') : words;
  return cut.slice(0, longestSlug).replace(/^-+|-+$/g, '');
}

/** The record that a document is about: only the service and the leading integer count. */
export function recordOf(uri: vscode.Uri): RecordName | undefined {
  if (uri.scheme !== recordScheme || !authorityPattern.test(uri.authority)) return undefined;
  const id = Number(pathPattern.exec(uri.path)?.[1]);
  return Number.isSafeInteger(id) ? { service: uri.authority, id } : undefined;
}

export function sameRecord(one: RecordName | undefined, other: RecordName | undefined): boolean {
  return one !== undefined && one.service === other?.service && one.id === other.id;
}
