/** Runs inside the extension host, and leaves its figures where the bench finds them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { configure } from '../../support/host/records.ts';
import { projectFolder } from '../../support/vscode/project.ts';
import type { Figure } from '../figures.ts';
import { benchFile, type HostResult, type HostTask } from '../hostFiles.ts';
import { activationTime } from './activation.ts';
import { type Bare, bareFloor } from './bare.ts';
import { completionFigure } from './completion.ts';
import { historyFigures } from './history.ts';
import { heapFigure } from './memory.ts';
import { openFigure, openManyFigure } from './opening.ts';
import { recentsFigures } from './recents.ts';
import { requestsFigure, saveFigure } from './saving.ts';
import { typingFigures } from './typing.ts';
import { worksheetFigures } from './worksheets.ts';

export async function run(): Promise<void> {
  const task: HostTask = JSON.parse(readFileSync(benchFile(projectFolder, 'task'), 'utf8'));
  const activation = await activationTime(task.activates);
  const figures =
    task.baseUrl === undefined ? [] : await allFigures(task.baseUrl, task.distantUrl ?? task.baseUrl, task.only);
  const result: HostResult = { activation, figures };
  writeFileSync(benchFile(projectFolder, 'result'), JSON.stringify(result));
}

async function allFigures(baseUrl: string, distantUrl: string, only: string | undefined): Promise<Figure[]> {
  const services = { bench: { baseUrl }, distant: { baseUrl: distantUrl } };
  await configure(services);
  const bare: Bare = await bareFloor(baseUrl);
  const figures: Figure[] = [];
  const measure = async (name: string, task: () => Promise<Figure | Figure[]>) => {
    if (only !== undefined && only !== name) return;
    console.log(`measuring ${name}`);
    // The window is given up when it is silent, and a busy machine may need long for one of these.
    const sign = setInterval(() => console.log(`still measuring ${name}`), 30_000);
    try {
      figures.push(...[await withinLimit(name, task())].flat());
    } finally {
      clearInterval(sign);
    }
  };
  await measure('open', () => openFigure(bare));
  await measure('save', () => saveFigure(bare));
  await measure('open many', () => openManyFigure(bare));
  await measure('requests', () => requestsFigure(services));
  await measure('typing', () => typingFigures(bare, services));
  await measure('completion', () => completionFigure(services));
  await measure('worksheets', async () => worksheetFigures(await bareFloor(distantUrl), bare));
  await measure('recents', () => recentsFigures());
  await measure('history', () => historyFigures());
  await measure('heap', () => heapFigure(bare));
  return figures;
}

const limitMs = 20 * 60_000;

async function withinLimit<T>(name: string, result: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const limit = setTimeout(limitMs, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`Measuring ${name} took more than ${limitMs / 60_000} minutes.`);
  });
  try {
    return await Promise.race([result, limit]);
  } finally {
    abort.abort();
    limit.catch(() => {});
  }
}
