/** Holds the translations against the sentences of the code and of the manifest. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { exportedSentences } from '../../build/l10n.ts';

const project = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const texts = (file: string): Record<string, string> => JSON.parse(read(file));
const most = 60 * 1024;

const bundle = 'l10n/bundle.l10n.json';
const manifest = 'package.nls.json';
const languages = globSync(['l10n/bundle.l10n.*.json', 'package.nls.*.json'], { cwd: project })
  .map((file) => /\.([\w-]+)\.json$/.exec(file)?.[1] ?? '')
  .filter((language, index, all) => all.indexOf(language) === index);

function placeholders(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}

/** What a link or a setting's name in a text of the manifest leads to. */
function targets(text: string): string[] {
  return (text.match(/\]\([^)]*\)|`[^`]*`/g) ?? []).sort();
}

suite('languages', () => {
  test('the exported sentences are those of the code (if not: npm run l10n)', async () => {
    assert.deepEqual(texts(bundle), await exportedSentences());
  });

  test('every call of l10n.t has a literal that the export found', () => {
    const exported = texts(bundle);
    const calls = globSync('src/**/*.ts', { cwd: project }).flatMap((file) =>
      [...read(file).matchAll(/\bl10n\.t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")?/g)].map(([call, literal]) => ({
        where: `${file}: ${call}`,
        sentence: literal ?? '',
      })),
    );
    const lost = calls.filter(({ sentence }) => !Object.hasOwn(exported, unescaped(sentence)));
    assert.deepEqual(
      lost.map(({ where }) => where),
      [],
    );
  });

  for (const language of languages) {
    const translations = [
      [bundle, `l10n/bundle.l10n.${language}.json`],
      [manifest, `package.nls.${language}.json`],
    ] as const;

    test(`${language} has every sentence and no other`, () => {
      for (const [english, translated] of translations) {
        assert.deepEqual(Object.keys(texts(translated)).sort(), Object.keys(texts(english)).sort());
      }
    });

    test(`${language} has the placeholders, links and names of each sentence`, () => {
      for (const [english, translated] of translations) {
        const translation = texts(translated);
        for (const [key, text] of Object.entries(texts(english))) {
          assert.deepEqual(placeholders(translation[key] ?? ''), placeholders(text), key);
          assert.deepEqual(targets(translation[key] ?? ''), targets(text), key);
        }
      }
    });

    test(`${language} takes at most ${most / 1024} KB`, () => {
      const bytes = translations.map(([, translated]) => Buffer.byteLength(read(translated)));
      assert.ok(bytes.reduce((sum, size) => sum + size, 0) <= most, `${bytes.join(' + ')} bytes`);
    });
  }
});

function unescaped(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(['"\\])/g, '$1')
    .replaceAll('\\n', '\n');
}
