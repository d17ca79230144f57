/**
 * `npm run package [-- --check]`: the extension as video-records.vsix. The same sources give the same bytes, whenever and
 * wherever it is made; `--check` makes it twice, compares, and holds it against its size limit.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { publicAddress, shippedManifest, shippedReadme } from './publicAddress.mts';

const project = join(import.meta.dirname, '..');
const folder = join(project, 'out', 'package');
const file = join(project, 'video-records.vsix');

const maxKb = 620;

const first = await make();
const kb = statSync(file).size / 1024;
console.log(`video-records.vsix: ${kb.toFixed(0)} KB, sha256 ${first}`);
if (process.argv.includes('--check')) {
  if (kb > maxKb) throw new Error(`The VSIX has more than ${maxKb} KB.`);
  if ((await make()) !== first) throw new Error('Made twice, the VSIX differs.');
}

async function make() {
  run(project, 'esbuild.mjs', '--production');
  const address = publicAddress(process.env);
  await collect(address);
  const options = ['--no-dependencies', '--no-rewrite-relative-links', '--no-gitHubIssueLinking', '--out', file];
  if (address === undefined) options.push('--allow-missing-repository');
  run(folder, 'node_modules/@vscode/vsce/vsce', 'package', ...options);
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** vsce reads package.json from the folder it packs, so it packs a copy of what .vscodeignore lets through. */
async function collect(address) {
  rmSync(folder, { recursive: true, force: true });
  const shipped = await listFiles({ cwd: project, packageManager: PackageManager.None });
  for (const name of shipped) cpSync(join(project, name), join(folder, name));
  const manifest = readFileSync(join(project, 'package.json'), 'utf8');
  const readme = readFileSync(join(project, 'README.md'), 'utf8');
  writeFileSync(join(folder, 'package.json'), shippedManifest(manifest, address));
  writeFileSync(join(folder, 'README.md'), shippedReadme(readme, JSON.parse(manifest).version, address));
}

function run(cwd, script, ...args) {
  // A zip file holds times in the local zone.
  const env = { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? lastChange() };
  execFileSync(process.execPath, [join(project, script), ...args], { cwd, env, stdio: ['ignore', 'pipe', 2] });
}

/** Seconds since 1970; without Git, the first second that a zip file can name. */
function lastChange() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: project, encoding: 'utf8' }).trim();
  } catch {
    return '315532800';
  }
}
