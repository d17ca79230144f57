/** Runs inside the extension host: VS Code calls `run` of the bundle that is made of this file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatWithOptions } from 'node:util';
import { noteMessages, shownMessages } from '../host/shownMessages.ts';
import { holdsSecret } from '../secret.ts';

export interface HostRunConfig {
  suites: { source: string; bundle: string }[];
  resultFile: string;
  /** Put before each line that is meant for the terminal, where other lines reach it too. */
  linePrefix: string;
  color: boolean;
  grep?: string;
}

export interface HostRunResult {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, and why. */
  failures: string[];
}

export async function run(): Promise<void> {
  const config: HostRunConfig = JSON.parse(readFileSync(join(__dirname, 'config.json'), 'utf8'));
  const result: HostRunResult = { passed: 0, failed: 0, skipped: 0, failures: [] };
  // Before Mocha is loaded: its reporters keep the console that they find.
  prefixConsole(config);
  noteMessages();
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    timeout: 90_000,
    reporter: 'spec',
    color: config.color,
    // Suites of either style run, whoever wrote them.
    ui: ((suite: Mocha.Suite) => {
      Mocha.interfaces.tdd(suite);
      Mocha.interfaces.bdd(suite);
    }) as never,
    ...(config.grep === undefined ? {} : { grep: config.grep }),
  });
  for (const { source, bundle } of config.suites) {
    try {
      await loadSuite(mocha, source, bundle, result);
    } catch (error) {
      result.failures.push(formatWithOptions({}, `${source} could not be run:`, error));
      result.failed += 1;
    }
  }
  await runMocha(mocha, result);
  refuseLeaks(result);
  writeFileSync(config.resultFile, JSON.stringify(result));
}

function prefixConsole({ linePrefix, color }: HostRunConfig): void {
  const prefixed = (level: 'log' | 'info' | 'warn' | 'error' | 'debug'): PropertyDescriptor => {
    const print = console[level];
    return { value: (...values: unknown[]) => print(linePrefix + formatWithOptions({ colors: color }, ...values)) };
  };
  // A new object, as VS Code does not let its own console methods be replaced.
  globalThis.console = Object.create(console, {
    log: prefixed('log'),
    info: prefixed('info'),
    warn: prefixed('warn'),
    error: prefixed('error'),
    debug: prefixed('debug'),
  });
}

function refuseLeaks(result: HostRunResult): void {
  for (const message of shownMessages().filter(holdsSecret)) {
    result.failures.push(`A secret of the suites was shown: ${message}`);
    result.failed += 1;
  }
}

/** Adds the tests of a file to Mocha; a file that brings its own runner is run by it at once. */
async function loadSuite(mocha: Mocha, source: string, bundle: string, result: HostRunResult): Promise<void> {
  mocha.suite.emit('pre-require', globalThis as never, source, mocha);
  const suite = require(bundle);
  mocha.suite.emit('require', suite, source, mocha);
  mocha.suite.emit('post-require', globalThis as never, source, mocha);
  if (typeof suite.run !== 'function') return;
  await suite.run();
  result.passed += 1;
}

function runMocha(mocha: Mocha, result: HostRunResult): Promise<void> {
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      result.passed += runner.stats?.passes ?? 0;
      result.failed += runner.stats?.failures ?? 0;
      result.skipped += runner.stats?.pending ?? 0;
      resolve();
    });
    runner.on('fail', (test, error) => result.failures.push(`${test.fullTitle()}\n${error.stack ?? error}`));
  });
}
