/** Holds the translations against the sentences of the code and of the manifest. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { sentencesOf, shippedBundles } from '../../build/sentences.mts';

const project = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const texts = (file: string): Record<string, string> => JSON.parse(read(file));
const most = 100 * 1024;

const bundle = 'l10n/bundle.l10n.json';
const manifest = 'package.nls.json';
const languages = globSync(['l10n/bundle.l10n.*.json', 'package.nls.*.json'], { cwd: project })
  .map((file) => /\.([\w-]+)\.json$/.exec(file)?.[1] ?? '')
  .filter((language, index, all) => all.indexOf(language) === index);

const calls = globSync('src/**/*.ts', { cwd: project }).flatMap((file) =>
  sentencesOf(read(file)).map((sentence) => ({ file, sentence })),
);

function placeholders(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}

/** What a link or a setting's name in a text of the manifest leads to. */
function targets(text: string): string[] {
  return (text.match(/\]\([^)]*\)|`[^`]*`/g) ?? []).sort();
}

suite('languages', () => {
  // The exporter takes many seconds for what a pattern finds, if each call has a literal.
  test('the exported sentences are those of the code (if not: npm run l10n)', () => {
    const sentences = [...new Set(calls.map(({ sentence }) => sentence))].sort();
    assert.deepEqual(texts(bundle), Object.fromEntries(sentences.map((sentence) => [sentence, sentence])));
  });

  test('every call of l10n.t has a literal', () => {
    const without = calls.filter(({ sentence }) => sentence === undefined).map(({ file }) => file);
    assert.deepEqual(without, []);
  });

  test('no sentence goes to the UI as a literal, and no translated one into the log', () => {
    const shown =
      /\b(?:show\w+Message|setStatusBarMessage|withProgress|askInDialog|UserError|NoPermissions|Unavailable)\(/;
    const named = /\b(?:title|label|detail|description|placeHolder|prompt|tooltip)\s*[:=]\s*/;
    const literal = /['"`](?:\$\([\w-]+\) )?[A-Z][a-z]* /;
    const rules = [
      new RegExp(`${shown.source}\\s*${literal.source}`, 'g'),
      new RegExp(named.source + literal.source, 'g'),
      // The log gets the messages of errors, except those of a UserError.
      /\bnew Error\(\s*(?:vscode\.)?l10n\.t\(/g,
    ];
    const found = globSync('src/**/*.ts', { cwd: project, exclude: (name) => name === 'sample' }).flatMap((file) =>
      rules.flatMap((rule) => [...read(file).matchAll(rule)].map(([text]) => `${file}: ${text}`)),
    );
    assert.deepEqual(found, []);
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

    test(`${language} adds at most ${most / 1024} KB to the VSIX`, () => {
      const sentences = shippedBundles().find(({ name }) => name === `bundle.l10n.${language}.json`);
      const added = [sentences?.text ?? '', read(`package.nls.${language}.json`)];
      const bytes = Buffer.byteLength(added.join(''));
      assert.ok(bytes <= most, `${bytes} bytes`);
    });
  }
});
