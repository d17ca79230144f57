import { l10n } from 'vscode';
import { messageOf } from '../workbench/failureMessages.ts';
import { listOf, localNumber } from '../workbench/plainText.ts';

export const recentWords = {
  pinned: () => l10n.t('Pinned'),
  showMore: () => l10n.t('Show More'),
  showMoreOf: (group: string) => l10n.t('Show More of {0}', group),
  openRecord: () => l10n.t('Open Record'),
  filter: (text: string) => l10n.t('Filter: {0}', text),
  filterTitle: () => l10n.t('Filter Recent Records'),
  filterPlaceholder: () => l10n.t('ID, or words in the title, category, speakers or service'),
  undo: () => l10n.t('Undo'),
};

/** What a screen reader says for a group. */
export function spokenGroup(label: string, count: number): string {
  return count === 1 ? l10n.t('{0}, 1 record', label) : l10n.t('{0}, {1} records', label, localNumber(count));
}

export function pinsRemovedMessage(count: number): string {
  return count === 1
    ? l10n.t('Removed 1 pinned record from the list.')
    : l10n.t('Removed {0} pinned records from the list.', localNumber(count));
}

export function clearedMessage(count: number): string {
  return count === 1
    ? l10n.t('Removed 1 recent record from the list. Pinned records stay.')
    : l10n.t('Removed {0} recent records from the list. Pinned records stay.', localNumber(count));
}

export function refreshFailedMessage(services: readonly string[], failure: unknown): string {
  const names = listOf(services.map((name) => l10n.t('"{0}"', name)));
  return l10n.t('Could not refresh the records of {0}. {1}', names, messageOf(failure));
}
