/** The values of a service are text in every question of a save: bounded, and one line each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeLine, describeConflicts } from '../../../src/document/questions.ts';
import { assertOneLine, hostileText } from '../hostileText.ts';

const raw = fc.option(
  hostileText.map((text) => JSON.stringify(text)),
  { nil: undefined },
);

test('a dialog shows every hostile value on one bounded line', () => {
  const changes = fc.array(fc.record({ field: hostileText, before: raw, after: raw }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(changes, (values) => {
      const planned = values.map(({ field, before, after }) => ({
        field,
        kind: 'changed' as const,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      }));
      const conflicts = planned.map(({ field, before, after }) => ({
        field,
        ...(before !== undefined && { mine: before }),
        ...(after !== undefined && { theirs: after }),
      }));
      const shown = describeConflicts(conflicts).split('\n\n');
      assert.equal(shown.length, Math.min(conflicts.length, 6));
      for (const paragraph of shown.slice(0, 5)) assert.equal(paragraph.split('\n').length, 3);
      for (const line of shown.flatMap((paragraph) => paragraph.split('\n'))) assertOneLine(line, 300);
    }),
    { numRuns: 40 },
  );
});

test('a dialog shows where long values differ, not their same beginnings', () => {
  const same = 'A long introduction. '.repeat(30);
  const [before, after] = [`"${same}old end"`, `"${same}new end"`];
  const { text } = changeLine({ field: 'summary', kind: 'changed', before, after });
  assert.match(text, /^summary: ….*old end" → ….*new end"$/);
  assert.match(
    describeConflicts([{ field: 'summary', mine: before, theirs: after }]),
    /Mine: ….*old end"\n.*Theirs: ….*new end"$/,
  );
});
