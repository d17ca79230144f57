import { join } from 'node:path';
import type { Figure } from './figures.ts';
import type { Activation } from './host/activation.ts';

/** What the window is to do. Without an address it only activates. */
export interface HostTask {
  readonly oursFirst: boolean;
  readonly baseUrl?: string;
  /** A service that takes its time for every answer. */
  readonly distantUrl?: string;
  /** Only the measurement of this name. */
  readonly only?: string;
}

export interface HostResult {
  readonly activation: Activation;
  readonly figures: readonly Figure[];
}

export function benchFile(project: string, what: 'task' | 'result'): string {
  return join(project, 'out', `bench-${what}.json`);
}
