/** A window of its own that writes to a journal: `node journalWriter.ts <folder> <first id> <count>`. */
import { journal } from '../../src/history/journal.ts';
import { aWrite } from './historyWrites.ts';

const [folder = '', first = '0', count = '0'] = process.argv.slice(2);
const { record } = journal(folder, { maxBytes: 1e6, fileBytes: 20_000 });
for (let id = Number(first); id < Number(first) + Number(count); id += 1) await record(aWrite(id));
