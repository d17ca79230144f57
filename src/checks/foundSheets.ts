import * as vscode from 'vscode';
import type { RecordEvent } from '../document/events.ts';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import type { Action } from '../workbench/commands.ts';
import { offer } from '../workbench/failure.ts';
import { maxRecords, type WorksheetName } from '../worksheet/uri.ts';
import type { Worksheets } from '../worksheet/worksheets.ts';
import { CheckedDocument } from './checkedDocument.ts';
import type { CheckedDocuments } from './checkedDocuments.ts';
import { summaryMessage, toDoWords } from './checkMessages.ts';
import type { CheckResult } from './checkRecords.ts';
import { ToDo } from './toDo.ts';

export interface FoundSheetsParts {
  readonly worksheets: Pick<Worksheets, 'open' | 'rows'>;
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
    return catalogue.showToDo(service, [...(rules?.rows() ?? []), ...(links?.rows() ?? [])]);
  };
  const following = onDidHappen((event) => {
    const { name } = event;
    const toDo = toDos.get(name.service);
    if (event.kind !== 'saved' || !toDo) return;
    for (const part of [toDo.rules, toDo.links]) part?.saved(name.id, event.saved.version.record);
    void showToDo(name.service);
  });

  const openSheet = async ({ service, ids, fields = [] }: WorksheetName, result: CheckResult): Promise<void> => {
    if (ids.length === 0) return;
    if (ids.length > maxRecords) void offer(toDoWords.first(maxRecords, ids.length), []);
    const uri = await worksheets.open({
      service,
      ids: ids.toSorted((one, other) => one - other).slice(0, maxRecords),
      fields: fields.toSorted((one, other) => Number(other === 'title') - Number(one === 'title')),
    });
    await vscode.workspace.openTextDocument(uri);
    await documents.add(new CheckedDocument(uri, result, () => worksheets.rows(uri)));
  };

  const open = async (service: string, result: CheckResult, actions: readonly Action[] = []): Promise<void> => {
    const { ids, byRule } = result;
    const fields = [...new Set([...byRule.values()].flatMap((places) => [...places.fields]))];
    await openSheet({ service, ids, fields }, result);
    tell(result, actions);
  };

  return {
    open,
    async openOfCatalogue(service: string, result: CheckResult): Promise<void> {
      const toDo = new ToDo(result);
      toDos.set(service, { ...toDos.get(service), ...(result.facts.links ? { links: toDo } : { rules: toDo }) });
      await showToDo(service);
      const show = async () => vscode.commands.executeCommand('videoRecords.catalogue.focus');
      await open(service, result, [[toDoWords.show(), show]]);
    },
    /** What is left of a rule. */
    async openToDo(service: string, rule: string): Promise<void> {
      const { ids, fields, result } = toDos.get(service)?.[rule === 'links' ? 'links' : 'rules']?.of(rule) ?? {};
      if (ids && fields && result) await openSheet({ service, ids, fields }, result);
    },
    dispose: () => following.dispose(),
  };
}

/** Says what was found, by rule. */
export function tell({ findings, count, summary }: CheckResult, actions: readonly Action[] = []): void {
  void offer(summary ?? summaryMessage(findings, count), actions);
}
