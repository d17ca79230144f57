import type { ToDoRow } from '../document/knownRecord.ts';
import type { RecordText } from '../record/text.ts';
import { saysToDo } from './checkedRecord.ts';
import { ruleLabel, toDoWords } from './checkMessages.ts';
import { type CheckResult, findingsIn } from './checkRecords.ts';
import type { RuleId } from './rules.ts';

/** Not a rule: what people wrote themselves. */
const noted = 'whiteboard';

interface Item {
  readonly fields: ReadonlySet<string>;
  /** The records that the check found, and those of them that are left. */
  readonly all: ReadonlySet<number>;
  readonly left: Set<number>;
}

/** What a check of a service's records left to do, and what was done since. */
export class ToDo {
  readonly #result: CheckResult;
  readonly #items: ReadonlyMap<string, Item>;

  constructor(result: CheckResult) {
    this.#result = result;
    const byRule = [...Map.groupBy(result.findings, ({ rule }) => rule)].map(([rule, findings]) => {
      const fields = new Set(findings.map(({ field }) => field));
      return [rule, item(fields, new Set(findings.flatMap(({ id, ids = [id] }) => ids)))] as const;
    });
    const written = [noted, item(new Set([noted]), new Set(result.noted))] as const;
    this.#items = new Map<string, Item>([...byRule, ...(result.noted.length > 0 ? [written] : [])]);
  }

  rows(): readonly ToDoRow[] {
    return [...this.#items].map(([rule, { all, left }]) => ({
      rule,
      label: rule === noted ? toDoWords.noted() : ruleLabel(rule as RuleId),
      description: toDoWords.done(all.size - left.size, all.size),
    }));
  }

  /** The records that are left of a rule, and what was found in them. */
  of(rule: string) {
    const { fields = new Set<string>(), left = new Set<number>() } = this.#items.get(rule) ?? {};
    return { ids: [...left], fields: [...fields], result: this.#result };
  }

  saved(id: number, { fields }: RecordText): void {
    const { settings, facts } = this.#result;
    const found = new Set<string>(findingsIn({ id, fields }, settings, facts).map(({ rule }) => rule));
    if (saysToDo({ id, fields })) found.add(noted);
    for (const [rule, { all, left }] of this.#items) {
      if (all.has(id) && found.has(rule)) left.add(id);
      else left.delete(id);
    }
  }
}

function item(fields: ReadonlySet<string>, all: ReadonlySet<number>): Item {
  return { fields, all, left: new Set(all) };
}
