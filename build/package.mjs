/**
 * `npm run package [-- --check]`: the extension as video-records.vsix. The same sources give the same bytes, whenever and
 * wherever it is made; `--check` makes it twice, compares, and holds it against its size limit.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const file = 'video-records.vsix';
const readme = 'dist/README.md';

const mostKb = 450;

const first = make();
const kb = statSync(join(project, file)).size / 1024;
console.log(`${file}: ${kb.toFixed(0)} KB, sha256 ${first}`);
if (process.argv.includes('--check')) {
  if (kb > mostKb) throw new Error(`The VSIX has more than ${mostKb} KB.`);
  if (make() !== first) throw new Error('Made twice, the VSIX differs.');
}

function make() {
  run('esbuild.mjs', '--production');
  const text = readFileSync(join(project, 'README.md'), 'utf8');
  writeFileSync(join(project, readme), withoutRelativeLinks(text));
  run(
    'node_modules/@vscode/vsce/vsce',
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--readme-path',
    readme,
    '--out',
    file,
  );
  return createHash('sha256')
    .update(readFileSync(join(project, file)))
    .digest('hex');
}

/**
 * An extension's page shows images and opens links only from the web (VS Code removes `data:` images), and the project has
 * no public address to point them to. So the page has no image, and names other files without linking to them.
 */
function withoutRelativeLinks(markdown) {
  return markdown
    .replaceAll(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https:|#)[^)]*\)/g, '`$1`');
}

function run(script, ...args) {
  // A zip file holds times in the local zone.
  const env = { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? lastChange() };
  execFileSync(process.execPath, [join(project, script), ...args], { cwd: project, env, stdio: ['ignore', 'pipe', 2] });
}

/** Seconds since 1970; without Git, the first second that a zip file can name. */
function lastChange() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: project, encoding: 'utf8' }).trim();
  } catch {
    return '315532800';
  }
}
