/** The catalogue in plain Node: reading a service, and searching as many records as a catalogue can have. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent } from 'undici';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueRecords } from '../../src/catalogue/records.ts';
import { groupsOf } from '../../src/catalogue/valueGroups.ts';
import { readableRecord } from '../../src/record/text.ts';
import { parseServiceAddress } from '../../src/service/address.ts';
import { createClient } from '../../src/service/client.ts';
import { createTransport } from '../../src/service/transport.ts';
import { severalAtOnce } from '../../src/workbench/scheduling.ts';
import { spawnGuarded } from '../support/vscode/guarded.ts';
import { nodeFlags } from '../support/vscode/project.ts';
import { inventedRecord, latencyMs } from './benchRecords.ts';
import { checkFigures } from './checks.ts';
import { bounded, type Figure, megabytes, milliseconds, ratioFigure } from './figures.ts';
import { heapNow } from './heap.ts';
import { longestTurn, median, sideBySide, timed } from './measure.ts';

const atOnce = 4;
const pageSize = 20;
const [readCount, searchedCount] = [2000, 50_000];

export async function catalogueFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'video-records-bench-'));
  try {
    const large = join(folder, 'large');
    const updates = await updateFigures(folder);
    const searches = await searchFigures(large);
    return [...updates, ...searches, await groupFigure(large), ...(await checkFigures(large))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function updateFigures(folder: string): Promise<Figure[]> {
  const service = spawnGuarded([process.execPath, ...nodeFlags, join(import.meta.dirname, 'serve.ts')]);
  const [line] = await once(createInterface(service.stdout), 'line');
  const [, distant = '', listed = ''] = String(line).split(' ');
  try {
    return [await byNumberFigure(folder, distant), await listFigure(folder, listed)];
  } finally {
    await service.stop();
  }
}

/** Our client for a service, and undici alone. */
function clients(baseUrl: string) {
  const address = parseServiceAddress(baseUrl);
  const agent = new Agent({ connections: atOnce });
  const transport = createTransport({ connectTimeout: 5000 });
  const client = createClient({ address, transport, timeout: 30_000, maxBytes: 20 * 1024 * 1024 });
  const text = async (path: string) =>
    (await agent.request({ origin: address.origin, path, method: 'GET' })).body.text();
  return { client, text, close: () => Promise.all([agent.close(), transport.close()]) };
}

async function byNumberFigure(folder: string, baseUrl: string): Promise<Figure> {
  const { client, text, close } = clients(baseUrl);
  const ids = Array.from({ length: readCount }, (_, at) => at + 1);
  const { signal } = new AbortController();
  const raw = () =>
    timed(() => severalAtOnce(ids, atOnce, signal, async (id) => void (await text(`/api/v2/video/${id}`))));
  const ours = (round: number) =>
    timed(async () => {
      const read = (id: number) => client.read(id, { signal, paced: true });
      const all = catalogue(join(folder, `round ${round}`));
      const result = await all.update({ read, ids, credential: '', signal });
      if (result.changed !== readCount) throw new Error(`Only ${result.changed} records were read.`);
    });
  try {
    const medians = await sideBySide(3, 1, ours, raw);
    const figure = `reading a catalogue of ${readCount} records, ${latencyMs} ms for each answer`;
    return ratioFigure(figure, medians, `undici, ${atOnce} requests at a time`, 1.3);
  } finally {
    await close();
  }
}

/** Page after page, since each names the next. */
async function listFigure(folder: string, baseUrl: string): Promise<Figure> {
  const { client, text, close } = clients(baseUrl);
  const { signal } = new AbortController();
  const pages = readCount / pageSize;
  const raw = () =>
    timed(async () => {
      for (let page = 1; page <= pages; page += 1) await text(`/api/v2/video?page=${page}`);
    });
  const ours = (round: number) =>
    timed(async () => {
      const read = (id: number) => client.read(id, { signal, paced: true });
      const list = (at?: string) => client.list({ signal, paced: true, ...(at && { at }) });
      const all = catalogue(join(folder, `list ${round}`));
      const result = await all.update({ read, list, credential: '', signal });
      if (result.changed !== readCount || result.end) throw new Error(`Only ${result.changed} records were listed.`);
    });
  try {
    const medians = await sideBySide(3, 1, ours, raw);
    const figure = `reading ${readCount} records from a list of ${pages} pages, ${latencyMs} ms for each answer`;
    return ratioFigure(figure, medians, 'undici, one page after the other', 1.3);
  } finally {
    await close();
  }
}

/** In the order of names, which takes longest. */
async function groupFigure(folder: string): Promise<Figure> {
  const all = catalogue(folder);
  await all.load();
  const times: (readonly [string, number])[] = [];
  for (const field of ['category', 'language', 'speakers', 'tags', 'recorded', 'state']) {
    const rounds: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const group = async () =>
        void (await groupsOf(all.entries(), field, await all.valuesOf(field, all.entries()), 'name', 'en'));
      rounds.push(await timed(group));
    }
    times.push([field, median(rounds)]);
  }
  const slowest = times.reduce((most, [, time]) => Math.max(most, time), 0);
  const each = times.map(([field, time]) => `${field}: ${milliseconds(time)}`).join(', ');
  return bounded(`the slowest grouping of it by values (${each})`, slowest, milliseconds, 200);
}

const searches = [
  ['a common word', 'harbour'],
  ['two words', 'lantern maps'],
  ['a letter', 'e'],
  ['a speaker and a category', 'speakers:"ada marsh" category:harbour'],
  ['empty fields', 'language: -recorded:'],
  ['nothing', 'qqqq'],
  ['a near spelling', 'lanternn'],
] as const;

async function searchFigures(folder: string): Promise<Figure[]> {
  await fill(folder);
  const before = heapNow();
  const all = catalogue(folder);
  let ready = 0;
  const times: (readonly [string, number])[] = [];
  const blocked = await longestTurn(async () => {
    ready = await timed(() => all.load());
    for (const [name, query] of searches) {
      const rounds: number[] = [];
      for (let round = 0; round < 5; round += 1) rounds.push(await timed(() => all.find(query)));
      times.push([name, median(rounds)]);
    }
  });
  const heap = heapNow() - before;
  const slowest = times.reduce((most, [, time]) => Math.max(most, time), 0);
  const each = times.map(([name, time]) => `${name}: ${milliseconds(time)}`).join(', ');
  const count = searchedCount.toLocaleString('en');
  return [
    bounded(`a catalogue of ${count} records is ready`, ready, milliseconds, 3000),
    bounded(`the slowest search in it (${each})`, slowest, milliseconds, 100),
    bounded('the longest time that either keeps the extension host, of the processor', blocked, milliseconds, 50),
    bounded('the memory it takes', heap, megabytes, 200 * 1024 * 1024),
  ];
}

async function fill(folder: string): Promise<void> {
  const { put, refresh } = catalogueRecords(folder);
  for (let first = 1; first <= searchedCount; first += 1000) {
    const ids = Array.from({ length: 1000 }, (_, at) => first + at);
    await Promise.all(ids.map((id) => put(id, { record: readableRecord(JSON.stringify(inventedRecord(id))) })));
  }
  await refresh();
}
