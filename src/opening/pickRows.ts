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

export function knownTexts({ service, id, ...known }: KnownRecord, now: number, language: string): PickTexts {
  const { title, category, speakers } = known;
  const opened = openedText(known.openedAt, now, language);
  // The number is in the second line, as a long title leaves no room beside it.
  const names = speakers?.slice(0, mostSpeakers).map((speaker) => isolated(speaker, longestFact));
  const facts = [`#${id} on ${service}`, names?.join(', '), category && isolated(category, longestFact)];
  return {
    label: iconsAsText(isolated(title)),
    detail: iconsAsText([...facts, opened && `opened ${opened}`].filter(Boolean).join(' · ')),
  };
}

export function choiceTexts(choice: OpenChoice): PickTexts {
  const ids = choice.kind === 'records' ? choice.names.map(({ id }) => id) : choice.ids;
  const what = ids.length === 1 ? `record ${ids[0]}` : `${ids.length} records`;
  const label = iconsAsText(isolated(`Open ${what} on ${choice.on}`));
  return choice.kind === 'records'
    ? { label }
    : { label, detail: 'No service has this address yet. It is added first.' };
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
