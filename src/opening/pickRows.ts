import type { RecordName } from '../service/services.ts';
import { iconsAsText, isolated } from '../workbench/plainText.ts';
import type { OpenChoice } from './openChoices.ts';

/** A record that was opened before. */
export interface KnownRecord extends RecordName {
  readonly title: string;
  /** Milliseconds since 1970; 0 if not known. */
  readonly openedAt: number;
  readonly category?: string;
  readonly speakers?: readonly string[];
  readonly source_url?: string;
}

/** The texts of a row in the pick, in which nothing is an icon. */
export interface PickTexts {
  readonly label: string;
  readonly detail?: string;
}

const mostSpeakers = 4;
const longestFact = 80;
const longestQuery = 200;

export function knownTexts(known: KnownRecord, now: number, language: string): PickTexts {
  const { service, id, title, category, speakers } = known;
  const opened = openedText(known.openedAt, now, language);
  const names = speakers?.slice(0, mostSpeakers).map((speaker) => isolated(speaker, longestFact));
  // The number is in the second line: VS Code would sort a matching label above what was typed.
  const facts = [`#${id} on ${service}`, names?.join(', '), category && isolated(category, longestFact)];
  return {
    label: iconsAsText(isolated(title || `Record ${id}`)),
    detail: iconsAsText([...facts, opened && `opened ${opened}`].filter(Boolean).join(' · ')),
  };
}

export function choiceTexts({ ids, ...choice }: OpenChoice): PickTexts {
  const what = ids.length === 1 ? `record ${ids[0]}` : `${ids.length} records`;
  if (choice.kind === 'records') return { label: iconsAsText(isolated(`Open ${what} on ${choice.service}`)) };
  if (choice.kind === 'sample') return { label: `Start the sample service and open ${what}` };
  if (choice.address === undefined) {
    return { label: `Add a service and open ${what}`, detail: 'No service is set up yet.' };
  }
  const label = iconsAsText(isolated(`Add ${choice.address} and open ${what}`));
  return { label, detail: 'No service has this address yet.' };
}

/** For text that can't be meant as a number or an address. */
export function noMatchTexts(text: string, help: string): PickTexts | undefined {
  if (text.length > longestQuery || /^\s*[#\d]|:/.test(text)) return undefined;
  return { label: iconsAsText(isolated(`No recent record matches "${text.trim()}".`)), detail: help };
}

/** Why a text names no record. `help` explains what would. */
export function problemTexts({ message }: Error, help: string | undefined): PickTexts {
  const [first = '', ...rest] = message.split(/(?<=\.) /);
  return { label: iconsAsText(isolated(first)), detail: help ?? iconsAsText(isolated(rest.join(' '))) };
}

/** In the local time zone: the time for today, else the date. */
export function openedText(openedAt: number, now: number, language: string): string {
  if (openedAt === 0) return '';
  const sameDay = new Date(openedAt).toDateString() === new Date(now).toDateString();
  const format = new Intl.DateTimeFormat(language, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium' });
  return format.format(openedAt);
}
