import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCell } from '../../../src/table/openCell.ts';
import type { EditAnswer } from '../../../src/table/protocol.ts';

function typing(answerTo: (text: string | null) => EditAnswer = () => ({})) {
  const [written, answers]: [unknown[], unknown[]] = [[], []];
  const cell = openCell({
    async write({ old, text }) {
      written.push([old, text]);
      return answerTo(text);
    },
    answer: (number, { message, current }) => answers.push([number, message, current]),
  });
  let number = 0;
  const type = (text: string, old = 'a') => {
    number += 1;
    return cell.type({ id: 1, field: 'title', old, text }, number, true);
  };
  return { cell, type, written, answers };
}

suite('open cell', () => {
  test('writes what was typed on a page that is gone, and says nothing of it to the next one', async () => {
    const { cell, type, written, answers } = typing();
    await type('ab');
    await type('abc');
    await cell.leave();
    assert.deepEqual(written, [
      ['a', 'ab'],
      ['ab', 'abc'],
    ]);
    const before = answers.length;
    await cell.flush();
    assert.equal(answers.length, before);
  });

  test('goes on from what the text has after a refusal', async () => {
    const { cell, type, written, answers } = typing((text) => (text === 'abc' ? { message: 'No', current: 'b' } : {}));
    await type('ab');
    await type('abc');
    await cell.flush();
    assert.deepEqual(answers.at(-1), [2, 'No', 'b']);
    await type('abcd', 'b');
    assert.deepEqual(written.at(-1), ['b', 'abcd']);
  });
});
