import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxCharacters, previewGroups, problemsByField } from '../../../src/preview/model.ts';
import { pageMessage, pageState } from '../../../src/preview/protocol.ts';
import { changesBetween } from '../../../src/record/changes.ts';
import { fieldNames } from '../../../src/record/fields.ts';
import { parseRecord } from '../../../src/record/text.ts';
import { hostileText } from '../hostileText.ts';

function fieldsOf(edited: object | string, base: object = {}, loaded: string[] = []) {
  const record = parseRecord(typeof edited === 'string' ? edited : JSON.stringify(edited));
  const groups = previewGroups({
    record,
    changes: Object.keys(base).length === 0 ? [] : changesBetween(parseRecord(JSON.stringify(base)), record),
    problems: new Map(record.fields.has('slug') ? [['slug', ['Odd.']]] : []),
    mayLoad: (address) => loaded.includes(address),
  });
  return new Map(groups.flatMap(({ fields }) => fields.map((field) => [field.name, field])));
}

test('shows every field of the interface, then unknown ones', () => {
  const record = Object.fromEntries(fieldNames.map((name) => [name, name === 'embed' ? '<embed src=x>' : 'x']));
  assert.deepEqual(new Set(fieldsOf({ ...record, extra: { a: 1 } }).keys()), new Set([...fieldNames, 'extra']));
});

test('leaves out empty fields unless they changed or have a problem', () => {
  assert.deepEqual(
    [...fieldsOf({ title: '', tags: [], video_mp4_url: null, video_mp4_download_only: false }).keys()],
    [],
  );
  const fields = fieldsOf({ title: '', slug: '' }, { title: 'T', slug: '', summary: 'gone' });
  assert.equal(fields.get('title')?.change, 'changed');
  assert.equal(fields.get('summary')?.change, 'removed');
  assert.deepEqual(fields.get('slug')?.problems, ['Odd.']);
});

test('values are shown as they are written', () => {
  const fields = fieldsOf(
    '{"id":12345678901234567890,"duration":1.50,"tags":["a",7,{"b":null}],"title":["a"],"x":{"y":[1]}}',
  );
  assert.deepEqual(fields.get('id')?.texts, ['12345678901234567890']);
  assert.deepEqual(fields.get('duration')?.texts, ['1.50']);
  assert.deepEqual(fields.get('tags')?.texts, ['a', '7', '{"b":null}']);
  assert.deepEqual(fields.get('x')?.texts, ['{"y":[1]}']);
});

test('shows a duration as a clock does too, where it can only be seconds', () => {
  const shown = (duration: unknown) => fieldsOf({ duration }).get('duration')?.texts;
  assert.deepEqual(shown(2455), ['2455 (40:55)']);
  assert.deepEqual(shown(301), ['301 (5:01)']);
  assert.deepEqual(shown(3725), ['3725 (1:02:05)']);
  for (const other of [300, 45, -2455, 2455.5, '2455 s', 1e9]) assert.deepEqual(shown(other), [String(other)]);
});

test('shows an image only over https and only if its address was allowed', () => {
  const show = (address: string, loaded: string[] = []) =>
    fieldsOf({ thumbnail_url: address }, {}, loaded).get('thumbnail_url')?.show;
  assert.equal(show('https://e.org/a.png'), 'pictureOffer');
  assert.equal(show('https://e.org/a.png', ['https://e.org/a.png']), 'picture');
  assert.equal(show('https://e.org/b.png', ['https://e.org/a.png']), 'pictureOffer');
  assert.equal(show('http://e.org/a.png', ['http://e.org/a.png']), 'addresses');
  assert.equal(show('javascript:alert(1)', ['javascript:alert(1)']), 'addresses');
});

test('shows the address of the player and never its markup', () => {
  const embed = '<iframe src="https://e.org/p?a&amp;b" onload="alert(1)"></iframe>';
  assert.deepEqual(fieldsOf({ embed }).get('embed')?.texts, ['https://e.org/p?a&b']);
  const nothing = fieldsOf({ embed: '<script>alert(1)</script>' }).get('embed');
  assert.deepEqual([nothing?.texts, nothing?.note], [[], 'The markup contains no address.']);
});

