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
  close(): Promise<void>;
}

/** The shortest time and the smallest size that the settings allow: faults are over soon. */
const settings = { requestTimeout: 1, maxRecordSize: 1 };

export async function setStage(): Promise<Stage> {
  const certificates = createCertificates();
  const forgetAuthority = trust(certificates.authority);
  const records = await startRecordService([]);
  const desk = await startGate(records.baseUrl);
  const vault = await startGate(records.baseUrl, certificates.valid);
  await configure({ desk: { baseUrl: desk.baseUrl }, vault: { baseUrl: vault.baseUrl } }, settings);
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
