/**
 * `npm run test:ui -- [file…] [--test-name-pattern=text]`: the UI tests in two processes at a time, each with a browser
 * and a server of its own, which its tests share.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { ensureVscode } from './install.ts';
import { buildExtension, nodeFlags, projectFolder } from './project.ts';
import { twoShares } from './shares.ts';

const given = process.argv.slice(2);
const flags = given.filter((argument) => argument.startsWith('-'));
const named = given.filter((argument) => !argument.startsWith('-'));
const found = globSync(named.length > 0 ? named : ['test/ui/**/*.test.ts'], { cwd: projectFolder });
const files = found.map((file) => resolve(projectFolder, file));
if (files.length === 0) throw new Error('There are no such UI tests.');

await Promise.all([ensureVscode('latest'), ensureChromium(), buildExtension()]);
const codes = await Promise.all(twoShares(files).map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

async function run(files: string[]): Promise<number> {
  const options = [...nodeFlags, '--import', './test/support/words.ts', '--test', '--test-isolation=none', ...flags];
  const tests = spawn(process.execPath, [...options, ...files], { cwd: projectFolder, stdio: 'inherit' });
  const [code] = await once(tests, 'exit');
  return code ?? 1;
}
