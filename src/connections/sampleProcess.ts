import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Resolves once it listens. */
export async function startSample(extensionPath: string): Promise<{ child: ChildProcess; baseUrl: string }> {
  const script = join(extensionPath, 'dist', 'sample.js');
  const child = spawn(process.execPath, [script, '--port', '0', '--stdin-lifeline'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  return { child, baseUrl: await firstLine(child) };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sample service ended with code ${code}. ${complaint}`.trim())));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(String(JSON.parse(line).baseUrl));
      } catch (error) {
        reject(error);
      }
    });
  });
}
