/** `npm run build [-- --production] [-- --watch] [-- --modules]`: everything that is shipped, into `dist`. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, watch } from 'rolldown';
import { writeNotices } from './notices.mjs';

const production = process.argv.includes('--production');
const project = join(import.meta.dirname, '..');
const dist = join(project, 'dist');

const output = { dir: dist, minify: production, sourcemap: !production, comments: false };

const chunks = {
  chunkFileNames: '[name]-[hash].js',
  // Each file costs half a millisecond: what activation needs is one, whoever shares parts of it later.
  codeSplitting: { groups: [{ name: 'startup', tags: ['$initial'] }] },
};
// A file for a file, so that coverage finds its way back.
const modules = { preserveModules: true, preserveModulesRoot: join(project, 'src') };

const bundles = [
  {
    cwd: project,
    input: { extension: 'src/extension.ts' },
    platform: 'node',
    external: ['vscode'],
    // jsonc-parser's other build hides its parts from a bundler.
    resolve: { mainFields: ['module', 'main'] },
    transform: {
      target: 'node22',
      // What Node says when it bundles undici for itself: without the experimental second parser, 170 KB that nobody runs.
      define: { esbuildDetection: 'true' },
    },
    output: {
      ...output,
      format: 'cjs',
      ...(process.argv.includes('--modules') ? modules : chunks),
    },
  },
  {
    cwd: project,
    input: { sample: 'src/sample/main.ts' },
    platform: 'node',
    transform: { target: 'node22' },
    output: { ...output, format: 'cjs' },
  },
  {
    cwd: project,
    input: { preview: 'src/preview/page/main.ts' },
    platform: 'browser',
    transform: { target: 'es2022' },
    output: { ...output, format: 'iife' },
  },
];

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });

if (process.argv.includes('--watch')) {
  watch(bundles).on('event', ({ code, error, result }) => {
    if (error) console.error(error);
    if (code === 'END') console.log('built into dist');
    return result?.close();
  });
} else {
  const files = (await build(bundles)).flatMap((bundle) => bundle.output);
  await writeNotices(
    files.flatMap(({ moduleIds = [] }) => moduleIds),
    join(dist, 'THIRD-PARTY-NOTICES.txt'),
  );
  console.log(`built ${files.filter(({ type }) => type === 'chunk').length} files into dist`);
}
