/** A check of as many records as a catalogue can have, in plain Node. */
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { CheckedRecord } from '../../src/checks/checkedRecord.ts';
import { checkRecords, type EachRecord, grouped } from '../../src/checks/checkRecords.ts';
import { bounded, type Figure, milliseconds } from './figures.ts';
import { longestTurn, timed } from './measure.ts';

/** Of the catalogue in a folder. */
export async function checkFigures(folder: string): Promise<Figure[]> {
  const all = catalogue(folder);
  await all.load();
  const each: EachRecord = (task) => all.each('', (id, text) => task(CheckedRecord.fromText(id, text)));
  let [records, found, time] = [0, 0, 0];
  const blocked = await longestTurn(async () => {
    time = await timed(async () => {
      const { ids, toDo } = await checkRecords(each, {});
      [records, found] = [ids.size, (await grouped(toDo)).length];
    });
  });
  const count = `${records.toLocaleString('en')} records (${found.toLocaleString('en')} findings)`;
  return [
    bounded(`a check of a catalogue of ${count}`, time, milliseconds, 10_000),
    bounded('the longest time that it keeps the extension host, of the processor', blocked, milliseconds, 50),
  ];
}
