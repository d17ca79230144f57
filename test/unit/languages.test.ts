/** Holds the translations against the sentences of the code and of the manifest. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const project = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const texts = (file: string): Record<string, string> => JSON.parse(read(file));
const most = 60 * 1024;

const bundle = 'l10n/bundle.l10n.json';
const manifest = 'package.nls.json';
const languages = globSync(['l10n/bundle.l10n.*.json', 'package.nls.*.json'], { cwd: project })
  .map((file) => /\.([\w-]+)\.json$/.exec(file)?.[1] ?? '')
  .filter((language, index, all) => all.indexOf(language) === index);

const calls = globSync('src/**/*.ts', { cwd: project }).flatMap((file) =>
  [...read(file).matchAll(/\bl10n\.t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")?/g)].map(([, literal = '']) => ({
    file,
    literal,
  })),
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
    const sentences = new Set(calls.map(({ literal }) => unescaped(literal)));
    assert.deepEqual(texts(bundle), Object.fromEntries([...sentences].sort().map((sentence) => [sentence, sentence])));
  });

  test('every call of l10n.t has a literal', () => {
    const without = calls.filter(({ literal }) => literal === '').map(({ file }) => file);
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

    // The keys of a bundle are the English sentences, which no language can make shorter.
    test(`${language} adds at most ${most / 1024} KB of text`, () => {
      const added = translations.flatMap(([, translated]) => Object.values(texts(translated)));
      assert.ok(Buffer.byteLength(added.join('')) <= most);
    });
  }
});

function unescaped(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(['"\\])/g, '$1')
    .replaceAll('\\n', '\n');
}
