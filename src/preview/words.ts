import { l10n } from 'vscode';
import type { RecordName } from '../service/services.ts';
import { localNumber, plainText } from '../workbench/plainText.ts';
import type { PageWords } from './protocol.ts';

/** The words of the page, which has no access to VS Code's translations. */
export function pageWords(): PageWords {
  return {
    untitled: l10n.t('Untitled'),
    changed: l10n.t('changed'),
    added: l10n.t('added'),
    removed: l10n.t('removed'),
    removedValue: l10n.t('Removed'),
    emptyValue: l10n.t('Empty'),
    thumbnail: l10n.t('Thumbnail of the talk'),
    imageFailed: l10n.t('The image could not be loaded.'),
    loadImage: l10n.t('Load Image'),
    problems: l10n.t('has a problem'),
  };
}

export const panelWords = {
  preview: () => l10n.t('Preview'),
  title: (id: number | undefined) => l10n.t('Preview #{0}', id ?? ''),
  lockedTitle: (id: number | undefined) => l10n.t('[Preview] #{0}', id ?? ''),
  noneActive: () => l10n.t('No preview is active. Click into a preview, then run the command again.'),
  record: ({ service, id }: RecordName) => l10n.t('#{0} on {1}', id, service),
  lastValid: (reason: string) => l10n.t('Showing the last valid version. {0}', plainText(reason)),
  nothingValid: (reason: string) => l10n.t('There is no valid version to show. {0}', plainText(reason)),
};

export const groupWords = {
  talk: () => l10n.t('Talk'),
  summary: () => l10n.t('Summary'),
  description: () => l10n.t('Description'),
  video: () => l10n.t('Video'),
  notes: () => l10n.t('License and notes'),
  record: () => l10n.t('Record'),
  others: () => l10n.t('Other fields'),
  someOthers: (shown: number, all: number) => l10n.t('Other fields ({0} of {1})', localNumber(shown), localNumber(all)),
};

export const fieldNotes = {
  goTo: (name: string) => l10n.t('Go to "{0}" in the editor', name),
  moreProblems: (count: number) =>
    count === 1 ? l10n.t('1 more problem.') : l10n.t('{0} more problems.', localNumber(count)),
  noPlayer: () => l10n.t('The markup contains no address.'),
  httpsOnly: () => l10n.t('Images are loaded only from https addresses.'),
  someItems: (shown: number, all: number) => l10n.t('Showing {0} of {1} items.', localNumber(shown), localNumber(all)),
  someCharacters: (shown: number, all: number) =>
    l10n.t('Showing the first {0} of {1} characters.', localNumber(shown), localNumber(all)),
};
