import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HostRunResult } from './hostEntry.ts';
import { projectFolder } from './project.ts';

/** The suites given on the command line, or all of `test/host`. */
export function suiteFiles(given: string[]): string[] {
  // npm runs a script in the project's folder and keeps the caller's in this variable.
  if (given.length > 0) return given.map((file) => resolve(process.env.INIT_CWD ?? process.cwd(), file));
  const found = globSync('test/host/**/*.test.ts', { cwd: projectFolder });
  if (found.length === 0) throw new Error('There are no suites in test/host.');
  return found.sort().map((file) => resolve(projectFolder, file));
}

/** Prints the closing line of a run and says whether it passed; a run without a single test did not. */
export function reportResult(resultFile: string, print: (line: string) => void = console.log): boolean {
  if (!existsSync(resultFile)) throw new Error('The suites ended without a result.');
  const { passed, failed, skipped }: HostRunResult = JSON.parse(readFileSync(resultFile, 'utf8'));
  print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0;
}
