import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixFor, restoreField } from '../../../src/language/fixes.ts';
import { changesBetween } from '../../../src/record/changes.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { editBetween, type TextEdit } from '../../../src/record/textEdits.ts';
import { validateChanges } from '../../../src/record/validation.ts';
import { formatRecord } from '../../support/formatRecord.ts';

const nothing = parseRecord('{}');

/** Applies the fix of every problem, one after the other, as a person would. */
function fixAll(fields: object): unknown {
  let text = formatRecord(JSON.stringify(fields));
  for (;;) {
    const record = parseRecord(text);
    const fixes = validateChanges(record, changesBetween(nothing, record)).flatMap(({ code, field, offset }) => {
      const found = record.fields.get(field);
      return (found && fixFor(code, found, offset)) ?? [];
    });
    const [fix] = fixes;
    if (!fix) return JSON.parse(text);
    text = applyEdit(text, fix.edit);
  }
}

test('fixes remove the problems they are offered for', () => {
  const fixed = fixAll({
    slug: 'My Talk',
    speakers: ['', ' Ann ', 'Ann', '  '],
    tags: [' ', 7, 'b', 'b'],
    title: ' Title "quoted" ',
    recorded: '2024/5/3',
    added: '2024-05-03 10:20',
    source_url: 'www.example.org/talk',
  });
  assert.deepEqual(fixed, {
    slug: 'my-talk',
    speakers: ['Ann'],
    tags: [7, 'b'],
    title: 'Title "quoted"',
    recorded: '2024-05-03',
    added: '2024-05-03T10:20:00.000',
    source_url: 'https://www.example.org/talk',
  });
});

test('a fix shows all that it writes', () => {
  const field = parseRecord('{"source_url":"example.com/\u200b\u202ex"}').fields.get('source_url');
  assert.ok(field);
  assert.equal(
    fixFor('address', field, field.offset)?.title,
    String.raw`Change to "https://example.com/\u200b\u202ex"`,
  );
});

test('removing the only, empty item leaves an empty list', () => {
  assert.deepEqual(fixAll({ speakers: [' '] }), { speakers: [] });
});

test('offers no fix if several answers are possible', () => {
  for (const unclear of [
    { title: '', recorded: 'soon', source_url: 'talk' },
    { recorded: '2024-05-17 to 2024-05-19', added: '2024-05-17T10:00.5' },
    { recorded: '2024-05-17 (or 18?)' },
  ]) {
    assert.deepEqual(fixAll(unclear), unclear);
  }
  assert.deepEqual(fixAll({ recorded: '2024-05-17 10:20 UTC' }), { recorded: '2024-05-17' });
});

const base = parseRecord(formatRecord('{"a":1,"b":"\\u00e9","c":[1],"d":null}'));
const restored = (edited: string, field: string) => applyEdit(edited, restoreField(base, parseRecord(edited), field));

test('a field is restored whether it was changed, added or removed', () => {
  assert.equal(restored(base.text.replace('"é"', '{"x": 1}'), 'b'), base.text);
  assert.equal(restored(base.text.replace('  "c"', '  "new": 5,\n  "c"'), 'new'), base.text);
  assert.equal(restored(base.text.replace('  "b": "é",\n', ''), 'b'), base.text);
});

test('restoring one field leaves the other changes alone', () => {
  const edited = base.text.replace('1,', '2,').replace('null', 'true');
  assert.equal(restored(edited, 'a'), base.text.replace('null', 'true'));
});

const halfCharacter = /\p{Surrogate}/u;

test('the edit between two texts leads from one to the other and never splits a character', () => {
  const text = fc
    .array(fc.constantFrom('a', '\u{1f600}', '\u{1f601}', '\u{1fa00}', '\r\n', '\n', '\r'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edit = editBetween(before, after);
      assert.equal(applyEdit(before, edit), after);
      assert.doesNotMatch(before.slice(edit.offset, edit.offset + edit.length), halfCharacter);
      assert.doesNotMatch(edit.text, halfCharacter);
    }),
  );
});

function applyEdit(text: string, { offset, length, text: replacement }: TextEdit): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length);
}
