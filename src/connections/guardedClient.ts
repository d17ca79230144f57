import type { RecordClient } from '../service/client.ts';

/**
 * Asks what has to be asked before the clock of a call starts. Each call gets its client anew, so that one that outlives
 * a change of settings, as a save may, goes on with the new ones.
 */
export function guardedClient(ready: () => Promise<RecordClient>, allowWrite: () => Promise<void>): RecordClient {
  return {
    read: async (id, options) => (await ready()).read(id, options),
    readIfChanged: async (id, etag, options) => (await ready()).readIfChanged(id, etag, options),
    head: async (id, options) => (await ready()).head(id, options),
    options: async (id, options) => (await ready()).options(id, options),
    async write(method, id, body, options) {
      await allowWrite();
      return (await ready()).write(method, id, body, options);
    },
  };
}
