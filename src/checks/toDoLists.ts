import type { ToDoLists } from '../document/knownRecord.ts';
import type { RecordText } from '../record/text.ts';
import { keyedTurns } from '../workbench/scheduling.ts';
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
export function serviceToDos({ pathOf, read, current, change }: ToDoFiles, source: Sources) {
  /** By path, because a service may get another address. After a restart only when it is needed. */
  const checkedWith = new Map<string, Checked>();
  const waiting = new Map<string, Map<number, RecordText>>();
  const inTurn = keyedTurns();

  const checked = async (service: string, toDo: ToDo): Promise<Checked> => {
    const path = await pathOf(service);
    const before = checkedWith.get(path);
    if (before) return before;
    const facts = new Facts(verdictsIn(toDo));
    const isOfRecords = toDo.found.some(({ kind }) => !kind.startsWith('links'));
    if (isOfRecords) await lookAt(source.query(service, toDo.query), (all) => all((record) => facts.add(record)));
    const made = { settings: checkSettings(), facts };
    checkedWith.set(path, made);
    return made;
  };

  const forCatalogue: ToDoLists = {
    toDo: async (service) => toDoRows(await read(service)),
    async saved({ service, id }, record) {
      waiting.set(service, (waiting.get(service) ?? new Map()).set(id, record));
      // The first one that gets its turn does it for all that wait.
      await inTurn(service, async () => {
        const listed = ({ found }: ToDo) => {
          const ids = new Set(found.map((one) => one.id));
          return [...(waiting.get(service) ?? [])].filter(([one]) => ids.has(one));
        };
        const before = await current(service);
        if (listed(before).length === 0) return void waiting.delete(service);
        // Rejects if the user cancels. The next save then does it for these too. Other windows may write meanwhile.
        const made = await checked(service, before);
        await change(service, (now) => {
          const all = listed(now);
          waiting.delete(service);
          return all.reduce((toDo, [one, { fields }]) => withChecked(toDo, new CheckedRecord(one, fields), made), now);
        });
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
      const [path, toDo] = [await pathOf(service), await read(service)];
      checkedWith.delete(path);
      if (facts.links || toDo.query !== query) return;
      facts.links = verdictsIn(toDo);
      checkedWith.set(path, { settings, facts });
    },
  };
}

function withChecked(toDo: ToDo, record: CheckedRecord, { settings, facts }: Checked): ToDo {
  const isDismissed = dismissedBy(toDo);
  const found = findingsIn(record, settings, facts).filter((finding) => !isDismissed(finding));
  return withSaved(
    toDo,
    record.id,
    new Set<Kind>([...found.map(kindOf), ...(saysToDo(record) ? ([noted] as const) : [])]),
  );
}
