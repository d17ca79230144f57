import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearWords } from '../../../src/catalogue/nearWords.ts';

const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 1 });
const aWord = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 5, maxLength: 12 });

test('a word with one error after its first letter is near, also where its end is not typed yet', async () => {
  await fc.assert(
    fc.asyncProperty(
      aWord,
      letters,
      fc.nat(),
      fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
      aWord,
      async (...given) => {
        const [word, letter, place, error, end] = given;
        const at = 1 + (place % (word.length - 2));
        const [before, after] = [word.slice(0, at), word.slice(at)];
        const typed = {
          wrong: before + letter + after.slice(1),
          missing: before + after.slice(1),
          extra: before + letter + after,
          swapped: before + after.charAt(1) + after.charAt(0) + after.slice(2),
        }[error];
        const isExact = (word + end).startsWith(typed);
        assert.deepEqual(await nearWords(typed, ['unlike', word + end]), isExact ? [] : [word + end]);
      },
    ),
  );
});

test('words with fewer errors come alone, and two errors are allowed in long words only', async () => {
  assert.deepEqual(await nearWords('lanternn', ['lantren', 'lantern', 'lanterns', 'lanternfish']), ['lantern']);
  assert.deepEqual(await nearWords('lantrenx', ['lantern']), ['lantern']);
  assert.deepEqual(await nearWords('rosxm', ['rossum']), []);
  assert.deepEqual(await nearWords('rosum', ['rossum', 'rossums', 'rosem']), ['rossum', 'rosem']);
});

test('short words and numbers have none', async () => {
  assert.deepEqual([await nearWords('ros', ['rosa', 'roy']), await nearWords('2034', ['2024'])], [[], []]);
});
