import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordCatalogue, toDoFile } from '../document/knownRecord.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import { UserError } from '../workbench/commands.ts';
import { keyedTurns } from '../workbench/scheduling.ts';
import { writeWhole } from '../workbench/wholeFile.ts';
import { checkWords } from './checkMessages.ts';
import type { IsDismissed } from './checkRecords.ts';
import { dismissedBy, nothing, parseToDo, type ToDo } from './toDo.ts';

const maxBytes = 50 * 1024 * 1024;

export type ToDoFiles = ReturnType<typeof toDoFiles>;

/** What is to do in the records of each service, in a file of its catalogue. Several windows may use it. */
export function toDoFiles(catalogue: Pick<RecordCatalogue, 'folder' | 'toDoChanged'>) {
  const inTurn = keyedTurns();
  /** By path, as of the last look. */
  const known = new Map<string, ReturnType<typeof asOf>>();
  const pathOf = async (service: string) => join(await catalogue.folder(service), toDoFile);

  const read = async (service: string): Promise<ToDo> => {
    const path = await pathOf(service);
    const { mtimeMs: time = 0, size = 0 } = (await stat(path).catch(() => undefined)) ?? {};
    const before = known.get(path);
    if (before?.time === time) return before.toDo;
    const toDo = size > 0 && size <= maxBytes ? parseToDo(jsonOrUndefined(await readFile(path, 'utf8'))) : nothing;
    known.set(path, asOf(time, toDo));
    return toDo;
  };

  return {
    pathOf,
    read,
    /** After the changes before. */
    current: (service: string) => inTurn(service, () => read(service)),
    change: (service: string, step: (before: ToDo) => ToDo): Promise<void> =>
      inTurn(service, async () => {
        const before = await read(service);
        const after = step(before);
        if (after === before) return;
        const [path, text] = [await pathOf(service), JSON.stringify(after)];
        // It would not be read again, and what was dismissed would be lost with it.
        if (Buffer.byteLength(text) > maxBytes) throw new UserError(checkWords.tooMuch());
        await writeWhole(path, text);
        known.set(path, asOf((await stat(path)).mtimeMs, after));
        catalogue.toDoChanged();
      }),
    /** Follows what the user dismisses later. */
    async isDismissed(service: string): Promise<IsDismissed> {
      const path = await pathOf(service);
      await read(service);
      return (finding) => known.get(path)?.isDismissed(finding) === true;
    },
  };
}

function asOf(time: number, toDo: ToDo) {
  return { time, toDo, isDismissed: dismissedBy(toDo) };
}
