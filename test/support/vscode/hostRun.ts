/** `npm run test:host -- [file…] [--vscode 1.105|latest] [--grep text]` */
import { existsSync, globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleSuites, type HostBundle } from './hostBundle.ts';
import type { HostRunResult } from './hostEntry.ts';
import { linePrefix, runInWindow } from './hostWindow.ts';
import type { VscodeVersion } from './install.ts';
import { buildExtension, projectFolder } from './project.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vscode: { type: 'string', multiple: true, default: ['latest'] },
    grep: { type: 'string' },
  },
});

const files = suiteFiles(positionals);
const versions = values.vscode.map(vscodeVersion);
await buildExtension();
const bundle = await bundleSuites(files, linePrefix, values.grep);
try {
  for (const version of versions) await runOn(version, bundle);
} finally {
  await rm(bundle.folder, { recursive: true, force: true });
}

function suiteFiles(given: string[]): string[] {
  if (given.length > 0) return given.map((file) => resolve(process.env.INIT_CWD ?? process.cwd(), file));
  const found = globSync('test/host/**/*.test.ts', { cwd: projectFolder });
  if (found.length === 0) throw new Error('There are no suites in test/host.');
  return found.sort().map((file) => resolve(projectFolder, file));
}

function vscodeVersion(name: string): VscodeVersion {
  if (name === '1.105' || name === 'latest') return name;
  throw new Error(`There is no VS Code "${name}" here: choose 1.105 or latest.`);
}

async function runOn(version: VscodeVersion, bundle: HostBundle): Promise<void> {
  await rm(bundle.resultFile, { force: true });
  await runInWindow(version, bundle.entry);
  if (!existsSync(bundle.resultFile)) throw new Error('The suites ended without a result.');
  const { passed, failed, skipped }: HostRunResult = JSON.parse(await readFile(bundle.resultFile, 'utf8'));
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}
