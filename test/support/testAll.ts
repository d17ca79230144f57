/** `npm test`: every tier but the bench, and the time of each step at the end. */
import { join } from 'node:path';
import { projectFolder } from './vscode/project.ts';
import { nodeStep, nodeTests, runStep, runTogether, type Step, type StepTime } from './vscode/steps.ts';

const checks = [
  tool('type check', 'tsc', '--noEmit'),
  tool('type check of the page', 'tsc', '--noEmit', '-p', 'src/preview/page'),
  tool('lint', 'biome', 'ci', '--colors=off'),
  support('fetch VS Code and Chromium', 'fetch.ts'),
];
const tiers: Step[] = [
  nodeTests('unit'),
  nodeTests('network'),
  { name: 'package, twice the same', command: [process.execPath, join('build', 'package.mjs'), '--check'] },
  support('host', 'hostRun.ts', '--vscode', 'latest', '--vscode', '1.105'),
  support('ui', 'uiRun.ts'),
  support('faults', join('..', 'faultsRun.ts')),
];

const started = performance.now();
const times: StepTime[] = [];
let failure: unknown;
try {
  times.push(...(await runTogether(checks, projectFolder)));
  for (const step of tiers) times.push(await runStep(step, projectFolder));
} catch (error) {
  failure = error;
}
printTimes([...times, { name: 'all', seconds: (performance.now() - started) / 1000 }]);
console.log(failure instanceof Error ? failure.message : 'All steps passed.');
process.exitCode = failure ? 1 : 0;

function tool(name: string, program: string, ...args: string[]): Step {
  return { name, command: [join(projectFolder, 'node_modules', '.bin', program), ...args] };
}

function support(name: string, file: string, ...args: string[]): Step {
  return nodeStep(name, join('test', 'support', 'vscode', file), ...args);
}

function printTimes(rows: StepTime[]): void {
  console.log('');
  for (const { name, seconds } of rows) console.log(`${name.padEnd(30)}${seconds.toFixed(1).padStart(8)} s`);
}
