import { join } from 'node:path';
import type { Figure } from './figures.ts';

/** What the window is to do. Without an address it only activates. */
export interface HostTask {
  readonly activates: 'ours' | 'empty';
  readonly baseUrl?: string;
  /** A service that takes its time for every answer. */
  readonly distantUrl?: string;
  /** Only the measurement of this name. */
  readonly only?: string;
}

export interface HostResult {
  /** How long that took, in milliseconds. */
  readonly activation: number;
  readonly figures: readonly Figure[];
}

export function benchFile(project: string, what: 'task' | 'result'): string {
  return join(project, 'out', `bench-${what}.json`);
}
