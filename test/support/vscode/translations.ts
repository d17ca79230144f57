import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project.ts';

/** One of the extension's own texts, as it shows it: given in English, with its values. */
export type Say = (english: string, ...values: readonly (string | number)[]) => string;

export function translationsTo(language: string): Say {
  const translate = language === 'en' ? (english: string) => english : lookUp(language);
  return (english, ...values) =>
    translate(english).replaceAll(/\{(\d+)\}/g, (_, place: string) => String(values[Number(place)]));
}

function lookUp(language: string): (english: string) => string {
  const read = (file: string): Record<string, string> => JSON.parse(readFileSync(join(projectFolder, file), 'utf8'));
  const sentences = read(`l10n/bundle.l10n.${language}.json`);
  const manifest = read(`package.nls.${language}.json`);
  const keys = Object.entries(read('package.nls.json'));
  return (english) => {
    const key = keys.find(([, text]) => text === english)?.[0];
    const text = key === undefined ? sentences[english] : manifest[key];
    if (text === undefined) throw new Error(`The extension has no text "${english}".`);
    return text;
  };
}
