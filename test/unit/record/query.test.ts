import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { recordFields } from '../../../src/record/fields.ts';
import { parseQuery, queryMatcher } from '../../../src/record/query.ts';
import { fieldIn, folded, searchText } from '../../../src/record/searchText.ts';
import { fieldName, plainString, rawRecord, recordOf } from '../../support/recordArbitraries.ts';
import { aRecord, type Fields } from '../../support/recordService.ts';

function matches(query: string, fields: Fields): boolean {
  return queryMatcher(parseQuery(query))(searchText(aRecord(12, fields))) >= 0;
}

function check(fields: Fields, found: readonly string[], notFound: readonly string[]): void {
  for (const query of found) assert.ok(matches(query, fields), `${query} finds it`);
  for (const query of notFound) assert.ok(!matches(query, fields), `${query} does not find it`);
}

suite('a query', () => {
  test('finds words from their beginning, all of them, whatever their case and accents', () => {
    const fields = { title: 'Café Lights: Łukasz on node.js', speakers: ['José Peña'], description: 'Straße\nzum C++' };
    check(
      fields,
      ['cafe', 'CAFÉ lights', 'lig jos', 'lukasz', 'strasse', 'js', 'node.js', 'c++', 'talk-12', '12', '#12', '  ', ''],
      ['ights', 'cafe nothing', 'ode.js', '#1', '#120', '120'],
    );
  });

  test('finds words in scripts that have no spaces between them', () => {
    check({ title: '私は東京に住む', summary: 'ฉันรักภาษาไทย' }, ['東京', '住む', 'ภาษา'], ['京東']);
  });

  test('finds a phrase over the end of a line, but not from one item or field to the next', () => {
    const fields = { title: 'One two', tags: ['ink pen', 'paper'], description: 'alpha\r\n  beta' };
    check(fields, ['"alpha beta"', 'tags:"ink pen"', '"alpha be'], ['"pen paper"', '"two ada"', '"alpha  gamma"']);
  });

  test('finds the value of a field, and one item of a list', () => {
    const fields = { category: 'LanternConf 2024', tags: ['maps', 'boats'], recorded: '2024-05-17', extra: 'odd' };
    check(
      fields,
      ['category:lantern', 'Category:"lanternconf 2024"', 'tags:boats', 'recorded:2024', 'extra:odd', 'speakers:bo'],
      ['category:conf', 'tags:lantern', 'title:lantern', 'recorded:2023', 'extra:even', 'speakers:"bo ada"'],
    );
  });

  test('compares numbers and flags as a whole', () => {
    const fields = { state: 10, duration: 1800, video_mp4_download_only: false };
    check(fields, ['state:10', 'id:12', 'video_mp4_download_only:false'], ['state:1', 'id:1', 'duration:18']);
  });

  test('finds empty fields: missing, null, blank, or a list without items', () => {
    const fields = { language: null, summary: ' \n', tags: [], speakers: [''], category: undefined };
    check(fields, ['language:', 'summary:', 'tags:', 'speakers:', 'embed:', 'category:'], ['title:', 'state:']);
  });

  test('means the opposite after a minus', () => {
    const fields = { title: 'A well-known talk', language: 'English', tags: [] };
    check(
      fields,
      ['-language:German', '-language:', '-boats', '-"known well"', 'well-known', 'talk -harbours', '- talk'],
      ['-language:English', '-tags:', '-talk', '-"well-known talk"', '-#12'],
    );
  });

  test('leaves out the marks that a script can do without, and no others', () => {
    const title = 'ガラス हिन्दी محمّد أحمد שָׁלוֹם ❤ 1️⃣';
    check({ title }, ['ガラス', 'हिन्दी', 'محمد', 'احمد', 'שלום', '❤️', '1'], ['カラス', 'हन्द']);
  });

  test('takes a name that is no field for a word', () => {
    check(
      { title: 'Django: the basics, at 12:30, http://example.org/x' },
      ['Django: the', '12:30', 'http://example.org'],
      ['Flask: the', 'django:basics'],
    );
  });

  test('of many words in a phrase does not hang on a text of the same words', () => {
    const fields = { description: 'a '.repeat(25_000) };
    const start = process.cpuUsage();
    check(fields, [`"${'a '.repeat(490)}"`], [`"${'a '.repeat(490)}b"`]);
    assert.ok(process.cpuUsage(start).user < 300_000);
  });

  test('sees the beginning of a long text, which is cut before folding makes it longer', () => {
    const grown = '\ufdfa'.repeat(1_000_000);
    const fields = { title: `lamps ${grown}`, description: `${'ink '.repeat(10_000)}${grown}`, extra: grown, z: grown };
    check({ ...fields, whiteboard: grown }, ['lamps', 'ink', 'extra:صلى', 'whiteboard:صلى'], ['whiteboard:', 'title:']);
    const { words, others } = searchText(aRecord(12, fields));
    assert.ok(words.length + others.length < 2_000_000, String(words.length + others.length));
    assert.ok(folded(grown).length < 1_000_000);
  });

  test('tells where its words are, so that a title counts more than a description', () => {
    const text = searchText(aRecord(1, { title: 'Ink', description: 'pen, ink' }));
    const place = (query: string) => queryMatcher(parseQuery(query))(text);
    assert.ok(place('ink') < text.proseAt && place('pen') > text.proseAt && place('ink pen') > text.proseAt);
  });
});

suite('of any record and text', () => {
  test('folding twice changes nothing, and neither do case and accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(folded(folded(text)), folded(text));
        assert.equal(folded(text.normalize('NFD')), folded(text.normalize('NFC')));
      }),
    );
  });

  test('every text is a query, and its opposite finds what it does not', () => {
    fc.assert(
      fc.property(rawRecord, fieldName, plainString, fc.boolean(), (raw, field, any, isWord) => {
        const value = any.replaceAll('"', '');
        const text = searchText(JSON.parse(recordOf(raw).text));
        const term = isWord ? `"${value}"` : `${field}:"${value}"`;
        const [found, opposite] = [term, `-${term}`].map((query) => {
          const parsed = parseQuery(query);
          return { size: parsed.length, matches: queryMatcher(parsed)(text) >= 0 };
        });
        if (found?.size === 1) assert.notEqual(found.matches, opposite?.matches);
      }),
    );
  });

  test('the fields of a record stay apart, whatever they contain', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '\n', '\u0001', '\u0002', ':', '"') });
    const names = Object.keys(recordFields);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.oneof(anyText, fc.array(anyText))), (record) => {
        const text = searchText(record);
        for (const name of names) {
          const alone = fieldIn(searchText(name in record ? { [name]: record[name] } : {}), name);
          assert.equal(fieldIn(text, name), alone);
          assert.equal(queryMatcher(parseQuery(`${name}:`))(text) >= 0, alone === '');
        }
      }),
    );
  });
});
