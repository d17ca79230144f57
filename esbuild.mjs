import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  sourcemap: !production,
  minify: production,
  logLevel: 'warning',
};

/**
 * VS Code loads an extension as CommonJS, and esbuild splits code only for ES modules. So the bundle is made as ES
 * modules first, and each of its files is then turned into CommonJS: undici and zod load on first use.
 */
const toCommonJs = {
  name: 'to-common-js',
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const files = (await readdir('out/esm')).filter((file) => file.endsWith('.js'));
      const step = await context({
        ...shared,
        bundle: false,
        format: 'cjs',
        supported: { 'dynamic-import': false },
        entryPoints: files.map((file) => `out/esm/${file}`),
        outdir: 'dist',
      });
      await step.rebuild();
      await step.dispose();
      console.log(`built ${files.length} files into dist`);
    });
  },
};

/** The editor's JSON Schema, from the same zod source that validates a save. */
async function writeSchema() {
  const { outputFiles } = await (await import('esbuild')).build({
    entryPoints: ['src/record/schema.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const module = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
  const { recordJsonSchema } = await import(module);
  await writeFile('dist/record.schema.json', `${JSON.stringify(recordJsonSchema(), null, production ? 0 : 2)}\n`);
}

await rm('dist', { recursive: true, force: true });
await rm('out/esm', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
await writeSchema();

const builds = await Promise.all([
  context({
    ...shared,
    format: 'esm',
    splitting: true,
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    // jsonc-parser's other build hides its parts from a bundler.
    mainFields: ['module', 'main'],
    chunkNames: '[name]-[hash]',
    outdir: 'out/esm',
    plugins: [toCommonJs],
  }),
  context({ ...shared, format: 'cjs', entryPoints: { sample: 'src/sample/main.ts' }, outdir: 'dist' }),
  context({
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: { preview: 'src/preview/page/main.ts' },
    outdir: 'dist',
  }),
]);
for (const build of builds) {
  await (watch ? build.watch() : build.rebuild());
  if (!watch) await build.dispose();
}
