import * as vscode from 'vscode';
import { fieldNames } from '../record/fields.ts';
import type { Action } from '../workbench/commands.ts';
import { offer, reportFailure } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { maxRecords } from '../worksheet/uri.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { CheckedDocument } from './checkedDocument.ts';
import type { CheckedDocuments } from './checkedDocuments.ts';
import { kindLabel, summaryMessage, toDoWords } from './checkMessages.ts';
import type { Checked, CheckResult, Finding } from './checkRecords.ts';
import { allKinds, columnsOf, kindOf } from './kinds.ts';
import { type LeftOfKind, left, toDoOf } from './toDo.ts';
import type { ToDoFiles } from './toDoFiles.ts';
import type { ServiceToDos } from './toDoLists.ts';

export interface FoundSheetsParts {
  readonly worksheets: Pick<Worksheets, 'open' | 'rows' | 'selectedIds'>;
  readonly files: Pick<ToDoFiles, 'current' | 'isDismissed'>;
  readonly toDos: Pick<ServiceToDos, 'checked' | 'keep'>;
  readonly documents: Pick<CheckedDocuments, 'add'>;
}

/** Opens worksheets of what checks found, and of what is left to do. */
export type FoundSheets = ReturnType<typeof foundSheets>;

export function foundSheets({ worksheets, files, toDos, documents }: FoundSheetsParts) {
  /** The records of these kinds, with the findings of these kinds alone. */
  const openSheet = async (service: string, found: readonly LeftOfKind[], checked: Checked, label?: string) => {
    const { ids, ...sheet } = sheetOf(found, label);
    if (ids.length === 0) return;
    if (ids.length > maxRecords) void offer(toDoWords.first(maxRecords, ids.length), []);
    const name = { ...sheet, service, ids: ids.slice(0, maxRecords) };
    const uri = await worksheets.open(name, undefined, undefined, 'last');
    await vscode.workspace.openTextDocument(uri);
    const kinds = new Set(found.map(({ kind }) => kind));
    const isDismissed = await files.isDismissed(service);
    const isShown = (finding: Finding) => kinds.has(kindOf(finding)) && !isDismissed(finding);
    await documents.add(new CheckedDocument(uri, checked, () => worksheets.rows(uri), isShown));
  };

  const open = async (service: string, result: CheckResult, query?: string, actions?: readonly Action[]) => {
    await openSheet(service, toDoOf(result.toDo), result, query?.replace(/\b\w+:/g, ''));
    tell(result, actions);
  };

  return {
    open,
    async openOfCatalogue(service: string, result: CheckResult, query: string): Promise<void> {
      // What was found is shown, also without room on the disk.
      await toDos.keep(service, result, query).catch(reportFailure);
      const show = async () => vscode.commands.executeCommand('videoRecords.catalogue.focus');
      await open(service, result, query, [[toDoWords.show(), show]]);
    },
    /** What is left of a kind, or of all. */
    async openToDo(service: string, wanted: string): Promise<void> {
      const toDo = await files.current(service);
      const found = left(toDo).filter(({ kind, ids }) => ids.length > 0 && (wanted === allKinds || kind === wanted));
      if (found.length > 0) await openSheet(service, found, await toDos.checked(service, toDo));
    },
  };
}

/** Each begins with what a record is recognised by. One kind always has the same columns, in a tab of its name. */
function sheetOf(found: readonly LeftOfKind[], label?: string) {
  const [first, another] = found;
  const one = another ? undefined : first;
  const fields = new Set<string>(found.flatMap((list) => list.fields));
  const columns = one ? columnsOf(one.kind) : fieldNames.filter((field) => fields.has(field));
  const all = [...new Set(found.flatMap(({ ids }) => ids))];
  return {
    ids: one ? one.ids : all.sort((a, b) => a - b),
    fields: [...new Set(['title', 'category', ...columns])],
    label: label?.trim() || (one ? kindLabel(one.kind) : toDoWords.allKinds()),
  };
}

/** Says in how many records something was found, by kind. */
export function tell(result: CheckResult, actions: readonly Action[] = []): void {
  void offer(plainText(result.summary ?? summaryMessage(toDoOf(result.toDo), result.ids.size), 600), actions);
}
