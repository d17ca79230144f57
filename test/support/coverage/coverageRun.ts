/** `npm run coverage -- [tier…]`: what all tiers together reach of `src/`, or these of them, printed by file. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../vscode/project.ts';
import { nodeStep, nodeTests, runStep, type Step } from '../vscode/steps.ts';

const folder = join(projectFolder, 'out', 'coverage');
rmSync(folder, { recursive: true, force: true });

const tiers = process.argv.slice(2);
const isWanted = ({ name }: Step) => tiers.length === 0 || tiers.includes(name);
const inNode = ['unit', 'network'].map(nodeTests).filter(isWanted);
const inVscode = [
  nodeStep('host', 'test/support/vscode/hostRun.ts'),
  nodeStep('ui', 'test/support/vscode/uiRun.ts'),
  nodeStep('faults', 'test/support/faultsRun.ts'),
].filter(isWanted);

process.env.NODE_V8_COVERAGE = folder;
for (const step of inNode) await run(step);
delete process.env.NODE_V8_COVERAGE;

process.env.VR_COVERAGE = folder;
process.env.VR_COVERAGE_OF = pathToFileURL(join(projectFolder, 'dist')).href;
for (const step of inVscode) await run(step);

// The page of the preview runs in a browser, where the UI tests look at it from outside.
const c8 = join(projectFolder, 'node_modules', 'c8', 'bin', 'c8.js');
await run(
  nodeStep('coverage', c8, 'report', '--temp-directory', folder, '--all', '--src', 'src', '--include', 'src/**', '-a'),
);

/** What a failed step has reached counts as well. */
async function run(step: Step): Promise<void> {
  const { passed } = await runStep(step, projectFolder);
  if (!passed) process.exitCode = 1;
}
