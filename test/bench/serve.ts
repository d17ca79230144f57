/** A record service in a process of its own, as services are; prints its address. */
import { startRecordService } from '../support/recordService.ts';
import { usualRecord } from './benchRecords.ts';

const most = 1500;
const service = await startRecordService(Array.from({ length: most }, (_, at) => at + 1));
for (let id = 1; id <= most; id += 1) service.change(id, usualRecord(id));
console.log(service.baseUrl);
