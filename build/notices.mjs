import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The licence of every package that went into a build, as its licence asks of whoever ships it. */
export async function notices(results) {
  const modules = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(modules.flatMap(packageFolder));
  const found = await Promise.all([...folders].map(notice));
  return `Video Records includes these packages.\n\n${found.sort().join('\n')}`;
}

function packageFolder(module) {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
  return folder === undefined ? [] : [folder];
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry)).sort();
  if (files.length === 0) throw new Error(`${name} ${version} has no licence file, so it can't be shipped as it is.`);
  const texts = await Promise.all(files.map((entry) => readFile(join(folder, entry), 'utf8')));
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join('\n\n')}\n\n${'-'.repeat(80)}\n`;
}
