import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareRecent, type Recent } from '../../../src/recent/recent.ts';
import { pinnedGroup, type TreeNodes, treeNodes } from '../../../src/recent/treeNodes.ts';

const entry = (id: number, service = 'staging'): Recent => bareRecent({ service, id }, 0);

function nodesOf(pins: readonly Recent[], recents: readonly Recent[], unfiltered = recents): TreeNodes {
  const severalServices = () => new Set(unfiltered.map(({ service }) => service)).size > 1;
  return treeNodes({ pins: () => pins, recents: () => recents, severalServices });
}

const labels = (nodes: TreeNodes) => nodes.roots().map(({ label }) => label);

test('pins stand first, and records of several services by service', () => {
  assert.deepEqual(labels(nodesOf([], [])), []);
  assert.deepEqual(labels(nodesOf([], [entry(1)])), ['Recent']);
  assert.deepEqual(labels(nodesOf([entry(2, 'live')], [entry(1)])), ['Pinned', 'Recent']);
  assert.deepEqual(labels(nodesOf([entry(2)], [entry(1), entry(1, 'live')])), ['Pinned', 'live', 'staging']);
});

test('a filter that leaves the records of one service leaves its name', () => {
  const nodes = nodesOf([], [entry(1)], [entry(1), entry(2, 'live')]);
  assert.deepEqual(labels(nodes), ['staging']);
  assert.equal(nodes.parent({ kind: 'record', service: 'staging', id: 1 }), nodes.roots()[0]);
});

test('a row keeps its object, and finds its group', () => {
  const nodes = nodesOf([entry(9)], [entry(1), entry(2, 'live')]);
  const [pinned, live] = nodes.roots();
  assert.ok(pinned && live);
  const [row] = nodes.children(live);
  assert.deepEqual(row, { kind: 'record', service: 'live', id: 2 });
  assert.equal(nodes.children(live)[0], row);
  assert.equal(nodes.shown(entry(2, 'live')), row);
  assert.equal(row?.kind === 'record' && nodes.parent(row), live);
  assert.equal(nodes.parent({ kind: 'record', service: 'staging', id: 9 }), pinnedGroup);
  assert.equal(nodes.parent({ kind: 'record', service: 'staging', id: 77 }), undefined);
});

test('a change of one service leaves the groups of the others alone', () => {
  const nodes = nodesOf([entry(9)], [entry(1), entry(2, 'live')]);
  assert.deepEqual(
    nodes.touched([entry(1)]).map(({ label }) => label),
    ['Pinned', 'staging'],
  );
  assert.equal(nodes.touched().length, 3);
});

test('of 10,000 records a page is shown, and the next on demand', () => {
  const nodes = nodesOf(
    [],
    Array.from({ length: 10_000 }, (_, index) => entry(index + 1)),
  );
  const [group] = nodes.roots();
  assert.ok(group);
  assert.equal(nodes.children(group).length, 201);
  assert.equal(nodes.children(group).at(-1)?.kind, 'more');
  nodes.showMore(group);
  assert.equal(nodes.children(group).length, 401);
});
