import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { catalogueFolder } from '../../../src/catalogue/catalogue.ts';
import { catalogueRecords } from '../../../src/catalogue/records.ts';
import { nextRun, runFile } from '../../../src/catalogue/runs.ts';
import { readableRecord } from '../../../src/record/text.ts';
import { parseServiceAddress } from '../../../src/service/address.ts';
import { historyFolder } from '../../support/host/historyFolder.ts';
import { closeAll, openRecord } from '../../support/host/records.ts';
import { startRecordService } from '../../support/recordService.ts';
import { inventedRecord } from '../benchRecords.ts';
import { type Figure, ratioFigure } from '../figures.ts';
import { sideBySide, timed } from '../measure.ts';

const count = 50_000;

/** Completion in a record of a service with a large catalogue, and in one of a service without. */
export async function completionFigure(services: Record<string, unknown>): Promise<Figure> {
  const [without, large] = [await startRecordService([1]), await startRecordService([1])];
  await fillCatalogue(large.baseUrl);
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const both = { without: { baseUrl: without.baseUrl }, large: { baseUrl: large.baseUrl } };
  await configuration.update('services', { ...services, ...both }, true);
  const complete = async (service: string) => {
    const document = await openRecord(service, 1);
    const itemsAt = async (value: string) => {
      const at = document.positionAt(document.getText().indexOf(`"${value}"`) + 1);
      const provider = 'vscode.executeCompletionItemProvider';
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(provider, document.uri, at);
      return list.items.length;
    };
    // Both offer the same here, so that only what it takes to find it differs.
    const timedItems = () =>
      timed(async () => {
        if ((await itemsAt('English')) === 0) throw new Error(`Nothing was offered for ${service}.`);
      });
    return { itemsAt, timedItems };
  };
  const [ours, floor] = [await complete('large'), await complete('without')];
  // The first one offers what is there, and loads the catalogue behind.
  while ((await ours.itemsAt('Harbour Days')) < 100) await setTimeout(100);
  const medians = await sideBySide(15, 3, ours.timedItems, floor.timedItems);
  await closeAll();
  await Promise.all([without.close(), large.close()]);
  const figure = `completion in a record, with a catalogue of ${count.toLocaleString('en')} records`;
  return ratioFigure(figure, medians, 'without a catalogue', 1.3);
}

async function fillCatalogue(baseUrl: string): Promise<void> {
  const folder = catalogueFolder(dirname(historyFolder()), parseServiceAddress(baseUrl));
  const { put } = catalogueRecords(folder);
  for (let first = 1; first <= count; first += 1000) {
    const ids = Array.from({ length: 1000 }, (_, at) => first + at);
    await Promise.all(ids.map((id) => put(id, { record: readableRecord(JSON.stringify(inventedRecord(id))) })));
  }
  const run = nextRun([], {}, '');
  await runFile(join(folder, 'runs.json')).write([{ ...run, ranges: [[1, count]], upTo: count, isComplete: true }]);
}
