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

/** Prints the closing line of a run and says whether it passed; a run without a single test did not. */
export function reportResult(resultFile: string, print: (line: string) => void = console.log): boolean {
  if (!existsSync(resultFile)) throw new Error('The suites ended without a result.');
  const { passed, failed, skipped }: HostRunResult = JSON.parse(readFileSync(resultFile, 'utf8'));
  print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0;
}
