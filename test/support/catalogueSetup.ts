import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { KeptVersion } from '../../src/catalogue/records.ts';
import { readableRecord } from '../../src/record/text.ts';
import { aRecord, type Fields } from './recordService.ts';

/** Does not exist yet, and is gone with the test. */
export async function aCatalogueFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vr-catalogue-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'catalogue');
}

export function aVersion(id: number, fields: Fields = {}, etag?: string): KeptVersion {
  return { record: readableRecord(JSON.stringify(aRecord(id, fields))), ...(etag && { etag }) };
}
