import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startSample } from '../../support/sampleService.ts';

test('a database that fails is a 500 without details, and the service goes on when it is back', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'video-records-sample-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const db = join(folder, 'records.db');
  const sample = await startSample({ db, token: 'abc' });
  context.after(() => sample.close());
  const log = context.mock.method(console, 'error', () => {});
  const other = new DatabaseSync(db);
  context.after(() => other.close());

  other.exec('ALTER TABLE record RENAME TO away');
  const failed = /answered 500 for record 1: \{"detail":"The sample service failed. See its error output."\}$/;
  await assert.rejects(sample.patch(1, { title: 'Lost' }), failed);
  assert.match(String(log.mock.calls[0]?.arguments[0]), /could not answer PATCH \/api\/v2\/video\/1: .*no such table/);

  other.exec('ALTER TABLE away RENAME TO record');
  assert.equal((await sample.patch(1, { title: 'Found again' })).title, 'Found again');
  assert.equal((await sample.get(1)).title, 'Found again');
});
