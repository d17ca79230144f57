import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordsInFile } from '../../../src/exchange/given.ts';
import { compareWords, csvWords, leftOut } from '../../../src/exchange/messages.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';

test('names of files and fields are one plain line', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (name, other) => {
      const cell = { field: name, before: other, after: name, count: 3 };
      const sentences = [
        leftOut.because(leftOut.line(name, 3), other),
        leftOut.because(leftOut.item(name, 3), other),
        ...leftOut.foreign([name, other]),
        ...leftOut.unreadable(7, [name]),
        ...leftOut.cut(7, [name]),
        ...leftOut.unread(new Map([[7, new Error(other)]])),
        csvWords.repeatedColumn(name),
        compareWords.rewritten([cell]),
        compareWords.rewrittenCell(cell),
      ];
      for (const sentence of sentences) assertOneLine(sentence, 600);
    }),
  );
});

test('a file of any bytes is refused or read, and says so in plain lines', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), hostileText), (text) => {
      const bytes = new TextEncoder().encode(text);
      let problems: readonly string[] = [];
      try {
        ({ problems } = recordsInFile('x.json', bytes));
      } catch (failure) {
        assert.ok(failure instanceof Error);
        problems = [failure.message];
      }
      for (const problem of problems) assertOneLine(problem, 600);
    }),
  );
});
