import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What this process holds on to once nothing is under way. */
export interface Footprint {
  readonly heapBytes: number;
  /** By kind of resource, such as `Timeout` or `TCPSocketWrap`. */
  readonly handles: Readonly<Record<string, number>>;
}

/** Less than what anything that is left once per round or per cell adds up to. */
const noiseHandles = 3;
const looks = 10;
const betweenLooksMs = 300;

const collectGarbage = garbageCollector();

export function footprint(): Footprint {
  // What a finalizer lets go of is collected by the second pass.
  collectGarbage();
  collectGarbage();
  return { heapBytes: process.memoryUsage().heapUsed, handles: activeHandles() };
}

/** VS Code's own timers come and go: the handles that are held all the time are the least of several looks. */
export async function lastingFootprint(): Promise<Footprint> {
  const { heapBytes, handles: first } = footprint();
  let handles = first;
  for (let look = 1; look < looks; look++) {
    await setTimeout(betweenLooksMs);
    handles = fewerOf(handles, activeHandles());
  }
  return { heapBytes, handles };
}

function activeHandles(): Footprint['handles'] {
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return handles;
}

/** How many more there are, of each kind of handle of which there are more than VS Code's own coming and going. */
export function grownHandles(before: Footprint, after: Footprint): Record<string, number> {
  const differences = Object.entries(after.handles).map(
    ([kind, count]) => [kind, count - (before.handles[kind] ?? 0)] as const,
  );
  return Object.fromEntries(differences.filter(([, difference]) => difference > noiseHandles));
}

function fewerOf(one: Footprint['handles'], other: Footprint['handles']): Footprint['handles'] {
  const kinds = Object.keys(one).filter((kind) => kind in other);
  return Object.fromEntries(kinds.map((kind) => [kind, Math.min(one[kind] ?? 0, other[kind] ?? 0)]));
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
