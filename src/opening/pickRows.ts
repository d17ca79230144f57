import { l10n } from 'vscode';
import type { FoundRecords, KnownRecord } from '../document/knownRecord.ts';
import { InvalidReferenceError } from '../record/references.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import {
  agoText,
  iconsAsText,
  isolated,
  listOf,
  localNumber,
  type PlainText,
  plainName,
  plainText,
} from '../workbench/plainText.ts';
import { referenceProblem } from '../workbench/problemMessages.ts';
import type { OpenChoice } from './choices.ts';

/** The texts of a row in the pick, without icons. */
export interface PickTexts {
  readonly label: string;
  readonly detail?: string;
}

const maxSpeakers = 4;
const longestFact = 80;
const longestQuery = 200;

export const pickWords = {
  placeholder: (service: string | undefined) =>
    service === undefined
      ? l10n.t('ID, several IDs (12, 15-20), an address, or words to search for')
      : l10n.t('ID on {0}, several IDs (12, 15-20), an address, or words to search for', plainText(service)),
  /** Short, because VS Code cuts a row at the edge of the list. */
  accepted: () => l10n.t('Type an ID (12), several IDs (12, 15-20), the address of a record, or words to search for.'),
  pinned: () => l10n.t('Pinned'),
  recent: () => l10n.t('Recent'),
  allOf: (count: number) => l10n.t('All {0} records of the catalogue that match', localNumber(count)),
  selectSeveral: () => l10n.t('Select Several'),
  openAll: (count: number) => l10n.t('Open all {0} as worksheet…', localNumber(count)),
  onlyFirst: (shown: number) => l10n.t('Only the first {0} are listed.', localNumber(shown)),
  update: () => `${l10n.t('Update Catalogue')}…`,
  updateDetail: () => l10n.t('Reads all records of a service, so that words find them.'),
  noField: (name: string) => l10n.t('There is no field "{0}".', plainName(name)),
  searchInstead: (query: string) => l10n.t('Search for {0} instead', query),
  addService: () => `${l10n.t('Add Service')}…`,
  startSample: () => l10n.t('Start Sample Service'),
};

/** VS Code shows no headings while something is typed, so the title says where the rows come from. */
export function searchTitle(title: PlainText, listed: readonly FoundRecords[]): PlainText {
  if (listed.length === 0) return title;
  const found = listed.filter(({ records }) => records.length > 0);
  const shown = found.length > 0 ? found : listed;
  const ago = agoText(Math.min(...shown.map(({ asOf }) => asOf)));
  const age = shown.some(({ isIncomplete }) => isIncomplete) ? l10n.t('{0}, incomplete', ago) : ago;
  const similar = listed
    .flatMap(({ records, instead = [] }) => (records.length === 0 ? [] : instead))
    .map((word) => plainText(word, 60));
  return similar.length === 0
    ? l10n.t('{0} (catalogue as of {1})', title, age)
    : l10n.t('{0} (catalogue as of {1}, words similar to yours: {2})', title, age, listOf(similar));
}

export function knownTexts(known: KnownRecord): PickTexts {
  const { service, id, title, category, speakers } = known;
  const names = speakers?.slice(0, maxSpeakers).map((speaker) => isolated(speaker, longestFact));
  // The number is in the second line: VS Code would sort a matching label above what was typed.
  const facts = [
    l10n.t('#{0} on {1}', id, service),
    names?.join(', '),
    category && isolated(category, longestFact),
    known.openedAt === 0 && known.recorded && isolated(known.recorded, longestFact),
    known.openedAt > 0 && l10n.t('opened {0}', agoText(known.openedAt)),
  ];
  return {
    label: iconsAsText(isolated(title) || l10n.t('Record {0}', id)),
    detail: iconsAsText(facts.filter(Boolean).join(' · ')),
  };
}

export function choiceTexts(choice: OpenChoice): PickTexts {
  const label = iconsAsText(isolated(choiceLabel(choice)));
  if (choice.kind !== 'add') return { label };
  const isUnknown = choice.address !== undefined;
  return {
    label,
    detail: isUnknown ? l10n.t('No service has this address yet.') : l10n.t('No service is configured yet.'),
  };
}

function choiceLabel({ ids, ...choice }: OpenChoice): string {
  const [id = 0, ...more] = ids;
  const count = localNumber(ids.length);
  if (choice.kind === 'records') {
    return more.length === 0
      ? l10n.t('Open record {0} on {1}', id, choice.service)
      : l10n.t('Open {0} records on {1}', count, choice.service);
  }
  if (choice.kind === 'sample') {
    return more.length === 0
      ? l10n.t('Start the sample service and open record {0}', id)
      : l10n.t('Start the sample service and open {0} records', count);
  }
  if (choice.address === undefined) {
    return more.length === 0
      ? l10n.t('Add a service and open record {0}', id)
      : l10n.t('Add a service and open {0} records', count);
  }
  return l10n.t('Add {0} and open record {1}', choice.address, id);
}

/** For text that can't be meant as a number or an address. */
export function noMatchTexts(text: string): PickTexts | undefined {
  if (text.length > longestQuery || /^\s*[#\d]|:\/\//.test(text)) return undefined;
  const label = l10n.t('Nothing was found for "{0}".', text.trim());
  return { label: iconsAsText(isolated(label)), detail: pickWords.accepted() };
}

/** Why a text names no record, and what does. */
export function problemTexts(problem: unknown): PickTexts {
  if (problem instanceof InvalidReferenceError) {
    return { label: iconsAsText(isolated(referenceProblem(problem))), detail: pickWords.accepted() };
  }
  return { label: l10n.t("This address can't be opened."), detail: iconsAsText(isolated(messageOf(problem))) };
}
