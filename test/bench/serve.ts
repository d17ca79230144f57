/** A record service in a process of its own, as services are; prints its address. */
import { startRecordService } from '../support/recordService.ts';
import { shortRecord, usualRecord } from './benchRecords.ts';

const [usual, all] = [2000, 4000];
const service = await startRecordService(Array.from({ length: all }, (_, at) => at + 1));
for (let id = 1; id <= all; id += 1) service.change(id, id <= usual ? usualRecord(id) : shortRecord(id));
console.log(service.baseUrl);
