/**
 * VS Code looks a translation up by the English sentence, so a bundle would hold every sentence twice. As shipped, a
 * sentence is looked up by its number, and English stays in the code.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const project = join(import.meta.dirname, '..');
const calls = /\b((?:vscode\.)?l10n)\.t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")?/g;

/** Read once, so that code and bundles of one build agree. */
const numbers = new Map(
  Object.keys(readBundle('l10n/bundle.l10n.json')).map((sentence, number) => [sentence, String(number)]),
);

/** The calls of `l10n.t` in a source, each with its sentence; without a literal it has none. */
export function sentencesOf(source: string): (string | undefined)[] {
  return [...source.matchAll(calls)].map(([, , literal]) => literal && textOf(literal));
}

/** A source whose sentences are looked up by number where a bundle is loaded. */
export function numbered(source: string): string {
  return source.replaceAll(calls, (call: string, l10n: string, literal: string | undefined) => {
    const number = literal && numbers.get(textOf(literal));
    // Not exported yet: it is shown in English until `npm run l10n`.
    return number === undefined ? call : `${l10n}.t(${l10n}.bundle ? '${number}' : ${literal}`;
  });
}

/** The bundles of all languages as they are shipped. */
export function shippedBundles(): { readonly name: string; readonly text: string }[] {
  return globSync('l10n/bundle.l10n.*.json', { cwd: project }).map((file) => ({
    name: basename(file),
    text: shipped(readBundle(file)),
  }));
}

/** A bundle by number, as JSON. */
export function shipped(bundle: Readonly<Record<string, string>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(bundle).map(([sentence, text]) => [numbers.get(sentence), text])),
  );
}

function readBundle(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(project, file), 'utf8'));
}

function textOf(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\\(['"\\])/g, '$1')
    .replaceAll('\\n', '\n');
}
