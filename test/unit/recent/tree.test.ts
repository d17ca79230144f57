import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentNodes } from '../../../src/recent/tree.ts';

const entry = (id: number, service = 'staging') => ({ service, id });

test('pins come first, then the services in their order, then those that are no longer configured', () => {
  type Names = readonly ReturnType<typeof entry>[];
  const labels = (pins: Names, recents: Names, services: readonly string[] = []) =>
    recentNodes()({ pins, recents, services }).map(({ label }) => label);
  assert.deepEqual(labels([], []), []);
  assert.deepEqual(labels([], [entry(1)]), ['staging']);
  assert.deepEqual(labels([entry(2, 'live')], [entry(1)]), ['Pinned', 'staging']);
  const recents = [entry(1, 'old'), entry(1, 'gone'), entry(1, 'live')];
  assert.deepEqual(labels([entry(2)], recents, ['staging', 'live']), ['Pinned', 'staging', 'live', 'gone', 'old']);
});

test('a record keeps the object of its row', () => {
  const nodes = recentNodes();
  const [live] = nodes({ pins: [], recents: [entry(2, 'live')], services: [] });
  assert.deepEqual(live?.rows, [{ kind: 'record', service: 'live', id: 2 }]);
  const [pinned] = nodes({ pins: [entry(2, 'live')], recents: [], services: [] });
  assert.equal(pinned?.rows[0], live.rows[0]);
});
