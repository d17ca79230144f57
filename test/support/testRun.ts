/**
 * `npm test` runs what a change usually breaks, `npm run test:all` the rest as well, and `npm run test:rest` the rest
 * alone. The times of the steps come at the end.
 */
import { join } from 'node:path';
import { projectFolder } from './vscode/project.ts';
import { nodeStep, nodeTests, runStep, runTogether, type Step, type StepResult } from './vscode/steps.ts';

/** Each stage begins when the one before has passed. Steps that start VS Code use both cores themselves. */
type Stage = Step | Step[];

/** What takes long in the host and rarely breaks waits for `test:rest`. */
const later = '(agent|connections|exchange|history)';

const parts: Record<string, Stage[]> = {
  quick: [
    [
      nodeTests('unit'),
      nodeTests('network'),
      support('fetch VS Code and Chromium', 'fetch.ts'),
      tool('type check', 'tsc', '--noEmit'),
      tool('type check of the preview', 'tsc', '--noEmit', '-p', 'src/preview/page'),
      tool('type check of the table', 'tsc', '--noEmit', '-p', 'src/table/page'),
      tool('lint', 'biome', 'ci', '--colors=off'),
      { name: 'package, twice the same', command: [process.execPath, join('build', 'package.mjs'), '--check'] },
    ],
    support('host, newest VS Code', 'hostRun.ts', '--vscode', 'latest', hostSuites(`!${later}`, '!(random).test.ts')),
    support('ui, main journeys', 'uiRun.ts', 'test/ui/journeys/*.test.ts'),
  ],
  rest: [
    support(
      'host, newest VS Code, the rest',
      'hostRun.ts',
      '--vscode',
      'latest',
      hostSuites(`@${later}`, '*.test.ts'),
      hostSuites('*', 'random.test.ts'),
    ),
    support('host, VS Code 1.105', 'hostRun.ts', '--vscode', '1.105'),
    support('ui, all others', 'uiRun.ts', 'test/ui/*.test.ts', 'test/ui/!(journeys)/*.test.ts'),
    support('faults and soak', join('..', 'faultsRun.ts')),
  ],
};

const started = performance.now();
const results: StepResult[] = [];
for (const stage of process.argv.slice(2).flatMap((part) => parts[part] ?? [])) {
  if (Array.isArray(stage)) results.push(...(await runTogether(stage, projectFolder)));
  else results.push(await runStep(stage, projectFolder));
  if (results.some(({ passed }) => !passed)) break;
}
printResults(results, (performance.now() - started) / 1000);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

function tool(name: string, program: string, ...args: string[]): Step {
  return { name, command: [join(projectFolder, 'node_modules', '.bin', program), ...args] };
}

function hostSuites(folders: string, files: string): string {
  return join(projectFolder, 'test', 'host', folders, files);
}

function support(name: string, file: string, ...args: string[]): Step {
  return nodeStep(name, join('test', 'support', 'vscode', file), ...args);
}

function printResults(results: StepResult[], seconds: number): void {
  const line = (name: string, seconds: number, note = ''): void =>
    console.log(`${name.padEnd(30)}${seconds.toFixed(1).padStart(8)} s${note}`);
  console.log('');
  for (const { name, seconds, passed } of results) line(name, seconds, passed ? '' : '  failed');
  line('all', seconds);
}
