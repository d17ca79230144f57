/** `npm run test:host -- [file…] [--vscode 1.105|latest] [--grep text]` */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bundleSuites } from './hostBundle.ts';
import { reportResult, suiteFiles } from './hostSuites.ts';
import { linePrefix, runInWindow } from './hostWindow.ts';
import type { VscodeVersion } from './install.ts';
import { buildExtension } from './project.ts';

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
  for (const version of versions) {
    await rm(bundle.resultFile, { force: true });
    await runInWindow(version, bundle.entry);
    if (!reportResult(bundle.resultFile)) process.exitCode = 1;
  }
} finally {
  await rm(bundle.folder, { recursive: true, force: true });
}

function vscodeVersion(name: string): VscodeVersion {
  if (name === '1.105' || name === 'latest') return name;
  throw new Error(`There is no VS Code "${name}" here: choose 1.105 or latest.`);
}
