/** Runs inside the extension host: VS Code calls `run` of the bundle that is made of this file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatWithOptions } from 'node:util';

export interface HostRunConfig {
  suites: { source: string; bundle: string }[];
  resultFile: string;
  /** Put before each line that is meant for the terminal, where other lines reach it too. */
  linePrefix: string;
  grep?: string;
}

export interface HostRunResult {
  passed: number;
  failed: number;
  skipped: number;
}

export async function run(): Promise<void> {
  const config: HostRunConfig = JSON.parse(readFileSync(join(__dirname, 'config.json'), 'utf8'));
  const result: HostRunResult = { passed: 0, failed: 0, skipped: 0 };
  // Before Mocha is loaded: its reporters keep the console that they find.
  prefixConsole(config.linePrefix);
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    timeout: 30_000,
    reporter: 'spec',
    color: true,
    // Suites of either style run, whoever wrote them.
    ui: ((suite: Mocha.Suite) => {
      Mocha.interfaces.tdd(suite);
      Mocha.interfaces.bdd(suite);
    }) as never,
    ...(config.grep === undefined ? {} : { grep: config.grep }),
  });
  for (const { source, bundle } of config.suites) {
    mocha.suite.emit('pre-require', globalThis as never, source, mocha);
    const suite = require(bundle);
    if (typeof suite.run === 'function') await runOwnRunner(source, suite.run, result);
    mocha.suite.emit('require', suite, source, mocha);
    mocha.suite.emit('post-require', globalThis as never, source, mocha);
  }
  await runMocha(mocha, result);
  writeFileSync(config.resultFile, JSON.stringify(result));
}

function prefixConsole(prefix: string): void {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => print(prefix + formatWithOptions({ colors: true }, ...values));
  }
}

async function runOwnRunner(source: string, ownRun: () => unknown, result: HostRunResult): Promise<void> {
  try {
    await ownRun();
    result.passed += 1;
  } catch (error) {
    console.error(`${source} failed:`, error);
    result.failed += 1;
  }
}

function runMocha(mocha: Mocha, result: HostRunResult): Promise<void> {
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      result.passed += runner.stats?.passes ?? 0;
      result.failed += runner.stats?.failures ?? 0;
      result.skipped += runner.stats?.pending ?? 0;
      resolve();
    });
  });
}
