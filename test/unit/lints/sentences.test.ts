/** A lint that Biome can't express: words for the user are translated, and those of the log are not. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '..', '..', '..', 'src');

test('no sentence goes to the UI as a literal, and no translated one into the log', () => {
  const shown = /\b(?:plainText|showBriefly|(?:ask|choose)InDialog)\(/;
  const named = /\b(?:title|label|detail|description|placeHolder|prompt|tooltip)\s*[:=]\s*/;
  const literal = /['"`](?:\$\([\w-]+\) )?[A-Z][a-z]* /;
  const rules = [
    new RegExp(`${shown.source}\\s*${literal.source}`, 'g'),
    new RegExp(named.source + literal.source, 'g'),
    // The log gets the messages of errors, except those of a UserError.
    /\bnew Error\(\s*(?:vscode\.)?l10n\.t\(/g,
  ];
  const found = globSync('**/*.ts', { cwd: source, exclude: (name) => name === 'sample' }).flatMap((file) =>
    rules.flatMap((rule) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(rule)].map(([text]) => `${file}: ${text}`),
    ),
  );
  assert.deepEqual(found, []);
});
