import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { polled } from '../support/polled.ts';
import { launchBrowser, patienceMs, saveScreenshot } from '../support/vscode/browser.ts';
import { projectFolder } from '../support/vscode/project.ts';

const options = { skip: process.platform !== 'linux' && 'reads the process table in /proc', timeout: 90_000 };

test('npm start opens the first record, and Ctrl+C ends all of it', options, async (t) => {
  const start = startServerHost(t);
  const address = await workbenchAddress(start);
  await seeFirstRecord(address);
  const processes = descendants(start.pid ?? 0);
  assert.ok(commands(processes).includes('extensionHost'), 'the window has an extension host');

  // As a terminal does: to the whole group in the foreground.
  process.kill(-(start.pid ?? 0), 'SIGINT');
  await once(start, 'exit');
  await gone(processes);
});

test('nothing outlives npm start when it is killed', options, async (t) => {
  const start = startServerHost(t);
  await workbenchAddress(start);
  const processes = descendants(start.pid ?? 0);
  assert.ok(commands(processes).includes('server-main.js'));
  process.kill(-(start.pid ?? 0), 'SIGKILL');
  await gone(processes);
});

async function seeFirstRecord(address: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(address, { timeout: patienceMs });
    const title = page.locator('.view-line').filter({ hasText: '"title"' }).first();
    await title.waitFor().catch(async (error) => {
      throw new Error(`The record is not shown, see ${await saveScreenshot(page, 'npm start')}.`, { cause: error });
    });
  } finally {
    await browser.close();
  }
}

function startServerHost(t: TestContext): ChildProcess {
  const start = spawn('npm', ['start', '--', '--host', 'server'], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // A test that failed on the way leaves nothing running either.
  t.after(() => start.exitCode === null && start.signalCode === null && process.kill(-(start.pid ?? 0), 'SIGKILL'));
  return start;
}

async function workbenchAddress(start: ChildProcess): Promise<string> {
  assert.ok(start.stdout);
  for await (const line of createInterface(start.stdout)) {
    const address = /http:\/\/localhost:\d+\/\?\S+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('npm start ended without an address.');
}

function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const children = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap((child) => [child.pid, ...children(child.pid)]);
  return children(pid);
}

/** The fourth field; the second one, in brackets, may hold anything. */
function parentOf(pid: string): number {
  return Number(procFile(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
}

function commands(pids: number[]): string {
  return pids.map((pid) => procFile(String(pid), 'cmdline').replaceAll('\0', ' ')).join('\n');
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It ended while the table was read.
    return '';
  }
}

/** A process that is no child of this one sends no event when it ends, so the table is read again and again. */
async function gone(pids: number[]): Promise<void> {
  const left = (): number[] => pids.filter((pid) => existsSync(`/proc/${pid}`) && commands([pid]) !== '');
  await polled(`all of these have ended:\n${commands(pids)}`, () => left().length === 0 || undefined, 10_000);
}
