import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { reply } from '../recordService.ts';

export const steps = Number(process.env.VR_RANDOM_STEPS ?? 300);
export const seed = Number(process.env.VR_RANDOM_SEED ?? 1);

/** Mulberry32: a run can be repeated from its seed. */
export function randomNumbers(start: number) {
  let state = start;
  const random = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return { random, pick: <T>(items: readonly T[]): T => items[random(items.length)] ?? assert.fail() };
}

export type Fault = (response: ServerResponse, land: () => void) => void;

/** What a write may meet. The second one lands and answers nothing. */
export const faults: readonly Fault[] = [
  (response) => response.socket?.destroy(),
  (response, land) => {
    land();
    response.socket?.destroy();
  },
  (response) => reply(response, { status: 500, body: '<title>Oops</title>' }),
  (response) => reply(response, { status: 400, body: '{"detail":"No."}' }),
];
