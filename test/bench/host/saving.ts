import * as vscode from 'vscode';
import { configure, edit, openRecord, until } from '../../support/host/records.ts';
import { startRecordService } from '../../support/recordService.ts';
import { type Figure, ratioFigure } from '../figures.ts';
import { sideBySide, timed } from '../measure.ts';
import type { Bare } from './bare.ts';

export async function saveFigure(bare: Bare): Promise<Figure> {
  const id = 1400;
  const record = await openRecord('bench', id);
  const file = await vscode.workspace.openTextDocument(await bare.open(id, await bare.get(id)));
  const save = (document: vscode.TextDocument) =>
    timed(async () => {
      if (!(await document.save())) throw new Error('The document was not saved.');
    });
  const show = (document: vscode.TextDocument) => vscode.window.showTextDocument(document, { preview: false });
  const ours = async (round: number) => {
    await show(record);
    const before = updatedOf(record);
    await edit(record, 'title', `"Ours ${round}"`);
    const time = await save(record);
    await until('the saved version in the document', () => !record.isDirty && updatedOf(record) !== before);
    return time;
  };
  const floor = async (round: number) => {
    await show(file);
    await edit(file, 'title', `"Floor ${round}"`);
    const time = await save(file);
    // Another record, so that ours finds its own unmoved.
    const raw = timed(async () => {
      await bare.get(id + 1);
      await bare.patch(id + 1, { title: `Floor ${round}` });
    });
    return time + (await raw);
  };
  const medians = await sideBySide(40, 10, ours, floor);
  return ratioFigure('save one field', medians, "bare provider's save + raw GET + raw PATCH", 1);
}

function updatedOf(document: vscode.TextDocument): string | undefined {
  return /"updated": "([^"]*)"/.exec(document.getText())?.[1];
}

function idOf(document: vscode.TextDocument): string | undefined {
  return /"id": (\d+)/.exec(document.getText())?.[1];
}

/** What goes over the wire, on a service of its own whose requests are counted. */
export async function requestsFigure(services: Record<string, unknown>): Promise<Figure> {
  const service = await startRecordService([1, 2]);
  await configure({ ...services, counted: { baseUrl: service.baseUrl } });
  const counts: number[] = [];
  const count = async (action: () => PromiseLike<unknown>) => {
    service.taken();
    await action();
    counts.push(service.taken().length);
  };
  const saveTitle = async (document: vscode.TextDocument, title: string) => {
    await edit(document, 'title', title);
    await count(() => document.save());
    // An edit before that makes VS Code read the record again.
    await until('the answer to the save in the document', () => {
      return !document.isDirty && updatedOf(document) === service.record(Number(idOf(document))).updated;
    });
  };
  await count(() => openRecord('counted', 1));
  await saveTitle(await openRecord('counted', 1), '"Another"');
  service.etags = true;
  const tagged = await openRecord('counted', 2);
  await saveTitle(tagged, '"Another"');
  await saveTitle(tagged, '   "Another"');
  await service.close();
  const target = '1 / 2 / 2 / 0';
  const result = counts.join(' / ');
  return {
    figure: 'requests: open / save / save with ETag / nothing changed',
    ours: result,
    against: '',
    result,
    target,
    met: result === target,
  };
}
