import type { Memory } from '../../../src/recent/store.ts';

/** What VS Code gives one window: its values pass through JSON, and other windows see them. */
export function sharedMemory(
  initial: Readonly<Record<string, unknown>> = {},
): Memory & { readonly stored: Map<string, string> } {
  const stored = new Map(Object.entries(initial).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    stored,
    get(key: string) {
      const value = stored.get(key);
      return value === undefined ? undefined : JSON.parse(value);
    },
    async update(key, value) {
      stored.set(key, JSON.stringify(value));
    },
  };
}
