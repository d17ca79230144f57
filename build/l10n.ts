/** `npm run l10n`: the sentences of `src/` that `l10n.t` words, as `l10n/bundle.l10n.json` for the translators. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

const project = join(import.meta.dirname, '..');
const file = 'l10n/bundle.l10n.json';

const sources = globSync('src/**/*.ts', { cwd: project })
  .map((source) => ({ extension: '.ts', contents: readFileSync(join(project, source), 'utf8') }))
  .filter(({ contents }) => contents.includes('l10n'));
// In alphabetical order, so that the file changes only where a sentence does.
const sentences = Object.keys(await getL10nJson(sources)).sort();
mkdirSync(join(project, 'l10n'), { recursive: true });
const bundle = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
writeFileSync(join(project, file), `${JSON.stringify(bundle, null, 2)}\n`);
console.log(`${file}: ${sentences.length} sentences`);
