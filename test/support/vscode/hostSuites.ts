import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { HostRunResult } from './hostEntry.ts';
import { projectFolder } from './project.ts';

/** The suites given on the command line, also by a pattern, or all of `test/host`. */
export function suiteFiles(given: string[]): string[] {
  // npm runs a script in the project's folder and keeps the caller's in this variable.
  const folder = process.env.INIT_CWD ?? process.cwd();
  const patterns = given.map((pattern) => resolve(folder, pattern));
  const found = globSync(patterns.length > 0 ? patterns : join(projectFolder, 'test/host/**/*.test.ts'));
  if (found.length === 0) throw new Error(`There are no suites in ${given.join(', ') || 'test/host'}.`);
  return found.sort();
}

/** Prints the closing line of a run. A run with a failure ends in an error that repeats it: the last lines are what is read. */
export function reportResult(resultFile: string, print: (line: string) => void = console.log): void {
  if (!existsSync(resultFile)) throw new Error('The suites ended without a result.');
  const { passed, failed, skipped, failures }: HostRunResult = JSON.parse(readFileSync(resultFile, 'utf8'));
  print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0) throw new Error(`${failed} failed:\n\n${failures.join('\n\n')}`);
  if (passed === 0) throw new Error('No test was run.');
}
