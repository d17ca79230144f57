/** `npm run bench [-- --json] [--only worksheets]`: how fast the extension is, as ratios to what VS Code and undici need by themselves. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { spawnGuarded } from '../support/vscode/guarded.ts';
import { bundleSuites } from '../support/vscode/hostBundle.ts';
import { linePrefix, runInWindow } from '../support/vscode/hostWindow.ts';
import { nodeFlags, projectFolder } from '../support/vscode/project.ts';
import { catalogueFigures } from './catalogue.ts';
import { type Figure, markdownTable, milliseconds, terminalTable } from './figures.ts';
import { benchFile, type HostResult, type HostTask } from './hostFiles.ts';
import { linksFigure } from './links.ts';
import { median } from './measure.ts';
import { growthFigure, manySavesFigure, usualRecordFigure } from './recordWork.ts';
import { sizeFigures } from './sizes.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
/** Of each of the two extensions whose activation is compared. */
const windows = values.only === undefined || values.only === 'activation' ? 7 : 1;
// Only the result goes to a machine that reads it.
if (values.json) console.log = console.error;

console.log('packaging');
execFileSync(process.execPath, [join(projectFolder, 'build', 'package.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const sizes = sizeFigures(projectFolder, (file) => readFileSync(file, 'utf8'));
const isWanted = (name: string) => values.only === undefined || values.only === name;
const host = await hostFigures();
report([
  host.activation,
  ...sizes,
  ...host.figures,
  ...(await textFigures()),
  ...(await catalogue()),
  ...(await links()),
]);

async function textFigures(): Promise<Figure[]> {
  if (!isWanted('text')) return [];
  console.log('measuring the work on a text');
  const growth = ['one long text', 'many items', 'many fields'] as const;
  const figures = [await usualRecordFigure(), await manySavesFigure()];
  for (const kind of growth) figures.push(await growthFigure(kind));
  return figures;
}

async function catalogue(): Promise<Figure[]> {
  if (!isWanted('catalogue')) return [];
  console.log('measuring the catalogue');
  return catalogueFigures();
}

async function links(): Promise<Figure[]> {
  if (!isWanted('links')) return [];
  console.log('measuring a check of links');
  return [await linksFigure()];
}

async function hostFigures(): Promise<{ activation: Figure; figures: readonly Figure[] }> {
  const service = spawnGuarded([process.execPath, ...nodeFlags, join(import.meta.dirname, 'serve.ts')]);
  const [line] = await once(createInterface(service.stdout), 'line');
  const [baseUrl = '', distantUrl = ''] = String(line).split(' ');
  const bundle = await bundleSuites([join(import.meta.dirname, 'host', 'benchSuite.ts')], linePrefix);
  const results: Record<HostTask['activates'], HostResult[]> = { ours: [], empty: [] };
  const only = values.only === undefined ? {} : { only: values.only };
  try {
    for (let window = 0; window < windows; window += 1) {
      const figures = window === 0 ? { baseUrl, distantUrl, ...only } : {};
      results.empty.push(await inWindow(bundle.entry, { activates: 'empty' }));
      results.ours.push(await inWindow(bundle.entry, { activates: 'ours', ...figures }));
    }
  } finally {
    rmSync(bundle.folder, { recursive: true, force: true });
    await service.stop();
  }
  return {
    activation: activationFigure(typical(results.ours), typical(results.empty)),
    figures: results.ours.flatMap(({ figures }) => figures),
  };
}

async function inWindow(entry: string, task: HostTask): Promise<HostResult> {
  const result = benchFile(projectFolder, 'result');
  rmSync(result, { force: true });
  writeFileSync(benchFile(projectFolder, 'task'), JSON.stringify(task));
  const extensionsDir = floorExtensions();
  try {
    await runInWindow('latest', entry, { extensionsDir });
    return JSON.parse(readFileSync(result, 'utf8'));
  } finally {
    rmSync(extensionsDir, { recursive: true, force: true });
  }
}

/** VS Code takes what lies in a new folder of extensions for installed. */
function floorExtensions(): string {
  const folder = mkdtempSync(join(tmpdir(), 'video-records-bench-'));
  for (const name of ['bare', 'empty']) {
    cpSync(join(import.meta.dirname, 'floor', name), join(folder, `bench.${name}-0.0.1`), { recursive: true });
  }
  return folder;
}

function typical(results: readonly HostResult[]): number {
  return median(results.map(({ activation }) => activation));
}

function activationFigure(ours: number, empty: number): Figure {
  const more = ours - empty;
  return {
    figure: `activation, module load included, each in ${windows} windows at rest`,
    ours: milliseconds(ours),
    against: `${milliseconds(empty)} (an empty extension)`,
    result: `${more.toFixed(1)} ms more`,
    target: '≤ 8 ms more',
    met: more <= 8,
  };
}

function report(figures: readonly Figure[]): void {
  const [processor] = cpus();
  const machine = `${processor?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg().map((value) => value.toFixed(1));
  const place = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${machine}; load ${load.join(', ')}`;
  mkdirSync(join(projectFolder, 'out'), { recursive: true });
  writeFileSync(join(projectFolder, 'out', 'bench.md'), `${markdownTable(figures)}\n${place}\n`);
  if (values.json) process.stdout.write(`${JSON.stringify({ place, figures }, null, 2)}\n`);
  else console.log(`\n${terminalTable(figures)}\n\n${place}`);
  if (figures.some(({ met }) => !met)) process.exitCode = 1;
}
