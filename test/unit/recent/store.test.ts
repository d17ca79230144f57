import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { recordKey } from '../../../src/document/recordUri.ts';
import { bareRecent, type Recent } from '../../../src/recent/entry.ts';
import {
  addStep,
  changeStep,
  clearStep,
  pinStep,
  removeStep,
  renameServiceStep,
  restoreStep,
  unpinStep,
} from '../../../src/recent/lists.ts';
import { type Memory, type RecentStore, recentStore } from '../../../src/recent/store.ts';
import { sharedMemory } from './memory.ts';

interface Opened {
  readonly store: RecentStore;
  readonly problems: string[];
}

/** Resolves when the changes so far are written. */
async function written(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

function openStore(memory: Memory, limit = 5): Opened {
  const problems: string[] = [];
  const store = recentStore({
    memory,
    limit: () => limit,
    pause: () => setImmediate(),
    onDidChange: () => {},
    log: (problem) => problems.push(problem),
  });
  return { store, problems };
}

const entry = (id: number, service = 'staging'): Recent => bareRecent({ service, id }, id);
const ids = (recents: readonly Recent[]) => recents.map(({ id }) => id);

const name = fc.record({ service: fc.constantFrom('staging', 'sample'), id: fc.integer({ min: 1, max: 12 }) });
const action = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), name }),
  fc.record({ kind: fc.constant('pin' as const), name }),
  fc.record({ kind: fc.constant('unpin' as const), name }),
  fc.record({ kind: fc.constant('remove' as const), name }),
  fc.record({ kind: fc.constant('move' as const), name, place: name }),
  fc.record({ kind: fc.constant('clear' as const) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

function perform(store: RecentStore, todo: Action): void {
  if (todo.kind === 'add') store.apply(addStep(bareRecent(todo.name, 1)));
  if (todo.kind === 'pin') store.apply(pinStep([bareRecent(todo.name, 1)]));
  if (todo.kind === 'unpin') store.apply(unpinStep([todo.name]));
  if (todo.kind === 'remove') store.apply(removeStep([todo.name]));
  if (todo.kind === 'move') store.apply(pinStep([bareRecent(todo.name, 1)], todo.place));
  if (todo.kind === 'clear') clearAndRestore(store);
}

function clearAndRestore(store: RecentStore): void {
  const cleared = store.recents();
  store.apply(clearStep);
  store.apply(restoreStep(cleared));
}

test('lists stay bounded and free of duplicates, and a new window reads the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const memory = sharedMemory();
      const { store } = openStore(memory);
      for (const todo of actions) perform(store, todo);
      const keys = [...store.pins(), ...store.recents()].map(recordKey);
      assert.equal(new Set(keys).size, keys.length);
      assert.ok(store.recents().length <= 5);
      await written();
      const { store: other } = openStore(memory);
      assert.deepEqual([other.pins(), other.recents()], [store.pins(), store.recents()]);
    }),
  );
});

test('two windows that change the lists in turn keep what both did', async () => {
  const turn = fc.record({ window: fc.constantFrom(0, 1), todo: action });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 30 }), async (turns) => {
      const memory = sharedMemory();
      const windows = [openStore(memory).store, openStore(memory).store] as const;
      const { store: alone } = openStore(sharedMemory());
      for (const { window, todo } of turns) {
        windows[window].reread();
        perform(windows[window], todo);
        perform(alone, todo);
        await written();
      }
      for (const store of windows) {
        store.reread();
        assert.deepEqual([store.pins(), store.recents()], [alone.pins(), alone.recents()]);
      }
    }),
  );
});

test('applies a change to what another window wrote meanwhile', async () => {
  const memory = sharedMemory();
  const { store: mine } = openStore(memory);
  const { store: theirs } = openStore(memory);
  mine.apply(addStep(entry(1)));
  await written();
  theirs.apply(addStep(entry(2)));
  theirs.apply(pinStep([entry(3)]));
  await written();
  mine.apply(addStep(entry(4)));
  await written();
  assert.deepEqual(ids(mine.recents()), [4, 2, 1]);
  assert.deepEqual(ids(mine.pins()), [3]);
  theirs.reread();
  assert.deepEqual(ids(theirs.recents()), [4, 2, 1]);
});

test('keeps its records while the memory has an older write of this window again', async () => {
  const memory = sharedMemory();
  const { store } = openStore(memory);
  store.apply(addStep(entry(1)));
  await written();
  const older = memory.get('recent.state');
  store.apply(addStep(entry(2)));
  await written();
  await memory.update('recent.state', older);
  store.reread();
  assert.deepEqual(ids(store.recents()), [2, 1]);
  store.apply(addStep(entry(3)));
  await written();
  assert.deepEqual(ids(openStore(memory).store.recents()), [3, 2, 1]);
});

