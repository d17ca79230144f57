import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RecordVersion } from '../../../src/service/client.ts';
import { readRecords } from '../../../src/worksheet/loading.ts';
import { aVersion } from '../../support/catalogueSetup.ts';

suite('reading many records', () => {
  test('reads no more than fits into memory, asks for no more, and says so', async () => {
    const asked: number[] = [];
    const client = {
      read: async (id: number) => {
        asked.push(id);
        return aVersion(id, { description: 'x'.repeat(1_000) }) as RecordVersion;
      },
    };
    const ids = Array.from({ length: 2_000 }, (_, at) => at + 1);
    const { versions, unread } = await readRecords(client, ids, 20_000);
    const read = [...versions.values()].reduce((sum, { record }) => sum + record.text.length, 0);
    assert.ok(read > 15_000 && read <= 20_000, String(read));
    assert.ok(asked.length < 30, String(asked.length));
    assert.equal(versions.size + unread.size, 2_000);
    assert.match(String(unread.get(2_000)), /too large to be read together/);
  });
});
