/** `npm run test:electron -- [file…] [--grep text]`: the host suites in a desktop VS Code that is downloaded. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { bundleSuites } from './hostBundle.ts';
import { reportResult, suiteFiles } from './hostSuites.ts';
import { buildExtension, projectFolder } from './project.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });

const files = suiteFiles(positionals);
const userDataDir = join(projectFolder, '.vscode-test', 'user-data');
await buildExtension();
const bundle = await bundleSuites(files, '', values.grep);
try {
  for (const version of ['stable', '1.105.1']) {
    await rm(bundle.resultFile, { force: true });
    await runTests({
      version,
      extensionDevelopmentPath: projectFolder,
      extensionTestsPath: bundle.entry,
      extensionTestsEnv: { VIDEO_RECORDS_USER_DATA: userDataDir },
      launchArgs: [
        ...['--disable-workspace-trust', '--disable-extensions', '--skip-welcome', '--skip-release-notes'],
        `--user-data-dir=${userDataDir}`,
      ],
    });
    reportResult(bundle.resultFile);
  }
} finally {
  await rm(bundle.folder, { recursive: true, force: true });
}
