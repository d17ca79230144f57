import type { Transport, TransportSettings } from '../service/transport.ts';
import type { Protocol } from './transportSettings.ts';

export interface Transports {
  get(protocol: Protocol): Promise<Transport>;
  /** The next request reads the settings again; those under way end as they began. */
  renew(): void;
}

/** The connections for each protocol, as each may have a proxy of its own; kept for as long as the settings stay. */
export function transports(settingsFor: (protocol: Protocol) => Promise<TransportSettings>): Transports {
  const open = new Map<Protocol, Promise<Transport>>();
  const create = async (protocol: Protocol) => {
    const [{ createTransport }, settings] = await Promise.all([
      import('../service/transport.ts'),
      settingsFor(protocol),
    ]);
    return createTransport(settings);
  };
  return {
    get(protocol) {
      const transport = open.get(protocol) ?? create(protocol);
      open.set(protocol, transport);
      return transport;
    },
    renew() {
      for (const transport of open.values()) void transport.then((old) => old.close());
      open.clear();
    },
  };
}
