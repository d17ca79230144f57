import { setTimeout } from 'node:timers/promises';

const pauseMs = 50;

/**
 * The first thing that is found, for what sends no event when it comes. Playwright's `waitForFunction` is no help where
 * looking takes a promise: it takes the promise itself for the answer.
 */
export async function polled<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
  milliseconds = 15_000,
): Promise<Found> {
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await setTimeout(pauseMs);
  }
  throw new Error(`Waited in vain: ${what}`);
}
