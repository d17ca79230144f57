import { l10n } from 'vscode';
import { isRecordError, type RecordError, type RecordErrorKind } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from './commandIds.ts';

export const networkKinds: ReadonlySet<RecordErrorKind> = new Set<RecordErrorKind>([
  'network',
  'tls',
  'proxy',
  'timeout',
  'unavailable',
  'badAnswer',
  'redirect',
  'unknownOutcome',
]);

/**
 * What the user can do about a failed save, as links for VS Code's own message. Empty, or appended to the failure's own
 * text, which must have gone through `plainText`.
 */
export function failureLinks(failure: unknown, name: RecordName, document: string): string {
  if (!isRecordError(failure)) return '';
  if (failure.kind === 'forbidden' && mayPatchInstead(failure)) {
    return ` ${commandLink(l10n.t('Save with PATCH'), commandIds.saveWithPatch, document)}`;
  }
  if (failure.kind === 'unauthorized' || failure.kind === 'forbidden') {
    return ` ${commandLink(l10n.t('Set Credential'), commandIds.setCredential, { service: name.service, retry: document })}`;
  }
  return networkKinds.has(failure.kind)
    ? ` ${commandLink(l10n.t('Test Connection'), commandIds.testConnection, { ...name })}`
    : '';
}

/** Some services refuse PUT on a published record to everyone, and allow PATCH. */
function mayPatchInstead({ details, allow }: RecordError): boolean {
  return details.method === 'PUT' && allow?.includes('PATCH') === true;
}

/** A link to a command, for a message in which VS Code renders links. */
export function commandLink(label: string, command: string, argument: unknown): string {
  return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`;
}
