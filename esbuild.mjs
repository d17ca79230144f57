/** `npm run build [-- --production] [-- --watch]`: everything that is shipped, into `dist`. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { notices } from './build/notices.mjs';
import { numbered, shippedBundles } from './build/sentences.mts';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const entry = './src/extension.ts';
const target = 'node22';

const shared = {
  bundle: true,
  outdir: 'dist',
  minify: production,
  sourcemap: production ? false : 'inline',
  legalComments: 'none',
  metafile: true,
  write: false,
  plugins: [writeOutput()],
  // `info` reports each build while watching, for the task of .vscode.
  logLevel: watch ? 'info' : 'warning',
};

/**
 * esbuild makes one file for each set of lazy entries that share a module. If every lazy entry also imports the
 * extension's entry, they all share what activation loads, so it is one file.
 */
const startupInOneFile = {
  name: 'startup-in-one-file',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      // The names of the output files depend on this path, so it must not say where the project lies.
      return { path: relative('.', join(resolveDir, path)).replaceAll('\\', '/'), namespace: 'lazy' };
    });
    onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => ({
      contents: `import '${entry}'; export * from './${path}';`,
      resolveDir: import.meta.dirname,
    }));
  },
};

/** undici has its HTTP parser twice, with and without SIMD instructions. The one without runs everywhere. */
const oneParser = {
  name: 'one-parser',
  setup({ onResolve }) {
    onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('_simd', '')),
    }));
  },
};

const sentencesByNumber = {
  name: 'sentences-by-number',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: numbered(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/** What this build consists of. */
const written = new Set();

function writeOutput(convert = async (text) => text) {
  return {
    name: 'write-output',
    setup({ onEnd }) {
      onEnd(async ({ outputFiles = [] }) => {
        await Promise.all(outputFiles.map(async ({ path, text }) => write(path, await convert(text))));
      });
    },
  };
}

/** A window that runs on the build before must not find a file missing or half written, so equal ones stay untouched. */
async function write(path, text) {
  written.add(resolve(path));
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function removeOthers() {
  const found = await readdir('dist', { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => resolve(parentPath, name));
  await Promise.all(files.filter((file) => !written.has(file)).map((file) => rm(file)));
}

/** esbuild splits ES modules only, and VS Code loads CommonJS faster: each file is converted before it is written. */
async function asCommonJs(esModule) {
  // Otherwise each source file gets a copy of the whole namespace.
  const source = esModule.replaceAll(/import ?\* ?as ([\w$]+) from ?"vscode";/g, 'const $1 = require("vscode");');
  const { code } = await esbuild.transform(source, {
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false },
    minify: production,
    sourcemap: shared.sourcemap,
  });
  return code;
}

// For coverage: c8 maps a file back only if it comes from one source.
const oneFilePerModule = { entryPoints: ['src/**/*.ts'], packages: 'external' };

const bundles = [
  {
    ...shared,
    ...(process.argv.includes('--modules') ? oneFilePerModule : { entryPoints: [entry] }),
    platform: 'node',
    target,
    format: 'esm',
    splitting: true,
    external: ['vscode'],
    // jsonc-parser's other build hides its parts from a bundler.
    mainFields: ['module', 'main'],
    plugins: [startupInOneFile, oneParser, sentencesByNumber, writeOutput(asCommonJs)],
  },
  {
    ...shared,
    entryPoints: { sample: 'src/sample/sampleMain.ts', talks: 'src/sample/talks.json' },
    // As a module, JSON would lose the digits that JavaScript's numbers can't hold.
    loader: { '.json': 'copy' },
    define: { 'import.meta.dirname': '__dirname' },
    platform: 'node',
    target,
  },
  {
    ...shared,
    entryPoints: { preview: 'src/preview/page/previewPage.ts', table: 'src/table/page/tablePage.ts' },
    platform: 'browser',
    target: 'es2022',
  },
];

await Promise.all(shippedBundles().map(({ name, text }) => write(`dist/l10n/${name}`, text)));

if (watch) {
  await Promise.all(bundles.map(async (bundle) => (await esbuild.context(bundle)).watch()));
} else {
  const results = await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
  // It has only types, so it is a declaration file as it stands.
  await write('dist/api.d.ts', await readFile('src/api.ts', 'utf8'));
  await write('dist/THIRD-PARTY-NOTICES.txt', await notices(results));
  await removeOthers();
}
