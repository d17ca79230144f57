import * as z from 'zod';
import type { CommandHandlers } from '../workbench/commands.ts';
import { visibleLine } from '../workbench/plainText.ts';
import { dismissWords, findingMessage, kindLabel } from './checkMessages.ts';
import type { Finding } from './checkRecords.ts';
import { kindOf } from './kinds.ts';
import { type Dismissal, keysOf, withDismissed, withoutDismissed } from './toDo.ts';
import type { ToDoFiles } from './toDoFiles.ts';

const dismissed = z.object({ service: z.string(), key: z.string().max(100) });
const labelled = dismissed.extend({ label: z.string().max(1000) });

/** What the user may say of a finding: that it is no mistake, or none of its kind is in its category. */
export function dismissalsOf(finding: Finding): readonly (Dismissal & { readonly title: string })[] {
  const { rule, id, ids, group, category } = finding;
  const [own, shown, ofCategory] = keysOf(finding);
  const [message, kind] = [findingMessage(finding), kindLabel(kindOf(finding))];
  const isOfCategory = category !== '' && (!ids || group.of !== undefined);
  const name = visibleLine(category, 60);
  // Two spellings are kept apart in all records.
  const isOfAll = ids !== undefined || rule === 'nameVariants';
  return [
    {
      title: rule === 'nameVariants' ? dismissWords.notTheSame() : dismissWords.noMistake(),
      key: isOfAll ? shown : own,
      label: isOfAll ? message : `#${id}: ${message}`,
    },
    ...(isOfCategory
      ? [{ title: dismissWords.noneIn(name, kind), key: ofCategory, label: dismissWords.allIn(kind, name) }]
      : []),
  ];
}

/** Dismissing a finding, and bringing back those of the rows of a view. */
export function dismissing(
  files: Pick<ToDoFiles, 'change'>,
  documents: { refresh(): Promise<unknown> },
): Pick<CommandHandlers<'checks'>, 'dismissFinding' | 'restoreFinding'> {
  return {
    async dismissFinding(argument?: unknown) {
      const { service, ...one } = labelled.parse(argument);
      await files.change(service, (before) => withDismissed(before, one));
      await documents.refresh();
    },
    async restoreFinding(argument?: unknown, several: unknown = [argument]) {
      for (const { service, key } of z.array(dismissed).parse(several)) {
        await files.change(service, (before) => withoutDismissed(before, key));
      }
      await documents.refresh();
    },
  };
}
