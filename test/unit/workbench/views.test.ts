import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordName } from '../../../src/service/services.ts';
import { commandTargets } from '../../../src/workbench/views.ts';

const name = (id: number): RecordName => ({ service: 'staging', id });

test('a command acts on the rows it was run on, without the groups among them', () => {
  const group = { kind: 'group', id: 'pinned', label: 'Pinned' };
  const rows = [group, { kind: 'record', ...name(1) }, { kind: 'record', ...name(2) }];
  const targets = commandTargets((argument) => argument as RecordName);
  const ids = (...values: [unknown?, unknown?]) => targets.of(...values).map(({ id }) => id);
  assert.deepEqual(ids(rows[1], rows), [1, 2]);
  assert.deepEqual(ids(rows[2]), [2]);
  assert.deepEqual(ids(group), []);
  assert.deepEqual(ids(rows), [1, 2]);
  assert.ok(!targets.areNamed('12', undefined));
  assert.ok(targets.areNamed('videorecord://staging/1.video.json', undefined));
});
