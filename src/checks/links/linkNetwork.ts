import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isOwnAddress, isOwnName, lookedUp, publicHostsOnly } from '../../service/ownNetwork.ts';
import { createTransport, type TransportSettings } from '../../service/transport.ts';
import { severalAtOnce } from '../../workbench/scheduling.ts';

export type LinkNetwork = Pick<ReturnType<typeof linkNetwork>, 'dispatcherFor' | 'isOnline'>;

/** A name that exists for certain. It is only looked up. */
const existingName = 'example.com';
const lookupsAtOnce = 8;

/** How addresses are asked for: hosts of one's own network only if the user agreed to them, and never behind others. */
export function linkNetwork(
  settings: TransportSettings,
  agreed: ReadonlySet<string>,
  lookup: LookupFunction = systemLookup,
) {
  const publicHosts = createTransport({ ...settings, guard: publicHostsOnly(lookup) });
  const agreedHosts = createTransport({ ...settings, guard: { lookup, refuses: () => false } });
  return {
    /** For an address, or one that it redirects to. */
    dispatcherFor: (url: URL, start: URL) =>
      (agreed.has(start.host) && agreed.has(url.host) ? agreedHosts : publicHosts).dispatcherFor(url),
    /** Whether names can be looked up at all, now. */
    isOnline: async () => (await lookedUp(existingName, lookup)).length > 0,
    close: () => Promise.all([publicHosts.close(), agreedHosts.close()]),
  };
}

/** The hosts of one's own network: those whose name says so, and those that are looked up for a direct connection. */
export async function hostsInOwnNetwork(
  addresses: readonly string[],
  { routeTo }: Pick<TransportSettings, 'routeTo'>,
  signal: AbortSignal,
  lookup: LookupFunction = systemLookup,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  const hosts = new Map(addresses.map((address) => [new URL(address).host, new URL(address)]));
  await severalAtOnce(hosts.values(), lookupsAtOnce, signal, async ({ host, hostname, origin }) => {
    const route = await routeTo?.(origin);
    const isDirect = route === undefined || route.via === 'direct';
    const found = isDirect ? await lookedUp(hostname, lookup) : [];
    if (isOwnName(hostname) || found.some(isOwnAddress)) own.add(host);
  });
  return own;
}
