import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped } from '../../../build/sentences.mts';
import { projectFolder } from './project.ts';

/** The language that the copy is in; VS Code loads its texts as those of any other. */
export const pseudoLanguage = 'de';

export interface PseudoExtension {
  folder: string;
  remove(): void;
}

/** Product names, the same in every language. */
const names = new Set(['displayName', 'category']);

/** A copy of the built extension in which every text of its own stands in brackets: what has none was not translated. */
export function pseudoExtension(): PseudoExtension {
  // Inside the project: the build for coverage needs its node_modules.
  const out = join(projectFolder, 'out');
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(out, 'pseudo-'));
  for (const part of ['package.json', 'package.nls.json', 'dist', 'media', 'skills']) {
    cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
  }
  const texts = readJson('package.nls.json');
  const manifest = Object.entries(texts).map(([key, text]) => [key, names.has(key) ? text : bracketedLines(text)]);
  write(folder, `package.nls.${pseudoLanguage}.json`, JSON.stringify(Object.fromEntries(manifest)));
  const sentences = Object.keys(readJson('l10n/bundle.l10n.json')).map((text) => [text, bracketed(text)]);
  write(folder, `dist/l10n/bundle.l10n.${pseudoLanguage}.json`, shipped(Object.fromEntries(sentences)));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function bracketed(text: string): string {
  return `«${text}»`;
}

/** A text without what is in brackets. */
export function outsideBrackets(text: string): string {
  const rest = text.replaceAll(/«[^«»]*»/g, ' ');
  return rest === text ? rest : outsideBrackets(rest);
}

/** VS Code splits the texts of welcome views at line ends and links, so each part has its own brackets. */
function bracketedLines(text: string): string {
  const parts = text.split(/(\n|\[[^\]]+\]\([^)]+\))/);
  return parts
    .map((part) => {
      const [, label, target] = /^\[([^\]]+)\](\(.+\))$/.exec(part) ?? [];
      if (label !== undefined) return `[${bracketed(label)}]${target}`;
      return /\p{L}/u.test(part) ? bracketed(part) : part;
    })
    .join('');
}

function readJson(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(projectFolder, file), 'utf8'));
}

function write(folder: string, file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}
