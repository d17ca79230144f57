/** `npm run test:host -- [file…] [--vscode 1.105|latest] [--grep text]`: several files run in two windows at a time. */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.ts';
import { bundleSuites } from './hostBundle.ts';
import { reportResult, suiteFiles } from './hostSuites.ts';
import { linePrefix, runInWindow } from './hostWindow.ts';
import { ensureVscode, type VscodeVersion } from './install.ts';
import { buildExtension } from './project.ts';
import { sharesOf } from './shares.ts';

type Print = (line: string) => void;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vscode: { type: 'string', multiple: true, default: ['latest'] },
    grep: { type: 'string' },
  },
});

/** Nobody looks at these windows, and drawing them is most of the work of a run. */
const smallWindow = { width: 480, height: 360 };
const lessToDraw = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'workbench.reduceMotion': 'on',
};

const shares = sharesOf(suiteFiles(positionals), 2);
const versions = values.vscode.map(vscodeVersion);
await buildExtension();
for (const version of versions) {
  // Otherwise both windows would fetch them.
  await Promise.all([ensureVscode(version), ensureChromium()]);
  const { live, kept, printKept } = inTurn();
  const runs = shares.map((files, at) =>
    at === 0 ? runShare(version, files, live).finally(printKept) : runShare(version, files, kept),
  );
  for (const run of await Promise.allSettled(runs)) {
    if (run.status === 'fulfilled') continue;
    console.error(run.reason);
    process.exitCode = 1;
  }
}

/** The lines of the first window as they come, and those of the second in one piece after them. */
function inTurn(): { live: Print; kept: Print; printKept(): void } {
  let lines: string[] | undefined = [];
  return {
    live: (line) => console.log(line),
    kept: (line) => (lines ? lines.push(line) : console.log(line)),
    printKept() {
      for (const line of lines ?? []) console.log(line);
      lines = undefined;
    },
  };
}

async function runShare(version: VscodeVersion, files: string[], print: Print): Promise<void> {
  const bundle = await bundleSuites(files, linePrefix, values.grep);
  try {
    await runInWindow(version, bundle.entry, { print, viewport: smallWindow, settings: lessToDraw });
    reportResult(bundle.resultFile, print);
  } finally {
    await rm(bundle.folder, { recursive: true, force: true });
  }
}

function vscodeVersion(name: string): VscodeVersion {
  if (name === '1.105' || name === 'latest') return name;
  throw new Error(`There is no VS Code "${name}" here: choose 1.105 or latest.`);
}
