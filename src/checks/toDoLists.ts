import type { ToDoLists } from '../document/knownRecord.ts';
import type { RecordText } from '../record/text.ts';
import { CheckedRecord, saysToDo } from './checkedRecord.ts';
import { checkSettings, lookAt, type Sources } from './checking.ts';
import { toDoRows } from './checkMessages.ts';
import { type Checked, type CheckResult, findingsIn } from './checkRecords.ts';
import { Facts } from './facts.ts';
import { type Kind, kindOf, noted } from './kinds.ts';
import { dismissedBy, type ToDo, verdictsIn, withResult, withSaved } from './toDo.ts';
import type { ToDoFiles } from './toDoFiles.ts';

export type ServiceToDos = ReturnType<typeof serviceToDos>;

/** What is to do in the records of each service, and what their records are checked again with. */
export function serviceToDos({ read, change }: ToDoFiles, source: Sources) {
  /** After a restart only when it is needed. */
  const checkedWith = new Map<string, Checked>();
  const waiting = new Map<string, Map<number, RecordText>>();

  const checked = async (service: string, toDo: ToDo): Promise<Checked> => {
    const before = checkedWith.get(service);
    if (before) return before;
    const facts = new Facts(verdictsIn(toDo));
    const isOfRecords = toDo.found.some(({ kind }) => !kind.startsWith('links'));
    if (isOfRecords) await lookAt(source.query(service, toDo.query), (all) => all((record) => facts.add(record)));
    const made = { settings: checkSettings(), facts };
    checkedWith.set(service, made);
    return made;
  };

  const forCatalogue: ToDoLists = {
    toDo: async (service) => toDoRows(await read(service)),
    async saved({ service, id }, record) {
      waiting.set(service, (waiting.get(service) ?? new Map()).set(id, record));
      // The first one that gets its turn does it for all that wait.
      await change(service, async (before) => {
        const listed = new Set(before.found.map((one) => one.id));
        const saved = () => [...(waiting.get(service) ?? [])].filter(([one]) => listed.has(one));
        // Rejects if the user cancels. The next save then does it for these too.
        const made = saved().length > 0 ? await checked(service, before) : undefined;
        const all = saved();
        waiting.delete(service);
        if (!made) return before;
        const isDismissed = dismissedBy(before);
        return all.reduce((toDo, [one, { fields }]) => {
          const now = new CheckedRecord(one, fields);
          const left = findingsIn(now, made.settings, made.facts).filter((finding) => !isDismissed(finding));
          const found = left.map(kindOf);
          return withSaved(toDo, one, new Set<Kind>([...found, ...(saysToDo(now) ? ([noted] as const) : [])]));
        }, before);
      });
    },
  };

  return {
    ...forCatalogue,
    checked,
    /** Of a check of the catalogue. */
    async keep(service: string, result: CheckResult, query: string): Promise<void> {
      const { settings, facts } = result;
      await change(service, (before) => withResult(before, result, query));
      checkedWith.delete(service);
      if (facts.links) return;
      facts.links = verdictsIn(await read(service));
      checkedWith.set(service, { settings, facts });
    },
  };
}
