import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { baseAfterUndo, withBrought } from '../../../src/document/undoneChanges.ts';
import { changesBetween } from '../../../src/record/changes.ts';
import { parseRecord } from '../../../src/record/text.ts';

type Values = Record<string, number | undefined>;

const text = (values: Values) => JSON.stringify({ id: 5, ...values });
const changed = (from: string, to: string) =>
  changesBetween(parseRecord(from), parseRecord(to)).map(({ field }) => field);

const names = ['a', 'b', 'c', 'd', 'e'];
const values = fc.record(Object.fromEntries(names.map((name) => [name, fc.integer({ min: 0, max: 3 })])), {
  requiredKeys: [],
});
const some = fc.subarray(names);

/** Fields that the other one lacks go. */
function overlay(onto: Values, from: Values, fields: readonly string[]): Values {
  const others = Object.entries(onto).filter(([name]) => !fields.includes(name));
  const taken = Object.entries(from).filter(([name]) => fields.includes(name));
  return Object.fromEntries([...others, ...taken].sort());
}

test('what undo brings back counts as changed only where the user had changed it', () => {
  fc.assert(
    fc.property(values, values, values, some, some, (old, mine, theirs, my, their) => {
      const others = their.filter((field) => !my.includes(field));
      const base = text(overlay(old, {}, []));
      const before = text(overlay(old, mine, my));
      const held = overlay(old, theirs, others);
      const after = text(overlay(held, mine, my));
      const brought = withBrought([], { base, theirs: text(held), before, after });
      const undo = baseAfterUndo(after, before, brought);
      assert.deepEqual(changed(undo.base, before), []);
      assert.deepEqual([...undo.undone].sort(), changed(before, after).sort());
      const further = baseAfterUndo(after, base, brought);
      assert.deepEqual(changed(further.base, base).sort(), changed(base, before).sort());
    }),
    { numRuns: 10_000 },
  );
});

test('a text that was formatted after the undo is still known', () => {
  const version = (a: readonly number[]) => JSON.stringify({ id: 5, a });
  const [old, theirs] = [version([1, 2]), version([3])];
  const brought = withBrought([], { base: old, theirs, before: old, after: theirs });
  const formatted = JSON.stringify(JSON.parse(old), null, 4);
  const { base, undone } = baseAfterUndo(theirs, formatted, brought);
  assert.deepEqual([changed(base, formatted), undone], [[], ['a']]);
});

test('a value that both had changed is measured against the version that both had', () => {
  const brought = withBrought([], {
    base: text({ a: 0 }),
    theirs: text({ a: 2 }),
    before: text({ a: 1 }),
    after: text({ a: 2 }),
  });
  const { base, undone } = baseAfterUndo(text({ a: 2 }), text({ a: 1 }), brought);
  assert.deepEqual([JSON.parse(base), undone], [{ id: 5, a: 0 }, []]);
});

test('what a service made of the user’s own value is undone as the user’s change', () => {
  const held = text({ a: 0 });
  const brought = withBrought([], { base: held, theirs: held, before: text({ a: 1 }), after: text({ a: 2 }) });
  assert.deepEqual(baseAfterUndo(text({ a: 2 }), text({ a: 1 }), brought), { base: text({ a: 2 }), undone: [] });
});

test('texts that are no records are left alone', () => {
  assert.deepEqual(baseAfterUndo(text({ a: 1 }), '{', []), { base: text({ a: 1 }), undone: [] });
});

test('large versions push out the earlier ones, and never themselves', () => {
  const version = (size: number) => ({ base: '', theirs: '', before: '', after: 'x'.repeat(size) });
  const [small, large, huge] = [version(10), version(5_000_000), version(20_000_000)];
  assert.deepEqual(withBrought(withBrought([], small), large), [small, large]);
  assert.deepEqual(withBrought([small, large], large), [large]);
  assert.deepEqual(withBrought([small, large], huge), [huge]);
  assert.deepEqual(withBrought([small], { ...large, before: large.after }), [small]);
});
