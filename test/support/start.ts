/** `npm start -- [--host server|desktop] [--port number]`: try the extension in a real VS Code with sample records. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { spawnGuarded } from './vscode/guarded.ts';
import { buildExtension, projectFolder } from './vscode/project.ts';
import { startVscode } from './vscode/server.ts';

const firstRecord = 'videorecord://sample/1.video.json';

interface Running {
  /** Settles when the person has closed it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const { values } = parseArgs({ options: { host: { type: 'string' }, port: { type: 'string', default: '0' } } });
const host = values.host ?? (hasDesktop() ? 'desktop' : 'server');
if (host !== 'server' && host !== 'desktop') throw new Error(`There is no host "${host}": choose server or desktop.`);

await buildExtension();
const sample = spawnGuarded([process.execPath, join(projectFolder, 'dist', 'sample.js'), '--port', '0']);
const settings = {
  'videoRecords.services': { sample: { baseUrl: await sampleAddress() } },
  'videoRecords.defaultService': 'sample',
};
const vscode = host === 'desktop' ? await startDesktop() : await startServer(Number(values.port));
await Promise.race([vscode.ended, sample.ended, once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await Promise.all([vscode.stop(), sample.stop()]);
process.exit();

function hasDesktop(): boolean {
  return spawnSync('code', ['--version'], { shell: process.platform === 'win32' }).status === 0;
}

async function sampleAddress(): Promise<string> {
  sample.stderr.pipe(process.stderr);
  const [line] = await Promise.race([
    once(createInterface(sample.stdout), 'line'),
    sample.ended.then(() => Promise.reject(new Error('The sample service did not start.'))),
  ]);
  const { baseUrl } = JSON.parse(line);
  console.log(`Sample service: ${baseUrl}`);
  return baseUrl;
}

async function startServer(port: number): Promise<Running> {
  const server = await startVscode({ version: 'latest', settings, port });
  const address = server.url([
    ['extensionDevelopmentPath', server.remoteUri(projectFolder)],
    ['openFile', firstRecord],
  ]);
  console.log(`VS Code ${server.version} with Video Records is ready. Open it in a browser:\n${address}`);
  console.log('Press Ctrl+C to stop VS Code and the sample service.');
  if (process.stdout.isTTY) openBrowser(address);
  return server;
}

function openBrowser(address: string): void {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const command = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[platform as string] ?? ['xdg-open'];
  const [program = '', ...rest] = command;
  // The address is printed as well, so a machine without a browser is no failure.
  spawn(program, [...rest, address], { stdio: 'ignore' }).on('error', () => {});
}

async function startDesktop(): Promise<Running> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'video-records-desktop-'));
  await mkdir(join(userDataDir, 'User'), { recursive: true });
  await writeFile(join(userDataDir, 'User', 'settings.json'), JSON.stringify(settings, null, 2));
  const options = [
    '--wait',
    '--new-window',
    `--user-data-dir=${userDataDir}`,
    `--extensions-dir=${join(userDataDir, 'extensions')}`,
    `--extensionDevelopmentPath=${projectFolder}`,
    `--file-uri=${firstRecord}`,
  ];
  const code = process.platform === 'win32' ? ['cmd', '/c', 'code'] : ['code'];
  const command = spawnGuarded([...code, ...options], {}, userDataDir);
  console.log('VS Code opens with Video Records. Press Ctrl+C or close the window to stop.');
  return { ended: command.ended, stop: () => stopDesktop(userDataDir, command.stop) };
}

/** `code` hands over to a process of its own, which writes its id into a lock file. */
async function stopDesktop(userDataDir: string, stopCommand: () => Promise<void>): Promise<void> {
  const pid = Number(await readFile(join(userDataDir, 'code.lock'), 'utf8').catch(() => '0'));
  try {
    if (pid > 0) process.kill(pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await stopCommand();
}
