import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { nodeFlags, projectFolder } from './project.ts';

export interface Step {
  name: string;
  command: [program: string, ...args: string[]];
}

export interface StepResult {
  name: string;
  seconds: number;
  passed: boolean;
}

export function nodeStep(name: string, ...args: string[]): Step {
  return { name, command: [process.execPath, ...nodeFlags, ...args] };
}

/**
 * The tests of a tier that need no VS Code, all in one process: starting one for each file takes as long as the tests.
 * Node counts a pattern without files as a pass.
 */
export function nodeTests(tier: string): Step {
  const pattern = `test/${tier}/**/*.test.ts`;
  if (globSync(pattern, { cwd: projectFolder }).length === 0) throw new Error(`There are no tests in test/${tier}.`);
  return nodeStep(
    tier,
    '--import',
    './test/support/words.ts',
    '--test',
    '--test-isolation=none',
    '--test-timeout=120000',
    '--test-reporter=dot',
    pattern,
  );
}

/** Runs a step with its output on the terminal. */
export async function runStep(step: Step, cwd: string): Promise<StepResult> {
  console.log(`\n── ${step.name}`);
  return timed(step, cwd, 'inherit');
}

/** Runs steps three at a time, as some mostly wait; each one's output is printed in one piece when it ends. */
export async function runTogether(steps: Step[], cwd: string): Promise<StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await timed(step, cwd, 'pipe'));
  };
  await Promise.all([lane(), lane(), lane()]);
  return results;
}

async function timed({ name, command }: Step, cwd: string, output: 'inherit' | 'pipe'): Promise<StepResult> {
  const started = performance.now();
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ['ignore', output, output] });
  const texts = [child.stdout, child.stderr].map((stream) => stream && buffer(stream));
  const [code] = await once(child, 'exit');
  const printed = Buffer.concat((await Promise.all(texts)).filter((text) => text !== null)).toString();
  const seconds = (performance.now() - started) / 1000;
  if (output === 'pipe') console.log(`\n── ${name}\n${printed.trimEnd()}`);
  return { name, seconds, passed: code === 0 };
}
