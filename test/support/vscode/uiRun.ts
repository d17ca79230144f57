/**
 * `npm run test:ui -- [file…] [--test-name-pattern=text]`: the UI tests in two processes at a time. Each has a browser and a
 * server of its own for a few files, so that neither process is left with much more to do than the other.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { ensureVscode } from './install.ts';
import { buildExtension, nodeFlags, projectFolder } from './project.ts';
import { sharesOf } from './shares.ts';

const filesAtOnce = 4;

const given = process.argv.slice(2);
const flags = given.filter((argument) => argument.startsWith('-'));
const named = given.filter((argument) => !argument.startsWith('-'));
const found = globSync(named.length > 0 ? named : ['test/ui/**/*.test.ts'], { cwd: projectFolder });
const files = found.map((file) => resolve(projectFolder, file));
if (files.length === 0) throw new Error('There are no such UI tests.');

await Promise.all([ensureVscode('latest'), ensureChromium(), buildExtension()]);
const waiting = sharesOf(files, Math.max(2, files.length / filesAtOnce));
await Promise.all([lane(), lane()]);

async function lane(): Promise<void> {
  for (let share = waiting.shift(); share; share = waiting.shift()) {
    if ((await run(share)) !== 0) process.exitCode = 1;
  }
}

async function run(files: string[]): Promise<number> {
  const options = [...nodeFlags, '--import', './test/support/words.ts', '--test', '--test-isolation=none', ...flags];
  const tests = spawn(process.execPath, [...options, ...files], { cwd: projectFolder, stdio: 'inherit' });
  const [code] = await once(tests, 'exit');
  return code ?? 1;
}
