/** Runs a task for a key after a delay; another call for the key restarts the delay. */
export interface QuietTimers {
  schedule(key: string, milliseconds: number, task: () => void): void;
  cancel(key: string): void;
  /** Whether a task is waiting. */
  has(key: string): boolean;
  dispose(): void;
}

export function quietTimers(): QuietTimers {
  const timers = new Map<string, NodeJS.Timeout>();
  const cancel = (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };
  return {
    schedule(key, milliseconds, task) {
      cancel(key);
      const run = () => {
        timers.delete(key);
        task();
      };
      timers.set(key, setTimeout(run, milliseconds));
    },
    cancel,
    has: (key) => timers.has(key),
    dispose() {
      for (const key of [...timers.keys()]) cancel(key);
    },
  };
}
