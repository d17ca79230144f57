import * as vscode from 'vscode';
import { configure, edit, openRecord, until } from '../../support/host/records.ts';
import { reply, startRecordService } from '../../support/recordService.ts';
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
  return ratioFigure('save one field', medians, "bare provider's save + raw GET + raw PATCH", 1.25);
}

function updatedOf(document: vscode.TextDocument): string | undefined {
  return /"updated": "([^"]*)"/.exec(document.getText())?.[1];
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
  };
  await count(() => openRecord('counted', 1));
  await saveTitle(await openRecord('counted', 1), '"Another"');
  service.etags = true;
  await saveTitle(await openRecord('counted', 2), '"Another"');
  // Between the reading and the writing somebody else writes: the service shows that it heeds If-Match.
  service.intercept('PATCH', (_request, response, proceed) => {
    service.change(2, { summary: 'Of somebody else.' });
    reply(response, proceed());
  });
  const tagged = await openRecord('counted', 2);
  await edit(tagged, 'title', '"Once more"');
  await tagged.save();
  await saveTitle(tagged, '"And again"');
  await saveTitle(tagged, '   "And again"');
  await service.close();
  const target = '1 / 2 (1 with ETag) / 0';
  const [open, save, untried, proven, nothing] = counts;
  const result = `${open} / ${save} (${proven} with ETag, ${untried} until the service has refused an outdated one) / ${nothing}`;
  return {
    figure: 'requests: open / save / nothing changed',
    ours: result,
    against: '',
    result,
    target,
    met: `${open} / ${save} (${proven} with ETag) / ${nothing}` === target,
  };
}