test('limits what reaches the page and says so', () => {
  const huge = 'é😀'.repeat(2_000_000);
  const many = Array.from({ length: 10_000 }, (_, index) => `${index}`);
  const others = Object.fromEntries(many.map((name) => [`x${name}`, 1]));
  const fields = fieldsOf({ description: huge, title: huge, tags: many, ...others });
  assert.ok(JSON.stringify([...fields]).length < 5 * maxCharacters);
  assert.equal(fields.get('description')?.note, 'Showing the first 100,000 of 6,000,000 characters.');
  assert.equal(fields.get('tags')?.note, 'Showing 500 of 10,000 items.');
  assert.doesNotMatch(fields.get('description')?.texts[0] ?? '', /\p{Surrogate}/u);
});

test('what the page sends is checked', () => {
  const message = (data: unknown) => pageMessage.safeParse(data).data;
  assert.deepEqual(message({ type: 'reveal', field: 'a', more: 1 }), { type: 'reveal', field: 'a' });
  assert.deepEqual(message({ type: 'reveal', field: 'a', item: 3 }), { type: 'reveal', field: 'a', item: 3 });
  for (const data of [undefined, [], { type: 'reveal' }, { type: 'run', field: 'a' }, { type: 'openLink' }])
    assert.equal(message(data), undefined);
  for (const data of [undefined, { record: 7, locked: true }, { record: 'r' }])
    assert.equal(pageState.safeParse(data).success, false);
});

test('lists each problem with its field, and only some of many', () => {
  const record = parseRecord('{"a": 1, "b": [2, 3], "c": 4}');
  const at = (text: string, message: string) => ({ offset: record.text.indexOf(text), message });
  const found = problemsByField(record, [at('4', 'four'), at('3', 'three'), at('"b"', 'name'), at('{', 'none')]);
  assert.deepEqual(
    [...found],
    [
      ['b', ['name', 'three']],
      ['c', ['four']],
    ],
  );
  const many = problemsByField(
    record,
    Array.from({ length: 100 }, () => at('1', 'one')),
  );
  assert.deepEqual(many.get('a')?.slice(-2), ['one', '80 more problems.']);
});

test('results for all the problems, speakers, tags, fields and lines that a record may have are bounded', () => {
  const many = Array.from({ length: 90_000 }, (_, index) => `${index}`);
  const text = JSON.stringify({
    speakers: many,
    tags: many,
    description: many.join('\n'),
    ...Object.fromEntries(many.slice(0, 19_000).map((name) => [`field ${name}`, name])),
  });
  const record = parseRecord(text);
  const offsets = [...record.fields.values()].map(({ offset }) => ({ offset, message: 'Odd.' }));
  const problems = problemsByField(record, offsets);
  const changes = [...record.fields.keys()].map((field) => ({ field, kind: 'added' as const }));
  const groups = previewGroups({ record, changes, problems, mayLoad: () => false });
  assert.ok(JSON.stringify(groups).length < 500_000);
});

test('sends only bounded text to the page and loads no image unasked', () => {
  const name = fc.oneof(fc.constantFrom(...fieldNames), hostileText);
  const value = fc.oneof(hostileText, fc.array(hostileText, { maxLength: 3 }));
  fc.assert(
    fc.property(name, value, hostileText, (key, content, problem) => {
      const record = parseRecord(JSON.stringify({ [key]: content }));
      const problems = problemsByField(record, [{ offset: record.text.indexOf(':'), message: problem.slice(0, 300) }]);
      const changes = [{ field: key, kind: 'changed' as const }];
      const groups = previewGroups({ record, changes, problems, mayLoad: () => false });
      for (const { name: field, label, show, texts } of groups.flatMap(({ fields }) => fields)) {
        assert.notEqual(show, 'picture');
        assert.ok(label.length <= 100 && texts.join('').length <= maxCharacters);
        assert.equal(field, key);
      }
    }),
  );
});
