import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { polled } from '../polled.ts';
import { type GuardedProcess, spawnGuarded } from './guarded.ts';
import { ensureVscode, type VscodeVersion } from './install.ts';

export interface VscodeOptions {
  version: VscodeVersion;
  /** User settings, on top of the ones that keep the workbench quiet. */
  settings?: Record<string, unknown>;
  /** Kept by the caller, to start again on the same state; without it a temporary folder is used and removed. */
  userDataDir?: string;
  /** Workspace trust as users have it; without it every folder is trusted. */
  trust?: boolean;
  extensionsDir?: string;
  env?: Record<string, string>;
  /** 0 or none: any free one. */
  port?: number;
}

export interface VscodeServer {
  version: string;
  port: number;
  userDataDir: string;
  /** The address of a window; the payload entries are what the desktop knows as command line options. */
  url(payload?: [string, string][], folder?: string): string;
  /** A path on this machine as the window names it. */
  remoteUri(path: string): string;
  /** The extension hosts that run now, one for each connected window. */
  extensionHostPids(): number[];
  /** Puts these user settings in the place of the ones before, for the next window. */
  configure(settings: Record<string, unknown>): Promise<void>;
  /** Ends all extension hosts and forgets what they and their windows left in files, settings included. */
  renew(): Promise<void>;
  /** The end of what the server printed. */
  log(): string;
  /** The end of what the extension hosts and our extension logged. */
  hostLogs(): string;
  /** Settles when the server has ended, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  // The default on the desktop; in a browser it is another.
  'files.autoSave': 'off',
  'git.enabled': false,
  // It looks through all processes of the machine for ports, several times a minute.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

const logTail = 20_000;

export async function startVscode(options: VscodeOptions): Promise<VscodeServer> {
  const install = await ensureVscode(options.version);
  const temporary = options.userDataDir ? '' : await mkdtemp(join(tmpdir(), 'video-records-vscode-'));
  const userDataDir = options.userDataDir ?? temporary;
  await writeSettings(userDataDir, options.settings);
  await watchCoverage(options.extensionsDir ?? join(userDataDir, 'extensions'));

  const command = [install.node, install.serverMain, ...serverArguments(options, userDataDir)];
  const env = {
    ...options.env,
    // Tells suites inside the extension host where its logs are.
    VIDEO_RECORDS_USER_DATA: userDataDir,
    // The sockets of extension hosts that are killed stay, and go with this folder.
    XDG_RUNTIME_DIR: userDataDir,
  };
  const server = spawnGuarded(command, env, temporary);
  const output = collectOutput(server);
  const port = await listeningPort(server, output);
  const remoteUri = (path: string): string => `vscode-remote://localhost:${port}${path}`;
  return {
    version: install.version,
    port,
    userDataDir,
    remoteUri,
    url: (payload = [], folder) => windowUrl(port, payload, folder),
    extensionHostPids: () => output.extensionHosts.filter(isRunning),
    configure: (settings) => writeSettings(userDataDir, settings),
    async renew() {
      for (const pid of output.extensionHosts.filter(isRunning)) process.kill(pid, 'SIGKILL');
      await polled('the extension hosts have ended', () => !output.extensionHosts.some(isRunning) || undefined);
      // The server may still be writing what a window sent before it was closed.
      await rm(join(userDataDir, 'data', 'User'), { recursive: true, force: true, maxRetries: 10 });
    },
    log: () => output.text,
    hostLogs: () => {
      const files = globSync('data/logs/*/exthost*/{remoteexthost,video-records.video-records/*}.log', {
        cwd: userDataDir,
      });
      return files
        .map((file) => `${file}\n${readFileSync(join(userDataDir, file), 'utf8').slice(-logTail)}`)
        .join('\n');
    },
    ended: server.ended,
    stop: server.stop,
  };
}

/** Only `npm run coverage` asks for it. */
async function watchCoverage(extensionsDir: string): Promise<void> {
  if (process.env.VR_COVERAGE === undefined) return;
  const extension = fileURLToPath(new URL('../coverage/extension', import.meta.url));
  await cp(extension, join(extensionsDir, 'test.coverage-0.0.1'), { recursive: true });
}

async function writeSettings(userDataDir: string, settings: Record<string, unknown> = {}): Promise<void> {
  const folder = join(userDataDir, 'data', 'User');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }, null, 2));
}

function serverArguments(options: VscodeOptions, userDataDir: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--server-data-dir', userDataDir],
    '--without-connection-token',
    '--accept-server-license-terms',
    '--disable-telemetry',
    '--enable-smoke-test-driver',
    // The environment of this process serves; a login shell would be started for each window.
    '--force-disable-user-env',
    // Seconds that the file watcher of a closed window runs on; three hours otherwise. VS Code 1.105 ignores it.
    ...['--reconnection-grace-time', '60'],
    ...(options.trust ? [] : ['--disable-workspace-trust']),
    ...(options.extensionsDir ? ['--extensions-dir', options.extensionsDir] : []),
  ];
}

interface ServerOutput {
  text: string;
  extensionHosts: number[];
}

function collectOutput(server: GuardedProcess): ServerOutput {
  const output: ServerOutput = { text: '', extensionHosts: [] };
  const collect = (chunk: string): void => {
    output.text = (output.text + stripVTControlCharacters(chunk)).slice(-logTail);
    for (const [, pid] of chunk.matchAll(/<(\d+)> Launched Extension Host Process/g)) {
      output.extensionHosts.push(Number(pid));
    }
  };
  server.stdout.on('data', collect);
  server.stderr.on('data', collect);
  return output;
}

function listeningPort(server: GuardedProcess, output: ServerOutput): Promise<number> {
  return new Promise((resolve, reject) => {
    server.stdout.on('data', () => {
      const port = /Extension host agent listening on (\d+)/.exec(output.text)?.[1];
      if (port) resolve(Number(port));
    });
    void server.ended.then(() => reject(new Error(`The VS Code server ended before it was ready.\n${output.text}`)));
  });
}

function windowUrl(port: number, payload: [string, string][], folder: string | undefined): string {
  const url = new URL(`http://localhost:${port}/`);
  // Without a folder an empty window, not the folder of the last time.
  if (folder) url.searchParams.set('folder', folder);
  else url.searchParams.set('ew', 'true');
  url.searchParams.set('payload', JSON.stringify([['skipWelcome', 'true'], ...payload]));
  return url.href;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
