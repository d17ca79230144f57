import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareRecent, type Recent } from '../../../src/recent/entry.ts';
import { pinnedGroup, type TreeNodes, treeNodes } from '../../../src/recent/nodes.ts';

const entry = (id: number, service = 'staging'): Recent => bareRecent({ service, id }, 0);

function nodesOf(pins: readonly Recent[], recents: readonly Recent[], services: readonly string[] = []): TreeNodes {
  return treeNodes({ pins: () => pins, recents: () => recents, services: () => services });
}

const labels = (nodes: TreeNodes) => nodes.roots().map(({ label }) => label);

test('pins come first, then the services in their order, then those that are no longer configured', () => {
  assert.deepEqual(labels(nodesOf([], [])), []);
  assert.deepEqual(labels(nodesOf([], [entry(1)])), ['staging']);
  assert.deepEqual(labels(nodesOf([entry(2, 'live')], [entry(1)])), ['Pinned', 'staging']);
  const recents = [entry(1, 'old'), entry(1, 'gone'), entry(1, 'live')];
  assert.deepEqual(labels(nodesOf([entry(2)], recents, ['staging', 'live'])), [
    'Pinned',
    'staging',
    'live',
    'gone',
    'old',
  ]);
});

test('keeps the object of a row and finds its group', () => {
  const nodes = nodesOf([entry(9)], [entry(1), entry(2, 'live')]);
  const [pinned, live] = nodes.roots();
  assert.ok(pinned && live);
  const [row] = nodes.children(live);
  assert.deepEqual(row, { kind: 'record', service: 'live', id: 2 });
  assert.equal(nodes.children(live)[0], row);
  assert.equal(nodes.shown(entry(2, 'live')), row);
  assert.equal(nodes.parent(entry(2, 'live')), live);
  assert.equal(nodes.parent(entry(9)), pinnedGroup);
  assert.equal(nodes.parent(entry(77)), undefined);
});

test('shows 10,000 records page by page', () => {
  const nodes = nodesOf(
    [],
    Array.from({ length: 10_000 }, (_, index) => entry(index + 1)),
  );
  const [group] = nodes.roots();
  assert.ok(group);
  assert.equal(nodes.children(group).length, 201);
  const more = nodes.children(group).at(-1);
  assert.equal(more?.kind, 'more');
  assert.equal(nodes.children(group).at(-1), more);
  nodes.showMore(group);
  assert.equal(nodes.children(group).length, 401);
});
