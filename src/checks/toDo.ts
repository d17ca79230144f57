import type { ToDoRow } from '../document/knownRecord.ts';
import type { RecordText } from '../record/text.ts';
import { CheckedRecord, saysToDo } from './checkedRecord.ts';
import { ruleLabel, toDoWords } from './checkMessages.ts';
import { type CheckResult, findingsIn, type Places } from './checkRecords.ts';
import type { RuleId } from './rules.ts';

/** Not a rule: what people wrote themselves. */
const noted = 'whiteboard';

/** What a check of a service's records left to do, and what was done since. */
export class ToDo {
  readonly #result: CheckResult;
  readonly #items: ReadonlyMap<string, Places & { readonly done: Set<number> }>;

  constructor(result: CheckResult) {
    this.#result = result;
    const notes = { ids: new Set(result.noted), fields: new Set([noted]) };
    const items = [...result.byRule, ...(notes.ids.size > 0 ? [[noted, notes] as const] : [])];
    this.#items = new Map(items.map(([rule, places]) => [rule, { ...places, done: new Set() }]));
  }

  rows(): readonly ToDoRow[] {
    return [...this.#items].map(([rule, { ids, done }]) => ({
      rule,
      label: rule === noted ? toDoWords.noted() : ruleLabel(rule as RuleId),
      description: toDoWords.done(done.size, ids.size),
    }));
  }

  /** The records that are left of a rule, and what was found in them. */
  of(rule: string) {
    const { ids = [], fields = [], done } = this.#items.get(rule) ?? {};
    return { ids: [...ids].filter((id) => !done?.has(id)), fields: [...fields], result: this.#result };
  }

  saved(id: number, { fields }: RecordText): void {
    const { settings, facts } = this.#result;
    const record = new CheckedRecord(id, fields);
    const found = new Set<string>(findingsIn(record, settings, facts).map(({ rule }) => rule));
    if (saysToDo(record)) found.add(noted);
    for (const [rule, { ids, done }] of this.#items) {
      if (!ids.has(id) || found.has(rule)) done.delete(id);
      else done.add(id);
    }
  }
}
