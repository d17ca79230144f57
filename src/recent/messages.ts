import { env, l10n } from 'vscode';
import type { Service } from '../service/services.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import {
  isolated,
  listOf,
  localNumber,
  markdownText,
  type PlainText,
  plainText,
  recordLabel,
} from '../workbench/plainText.ts';
import { accessLooks } from '../workbench/views.ts';
import type { Recent } from './entry.ts';
import type { RowStatus } from './marks.ts';

/** What a screen reader says for a group. */
export function spokenGroup(label: string, count: number): string {
  return count === 1 ? l10n.t('{0}, 1 record', label) : l10n.t('{0}, {1} records', label, localNumber(count));
}

export function pinsRemovedMessage(count: number): PlainText {
  return count === 1
    ? l10n.t('Removed 1 pinned record from the list.')
    : l10n.t('Removed {0} pinned records from the list.', localNumber(count));
}

export function clearedMessage(count: number): PlainText {
  return count === 1
    ? l10n.t('Removed 1 recent record from the list. Pinned records stay.')
    : l10n.t('Removed {0} recent records from the list. Pinned records stay.', localNumber(count));
}

export function refreshFailedMessage(services: readonly string[], failure: unknown): PlainText {
  const names = listOf(services.map((name) => l10n.t('"{0}"', plainText(name))));
  return l10n.t('Could not refresh the records of {0}. {1}', names, plainText(messageOf(failure)));
}

/** The only state in the interface's examples; any other is shown as it is. */
const usualState = '1';
const maxFactLength = 80;

export function rowDescription(recent: Recent, status: RowStatus): string {
  const parts = [status.showService ? recent.service : '', recent.category ?? '', ...statusWords(recent, status)];
  return parts
    .filter(Boolean)
    .map((part) => isolated(part, maxFactLength))
    .join(' · ');
}

/** Begins with the visible text, so that speech input can name the row. */
export function spokenLabel(recent: Recent, status: RowStatus): string {
  const seen = [recordLabel(recent), rowDescription(recent, status)].filter(Boolean).join(' ');
  const service = status.showService ? [] : [l10n.t('on {0}', recent.service)];
  return [seen, ...service, ...(status.pinned ? [l10n.t('pinned')] : [])].join(', ');
}

function statusWords(recent: Recent, status: RowStatus): string[] {
  const { state } = recent;
  return [
    ...(status.conflict ? [l10n.t('conflict')] : []),
    ...(recent.gone === true ? [l10n.t('not found')] : []),
    ...(status.edited ? [l10n.t('unsaved changes')] : []),
    ...(status.readOnly ? [l10n.t('read-only')] : []),
    ...(state !== undefined && state !== usualState ? [l10n.t('state {0}', state)] : []),
  ];
}

export function rowIcon(recent: Recent, status: RowStatus): { readonly icon: string; readonly color?: string } {
  if (status.conflict) return { icon: 'warning', color: 'list.warningForeground' };
  if (recent.gone) return { icon: 'circle-slash', color: 'disabledForeground' };
  if (status.edited) return { icon: 'edit' };
  return { icon: status.readOnly ? 'lock' : 'play-circle' };
}

/** The row of a service, or of one that is no longer configured. */
export function serviceTexts(service: Service | undefined) {
  if (!service) {
    const tooltip = l10n.t('This service is not configured.');
    return { icon: 'debug-disconnect', description: l10n.t('not configured'), tooltip };
  }
  const { icon, meaning } = accessLooks[service.access];
  const descriptions = { readWrite: '', confirm: l10n.t('asks before saving'), readOnly: l10n.t('read-only') };
  return { icon, description: descriptions[service.access], tooltip: `${service.address.href}\n${meaning()}` };
}

/** Markdown with the main facts of a record. Text of the service appears as text, never as Markdown. */
export function rowTooltip(recent: Recent, status: RowStatus, pictures: boolean): string {
  const { service, category, speakers, language, recorded, tags, hasNotes, openedAt } = recent;
  const shown = (value: string) => markdownText(isolated(value, 500), 500);
  const line = (word: (value: string) => string, value: string | undefined) => (value ? [word(shown(value))] : []);
  const opened = openedAt > 0 ? new Date(openedAt).toLocaleString(env.language) : undefined;
  const picture = pictures ? pictureAddress(recent.thumbnail_url) : undefined;
  return [
    `**${shown(recordLabel(recent))}**`,
    ...line((value) => l10n.t('Service: {0}', value), service),
    ...line((value) => l10n.t('Category: {0}', value), category),
    ...line((value) => l10n.t('Speakers: {0}', value), speakers?.join(', ')),
    ...line((value) => l10n.t('Language: {0}', value), language),
    ...line((value) => l10n.t('Recorded: {0}', value), recorded),
    ...line((value) => l10n.t('Tags: {0}', value), tags?.join(', ')),
    ...line((value) => l10n.t('Status: {0}', value), statusWords(recent, status).join(', ')),
    ...(hasNotes ? [l10n.t('Has working notes')] : []),
    ...line((value) => l10n.t('Opened: {0}', value), opened),
    ...(picture ? [`![${l10n.t('Thumbnail')}](${picture}|width=240)`] : []),
  ].join('\n\n');
}

function pictureAddress(address: string | undefined): string | undefined {
  const url = address ? URL.parse(address) : null;
  // These characters would end the address within the Markdown.
  return url?.protocol === 'https:'
    ? url.href.replace(/[()<>|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    : undefined;
}
