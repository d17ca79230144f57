import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { HostRunConfig } from './hostEntry.ts';
import { projectFolder } from './project.ts';

export interface HostBundle {
  folder: string;
  /** What VS Code calls as `extensionTestsPath`. */
  entry: string;
  resultFile: string;
}

/** Suites and their runner as CommonJS under `out/`, from where they find this project's Mocha. */
export async function bundleSuites(files: string[], linePrefix: string, grep?: string): Promise<HostBundle> {
  await mkdir(join(projectFolder, 'out'), { recursive: true });
  const folder = await mkdtemp(join(projectFolder, 'out', 'host-'));
  const resultFile = join(folder, 'result.json');
  const entry = join(folder, 'index.cjs');
  const suites = files.map((source, index) => ({ source, bundle: join(folder, `suite-${index}.cjs`) }));
  const runner = fileURLToPath(new URL('hostEntry.ts', import.meta.url));
  // Each by itself: what one suite leaves in a module is not there for the next.
  await Promise.all([
    bundle(runner, entry),
    ...suites.map((suite) => bundle(suite.source, suite.bundle, [keepOwnPlace])),
  ]);
  const config: HostRunConfig = {
    suites,
    resultFile,
    linePrefix,
    color: process.stdout.isTTY,
    ...(grep === undefined ? {} : { grep }),
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  return { folder, entry, resultFile };
}

async function bundle(input: string, outfile: string, plugins: Plugin[] = []): Promise<void> {
  await build({
    entryPoints: [input],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    // A suite outside the repository finds the packages of this one.
    nodePaths: [join(projectFolder, 'node_modules')],
    sourcemap: 'inline',
    plugins,
    logLevel: 'warning',
  });
}

/** A bundled file still sees the place of its source, so that suites find their fixtures. */
const keepOwnPlace: Plugin = {
  name: 'keep-own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const place = { filename: path, dirname: dirname(path), url: pathToFileURL(path).href };
      const code = await readFile(path, 'utf8');
      const placed = code.replaceAll(/\bimport\.meta\.(filename|dirname|url)\b/g, (_, name: keyof typeof place) =>
        JSON.stringify(place[name]),
      );
      const declarations = (['filename', 'dirname'] as const)
        .filter((name) => code.includes(`__${name}`) && !new RegExp(`\\b(const|let|var)\\s+__${name}\\b`).test(code))
        .map((name) => `const __${name} = ${JSON.stringify(place[name])}; `);
      // On the first line, so that the others keep their numbers.
      return { contents: declarations.join('') + placed, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
};
