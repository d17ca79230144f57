/** `npm run test:ui -- [file…] [--test-name-pattern=text]` */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureChromium } from './chromium.ts';
import { ensureVscode } from './install.ts';
import { buildExtension, nodeFlags, projectFolder } from './project.ts';

const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : ['test/ui/**/*.test.ts'];

await Promise.all([ensureVscode('latest'), ensureChromium(), buildExtension()]);
const tests = spawn(process.execPath, [...nodeFlags, '--test', '--test-concurrency=1', ...given, ...files], {
  cwd: projectFolder,
  stdio: 'inherit',
});
const [code] = await once(tests, 'exit');
process.exitCode = code ?? 1;
