import { CheckedRecord } from '../../../src/checks/checkedRecord.ts';
import { type CheckSettings, type Finding, findingsIn } from '../../../src/checks/checkRecords.ts';
import { Facts } from '../../../src/checks/facts.ts';

export type Values = Readonly<Record<string, unknown>>;

export const today = '2026-11-17';

/** A record in which no rule finds anything, with other values. */
export function talk(values: Values = {}, id = 1): CheckedRecord {
  const all = new Map(Object.entries(talkValues(values, id)));
  return new CheckedRecord(id, {
    get: (field) => (all.has(field) ? { raw: JSON.stringify(all.get(field)) } : undefined),
  });
}

export function talkValues(values: Values, id: number): Values {
  return {
    category: 'LanternConf 2019',
    language: 'English',
    speakers: ['Ann Lee'],
    tags: [],
    id,
    title: `A talk about lamp ${id}`,
    summary: '',
    description: '',
    duration: null,
    embed: '',
    source_url: `https://videos.example/lamp-${id}`,
    recorded: '2019-05-04',
    ...values,
  };
}

export function talks(...all: readonly Values[]): CheckedRecord[] {
  return all.map((values, index) => talk(values, index + 1));
}

export function factsOf(records: readonly CheckedRecord[]): Facts {
  const facts = new Facts(undefined, today);
  for (const record of records) facts.add(record);
  return facts;
}

export function check(records: readonly CheckedRecord[], settings: CheckSettings = {}): Finding[] {
  const facts = factsOf(records);
  return records.flatMap((record) => findingsIn(record, settings, facts));
}