test('keeps pins if other stored data is damaged', async () => {
  const pins = [entry(7), entry(8, 'sample')];
  const state = { revision: 'r', pins, recents: [entry(1)] };
  const damages = fc.oneof(
    fc.jsonValue().map((recents) => ({ ...state, recents })),
    fc.jsonValue().map((revision) => ({ ...state, revision })),
    fc.jsonValue().map((title) => ({ ...state, pins: pins.map((pin) => ({ ...pin, title })) })),
    fc.jsonValue().map((junk) => ({ ...state, pins: [junk, ...pins, junk] })),
  );
  await fc.assert(
    fc.asyncProperty(damages, async (damaged) => {
      const memory = sharedMemory({ 'recent.state': damaged });
      const { store } = openStore(memory);
      store.apply(addStep(entry(3)));
      await written();
      const kept = new Set(openStore(memory).store.pins().map(recordKey));
      for (const pin of pins) assert.ok(kept.has(recordKey(pin)));
    }),
  );
});

test('reads what the version before stored, up to the limit', async () => {
  const pins = [entry(7), entry(8, 'sample')];
  const recents = [9, 6, 5, 4, 3, 2].map((id) => entry(id));
  const memory = sharedMemory({ 'recent.state': { revision: 'r', pins, recents }, 'recent.pins': pins });
  const { store } = openStore(memory);
  assert.deepEqual(store.pins(), pins);
  assert.deepEqual(ids(store.recents()), [9, 6, 5, 4, 3]);
  // The second copy of the pins that it also stored brings none back.
  store.apply(unpinStep(pins));
  await written();
  assert.deepEqual(openStore(memory).store.pins(), []);
});

test('drops unreadable stored entries', () => {
  const damaged = { revision: 'r', pins: [entry(1)], recents: ['what is this', entry(2), null] };
  const { store } = openStore(sharedMemory({ 'recent.state': damaged }));
  assert.deepEqual(ids(store.pins()), [1]);
  assert.deepEqual(ids(store.recents()), [2]);
});

test('puts unpinned and restored records in their places', () => {
  const { store } = openStore(sharedMemory());
  for (const id of [1, 2, 3]) store.apply(addStep(entry(id)));
  store.apply(pinStep([entry(1)]));
  const forgotten = store.recents();
  store.apply(clearStep);
  assert.deepEqual(ids(store.pins()), [1]);
  store.apply(addStep(entry(9)));
  store.apply(restoreStep(forgotten));
  assert.deepEqual(ids(store.recents()), [9, 3, 2]);
  store.apply(unpinStep([entry(1)]));
  assert.deepEqual(ids(store.recents()), [1, 9, 3, 2]);
});

test('the records of a renamed service keep their places under its new name', () => {
  const { store } = openStore(sharedMemory());
  store.apply(pinStep([entry(1), entry(2, 'sample')]));
  for (const added of [entry(3), entry(4, 'sample'), entry(5)]) store.apply(addStep(added));
  store.apply(renameServiceStep({ from: 'staging', to: 'live' }));
  const names = (recents: readonly Recent[]) => recents.map(({ service, id }) => `${service} ${id}`);
  assert.deepEqual(names(store.pins()), ['live 1', 'sample 2']);
  assert.deepEqual(names(store.recents()), ['live 5', 'sample 4', 'live 3']);
});

test('moves a pin to the place it is dropped on', () => {
  const { store } = openStore(sharedMemory());
  const moved = (moving: readonly number[], place: number) => {
    store.apply(pinStep([1, 2, 3, 4].map((id) => entry(id))));
    store.apply(
      pinStep(
        moving.map((id) => entry(id)),
        entry(place),
      ),
    );
    return ids(store.pins());
  };
  assert.deepEqual(moved([3], 1), [3, 1, 2, 4]);
  assert.deepEqual(moved([1], 2), [2, 1, 3, 4]);
  assert.deepEqual(moved([1], 4), [2, 3, 4, 1]);
  assert.deepEqual(moved([2], 2), [1, 2, 3, 4]);
  assert.deepEqual(moved([2, 3], 2), [1, 2, 3, 4]);
  assert.deepEqual(moved([1, 2], 3), [3, 1, 2, 4]);
  assert.deepEqual(moved([5], 2), [1, 5, 2, 3, 4]);
  assert.deepEqual(moved([1], 99), [5, 2, 3, 4, 1]);
});

test('changes a listed record in its place, and adds none', () => {
  const { store } = openStore(sharedMemory());
  for (const id of [1, 2]) store.apply(addStep(entry(id)));
  for (const id of [1, 99]) store.apply(changeStep(entry(id), (known) => ({ ...known, gone: true })));
  assert.deepEqual(store.recents(), [entry(2), { ...entry(1), gone: true }]);
});

test('logs a failed write and repeats it with the next change', async () => {
  const memory = sharedMemory();
  let full = true;
  const update = async (key: string, value: unknown) => {
    if (full) throw new Error('disk full');
    await memory.update(key, value);
  };
  const { store, problems } = openStore({ get: memory.get, update });
  store.apply(addStep(entry(1)));
  await written();
  assert.deepEqual(problems, ['Recent records could not be stored: Error: disk full']);
  full = false;
  store.apply(addStep(entry(2)));
  await written();
  assert.deepEqual(ids(openStore(memory).store.recents()), [2, 1]);
});

test('reads nothing before the first use', () => {
  const asked: string[] = [];
  const { store } = openStore({
    get: (key) => asked.push(key) && undefined,
    update: async () => {},
  });
  store.reread();
  assert.deepEqual(asked, []);
  store.recents();
  assert.notDeepEqual(asked, []);
});
