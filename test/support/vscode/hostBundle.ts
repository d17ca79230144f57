import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'rolldown';
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
  await build([bundle(runner, entry), ...suites.map((suite) => bundle(suite.source, suite.bundle, [keepOwnPlace]))]);
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

function bundle(input: string, file: string, plugins: Plugin[] = []): BuildOptions {
  return {
    input,
    platform: 'node',
    external: ['vscode', 'mocha'],
    // A suite outside the repository finds the packages of this one.
    resolve: { modules: ['node_modules', join(projectFolder, 'node_modules')] },
    transform: { target: 'node22' },
    plugins,
    output: { file, format: 'cjs', sourcemap: 'inline', codeSplitting: false },
  };
}

/** A bundled file still sees the place of its source, so that suites find their fixtures. */
const keepOwnPlace: Plugin = {
  name: 'keep-own-place',
  transform: {
    filter: { id: { include: /\.[cm]?[jt]s$/, exclude: /node_modules/ }, code: /import\.meta|__dirname|__filename/ },
    handler(code, id) {
      const place = { filename: id, dirname: join(id, '..'), url: pathToFileURL(id).href };
      const placed = code.replaceAll(/\bimport\.meta\.(filename|dirname|url)\b/g, (_, name: keyof typeof place) =>
        JSON.stringify(place[name]),
      );
      const declarations = (['filename', 'dirname'] as const)
        .filter((name) => !new RegExp(`\\b(const|let|var)\\s+__${name}\\b`).test(code))
        .map((name) => `const __${name} = ${JSON.stringify(place[name])}; `);
      // On the first line, so that the others keep their numbers.
      return { code: declarations.join('') + placed, map: null };
    },
  },
};
