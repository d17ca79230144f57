/** `npm run test:electron -- [file…] [--grep text]`: the host suites in a desktop VS Code that is downloaded. */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { bundleSuites } from './hostBundle.ts';
import { reportResult, suiteFiles } from './hostSuites.ts';
import { buildExtension, projectFolder } from './project.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });

const files = suiteFiles(positionals);
await buildExtension();
const bundle = await bundleSuites(files, '', values.grep);
try {
  for (const version of ['stable', '1.105.1']) {
    await rm(bundle.resultFile, { force: true });
    await runTests({
      version,
      extensionDevelopmentPath: projectFolder,
      extensionTestsPath: bundle.entry,
      launchArgs: ['--disable-workspace-trust', '--disable-extensions', '--skip-welcome', '--skip-release-notes'],
    });
    if (!reportResult(bundle.resultFile)) process.exitCode = 1;
  }
} finally {
  await rm(bundle.folder, { recursive: true, force: true });
}
