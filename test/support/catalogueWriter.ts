/** A window of its own that fills a catalogue: `node catalogueWriter.ts <folder> <first id> <count>`. */
import { catalogueRecords } from '../../src/catalogue/records.ts';
import { aVersion } from './catalogueSetup.ts';

const [folder = '', first = '0', count = '0'] = process.argv.slice(2);
const { put } = catalogueRecords(folder, { maxRecords: 1e6, maxBytes: 1e9, fileBytes: 20_000 });
for (let id = Number(first); id < Number(first) + Number(count); id += 1) await put(id, aVersion(id));
