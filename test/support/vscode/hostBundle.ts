import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Loader, type Plugin } from 'esbuild';
import type { HostRunConfig } from './hostEntry.ts';
import { projectFolder } from './project.ts';

export interface HostBundle {
  folder: string;
  /** What VS Code calls as `extensionTestsPath`. */
  entry: string;
  resultFile: string;
}

const shared: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  sourcemap: 'inline',
  external: ['vscode', 'mocha'],
  // A suite outside the repository finds the packages of this one.
  nodePaths: [join(projectFolder, 'node_modules')],
  logLevel: 'warning',
};

/** Suites and their runner as CommonJS under `out/`, from where they find this project's Mocha. */
export async function bundleSuites(files: string[], linePrefix: string, grep?: string): Promise<HostBundle> {
  await mkdir(join(projectFolder, 'out'), { recursive: true });
  const folder = await mkdtemp(join(projectFolder, 'out', 'host-'));
  const resultFile = join(folder, 'result.json');
  const entryPoints = files.map((file, index) => ({ in: file, out: `suite-${index}` }));
  await Promise.all([
    build({
      ...shared,
      entryPoints,
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      define: {
        'import.meta.url': '__fileUrl',
        'import.meta.dirname': '__dirname',
        'import.meta.filename': '__filename',
      },
      plugins: [keepOwnPlace],
    }),
    build({
      ...shared,
      entryPoints: [fileURLToPath(new URL('hostEntry.ts', import.meta.url))],
      outfile: join(folder, 'index.cjs'),
    }),
  ]);
  const config: HostRunConfig = {
    suites: files.map((source, index) => ({ source, bundle: join(folder, `suite-${index}.cjs`) })),
    resultFile,
    linePrefix,
    color: process.stdout.isTTY,
    ...(grep === undefined ? {} : { grep }),
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  return { folder, entry: join(folder, 'index.cjs'), resultFile };
}

/** A bundled file still sees the place of its source, so that suites find their fixtures. */
const keepOwnPlace: Plugin = {
  name: 'keep-own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return;
      const contents = await readFile(path, 'utf8');
      const place = { __filename: path, __dirname: join(path, '..'), __fileUrl: pathToFileURL(path).href };
      const declarations = Object.entries(place)
        .filter(([name]) => !new RegExp(`\\b(const|let|var)\\s+${name}\\b`).test(contents))
        .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
        .join(' ');
      const loader: Loader = extname(path).endsWith('ts') ? 'ts' : 'js';
      return { contents: `${declarations} ${contents}`, loader };
    });
  },
};
