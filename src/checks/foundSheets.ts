import * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { fieldNames } from '../record/fields.ts';
import type { Action } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { maxRecords } from '../worksheet/uri.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { CheckedDocument } from './checkedDocument.ts';
import type { CheckedDocuments } from './checkedDocuments.ts';
import { kindLabel, summaryMessage, toDoWords } from './checkMessages.ts';
import type { Checked, CheckResult, Finding } from './checkRecords.ts';
import { columnsOf, kindOf } from './kinds.ts';
import { allKinds, ToDo } from './toDo.ts';

export interface FoundSheetsParts {
  readonly worksheets: Pick<Worksheets, 'open' | 'rows' | 'selectedIds'>;
  readonly catalogue: Pick<RecordCatalogue, 'showToDo'>;
  readonly onDidHappen: vscode.Event<RecordEvent>;
}

/** Opens worksheets of what checks found, and keeps what is left to do of each service's catalogue. */
export type FoundSheets = ReturnType<typeof foundSheets>;

export function foundSheets({ worksheets, catalogue, onDidHappen }: FoundSheetsParts, documents: CheckedDocuments) {
  /** Of the last check of each service's catalogue, and of the last one of its links. */
  const toDos = new Map<string, { readonly rules?: ToDo; readonly links?: ToDo }>();
  const showToDo = (service: string) => {
    const { rules, links } = toDos.get(service) ?? {};
    const kinds = [...(rules?.rows() ?? []), ...(links?.rows() ?? [])];
    const all = { rule: allKinds, label: toDoWords.allKinds(), description: '' };
    return catalogue.showToDo(service, kinds.length > 0 ? [all, ...kinds] : []);
  };
  const following = onDidHappen((event) => {
    const { name } = event;
    const toDo = toDos.get(name.service);
    if (event.kind !== 'saved' || !toDo) return;
    for (const part of [toDo.rules, toDo.links]) part?.saved(name.id, event.saved.version.record);
    void showToDo(name.service);
  });

  /** The records of these kinds, with the findings of these kinds alone. */
  const openSheet = async (service: string, kinds: CheckResult['byKind'], checked: Checked, label?: string) => {
    const { ids, ...sheet } = sheetOf(kinds, label);
    if (ids.length === 0) return;
    if (ids.length > maxRecords) void offer(toDoWords.first(maxRecords, ids.length), []);
    const name = { ...sheet, service, ids: ids.slice(0, maxRecords) };
    const uri = await worksheets.open(name, undefined, undefined, 'last');
    await vscode.workspace.openTextDocument(uri);
    const isShown = (finding: Finding) => kinds.has(kindOf(finding));
    await documents.add(new CheckedDocument(uri, checked, () => worksheets.rows(uri), isShown));
  };

  const open = async (
    service: string,
    result: CheckResult,
    query?: string,
    actions: readonly Action[] = [],
  ): Promise<void> => {
    await openSheet(service, result.byKind, result, query?.replace(/\b\w+:/g, ''));
    tell(result, actions);
  };

  return {
    open,
    async openOfCatalogue(service: string, result: CheckResult, query: string): Promise<void> {
      const toDo = new ToDo(result);
      toDos.set(service, { ...toDos.get(service), ...(result.facts.links ? { links: toDo } : { rules: toDo }) });
      await showToDo(service);
      const show = async () => vscode.commands.executeCommand('videoRecords.catalogue.focus');
      await open(service, result, query, [[toDoWords.show(), show]]);
    },
    /** What is left of a kind, or of all. */
    async openToDo(service: string, wanted: string): Promise<void> {
      const { rules, links } = toDos.get(service) ?? {};
      const toDo = wanted.startsWith('links') ? links : (rules ?? links);
      const kinds = [...(toDo?.left() ?? [])].filter(([kind]) => wanted === allKinds || kind === wanted);
      if (toDo) await openSheet(service, new Map(kinds), toDo.result);
    },
    dispose: () => following.dispose(),
  };
}

/** Each begins with what a record is recognised by. One kind always has the same columns, in a tab of its name. */
function sheetOf(kinds: CheckResult['byKind'], label?: string) {
  const [[kind, places] = [], another] = [...kinds].slice(0, 2);
  const found = new Set([...kinds.values()].flatMap(({ fields }) => [...fields]));
  const isOne = kind && places && !another;
  const columns = ['title', 'category', ...(isOne ? columnsOf(kind) : fieldNames.filter((field) => found.has(field)))];
  const all = [...new Set([...kinds.values()].flatMap(({ ids }) => [...ids]))];
  return {
    ids: isOne ? [...places.ids] : all.sort((one, other) => one - other),
    fields: [...new Set(columns)],
    label: label?.trim() || (isOne ? kindLabel(kind) : toDoWords.allKinds()),
  };
}

/** Says in how many records something was found, by kind. */
export function tell({ byKind, count, summary }: CheckResult, actions: readonly Action[] = []): void {
  void offer(plainText(summary ?? summaryMessage(byKind, count), 600), actions);
}
