import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificates, createCertificates } from '../support/certificates.ts';
import { configure } from '../support/host/records.ts';
import { aRecord, type RecordService, startRecordService } from '../support/recordService.ts';
import { type Gate, startGate } from './gate.ts';

/** `desk` is reached over http, `vault` over https. */
export type ServiceName = 'desk' | 'vault';

/** What every cell of the matrix plays on: one service with two ways to it. */
export interface Stage {
  readonly records: RecordService;
  readonly gates: Readonly<Record<ServiceName, Gate>>;
  readonly certificates: Certificates;
  /** The id of a record that no other cell knows. */
  newRecord(): number;
  /** Runs a task with the shortest time for a request. */
  impatiently<T>(task: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The smallest size that the settings allow, and a time in which even a busy machine answers. */
const settings = { requestTimeout: 30, maxRecordSize: 1 };
/** The shortest time that the settings allow: faults are over soon. */
const shortTimeout = 1;

export async function setStage(): Promise<Stage> {
  const certificates = createCertificates();
  const forgetAuthority = trust(certificates.authority);
  const records = await startRecordService([]);
  const desk = await startGate(records.baseUrl);
  const vault = await startGate(records.baseUrl, certificates.valid);
  const services = { desk: { baseUrl: desk.baseUrl }, vault: { baseUrl: vault.baseUrl } };
  await configure(services, settings);
  const limit = (requestTimeout: number) => configure(services, { requestTimeout });
  let lastId = 0;
  return {
    records,
    gates: { desk, vault },
    certificates,
    newRecord() {
      lastId += 1;
      records.raw(lastId, JSON.stringify(aRecord(lastId)));
      return lastId;
    },
    async impatiently(task) {
      await limit(shortTimeout);
      try {
        return await task();
      } finally {
        await limit(settings.requestTimeout);
      }
    },
    async close() {
      await configure({}, { requestTimeout: undefined, maxRecordSize: undefined, defaultService: undefined });
      await Promise.all([desk.down(), vault.down()]);
      await records.close();
      forgetAuthority();
    },
  };
}

/** Until the returned function is called. */
function trust(authority: string): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'video-records-authority-'));
  process.env.NODE_EXTRA_CA_CERTS = join(folder, 'authority.pem');
  writeFileSync(process.env.NODE_EXTRA_CA_CERTS, authority);
  return () => {
    delete process.env.NODE_EXTRA_CA_CERTS;
    rmSync(folder, { recursive: true });
  };
}
