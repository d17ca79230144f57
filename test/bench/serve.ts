/** Record services in a process of their own, as services are; prints their addresses. */
import { startListService } from '../support/listService.ts';
import { startRecordService } from '../support/recordService.ts';
import { latencyMs, shortRecord, usualRecord } from './benchRecords.ts';

const usual = await startRecordService(Array.from({ length: 2000 }, (_, at) => at + 1));
for (let id = 1; id <= 2000; id += 1) usual.change(id, usualRecord(id));

/** As far away as services are: what is done several at a time is only faster where there is something to wait for. */
const distant = await startRecordService(Array.from({ length: 4000 }, (_, at) => at + 1));
for (let id = 1; id <= 4000; id += 1) distant.change(id, shortRecord(id));
distant.latency = latencyMs;

const listed = await startListService([]);
for (let id = 1; id <= 2000; id += 1) listed.records.set(id, JSON.stringify(shortRecord(id)));
listed.latency = latencyMs;
console.log(`${usual.baseUrl} ${distant.baseUrl} ${listed.baseUrl}`);
