/** `npm run l10n`: the sentences of `src/` that `l10n.t` words, as `l10n/bundle.l10n.json` for the translators. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

const project = join(import.meta.dirname, '..');
const file = 'l10n/bundle.l10n.json';

/** In alphabetical order, so that the file changes only where a sentence does. */
export async function exportedSentences(): Promise<Record<string, string>> {
  const sources = globSync('src/**/*.ts', { cwd: project }).map((source) => ({
    extension: '.ts',
    contents: readFileSync(join(project, source), 'utf8'),
  }));
  const sentences = Object.keys(await getL10nJson(sources));
  return Object.fromEntries(sentences.sort().map((sentence) => [sentence, sentence]));
}

if (import.meta.main) {
  const sentences = await exportedSentences();
  mkdirSync(join(project, 'l10n'), { recursive: true });
  writeFileSync(join(project, file), `${JSON.stringify(sentences, null, 2)}\n`);
  console.log(`${file}: ${Object.keys(sentences).length} sentences`);
}
