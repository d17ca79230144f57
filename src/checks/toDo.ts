import type { ToDoRow } from '../document/knownRecord.ts';
import type { RecordText } from '../record/text.ts';
import { CheckedRecord, saysToDo } from './checkedRecord.ts';
import { kindLabel, toDoWords } from './checkMessages.ts';
import { type CheckResult, findingsIn, type Places } from './checkRecords.ts';
import { isSafe, type Kind, kindOf, noted } from './kinds.ts';

/** The entry of To Do for all of its records. */
export const allKinds = 'all';

/** What a check of a service's records left to do, and what was done since. */
export class ToDo {
  readonly result: CheckResult;
  readonly #items: ReadonlyMap<Kind, Places & { readonly done: Set<number> }>;

  constructor(result: CheckResult) {
    this.result = result;
    const notes = { ids: new Set(result.noted), fields: new Set([noted]) };
    const items = [...result.byKind, ...(notes.ids.size > 0 ? [[noted, notes] as const] : [])];
    this.#items = new Map(items.map(([kind, places]) => [kind, { ...places, done: new Set() }]));
  }

  rows(): readonly ToDoRow[] {
    const kinds = [...this.#items].sort(
      ([one, a], [other, b]) => Number(isSafe(other)) - Number(isSafe(one)) || b.ids.size - a.ids.size,
    );
    return kinds.map(([kind, { ids, done }]) => ({
      rule: kind,
      label: kindLabel(kind),
      description: toDoWords.done(done.size, ids.size),
    }));
  }

  /** The kinds that have records left, and these. */
  left(): ReadonlyMap<Kind, Places> {
    const kinds = [...this.#items].map(([kind, { ids, fields, done }]): [Kind, Places] => [
      kind,
      { ids: new Set([...ids].filter((id) => !done.has(id))), fields },
    ]);
    return new Map(kinds.filter(([, { ids }]) => ids.size > 0));
  }

  saved(id: number, { fields }: RecordText): void {
    const { settings, facts } = this.result;
    const record = new CheckedRecord(id, fields);
    const found = new Set<string>(findingsIn(record, settings, facts).map(kindOf));
    if (saysToDo(record)) found.add(noted);
    for (const [rule, { ids, done }] of this.#items) {
      if (!ids.has(id) || found.has(rule)) done.delete(id);
      else done.add(id);
    }
  }
}
