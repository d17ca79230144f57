import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLoopback, withoutBrackets } from './address.ts';

/** Which hosts a transport connects to. */
export interface HostGuard {
  readonly lookup: LookupFunction;
  /** Whether a host is refused before it is looked up. A proxy would look it up itself. */
  refuses(hostname: string, isDirect: boolean): boolean;
}

/** This computer, private networks, and what is no single computer on the internet. */
const networks = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16
  198.18.0.0/15 224.0.0.0/3 ::/96 64:ff9b:1::/48 100::/64 2001::/23 2002::/16 fc00::/7 fe80::/9 ff00::/8`;
const own = new BlockList();
for (const network of networks.split(/\s+/)) {
  const [address = '', bits] = network.split('/');
  own.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  // The same behind a translation from IPv6. BlockList itself knows the form `::ffff:10.0.0.1`.
  if (isIP(address) === 4) own.addSubnet(`64:ff9b::${address}`, 96 + Number(bits), 'ipv6');
}

const here = new BlockList();
here.addSubnet('127.0.0.0', 8, 'ipv4');
here.addAddress('0.0.0.0', 'ipv4');
here.addAddress('::', 'ipv6');

export function isOwnAddress(address: string): boolean {
  return own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the name alone says so, in whatever spelling. */
export function isThisComputer(hostname: string): boolean {
  const name = bareName(hostname);
  return isLoopback(name) || (isIP(name) > 0 && here.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4'));
}

/** Whether the name alone says that a host is this computer, or in a private network. */
export function isOwnName(hostname: string): boolean {
  const name = bareName(hostname);
  return isIP(name)
    ? isOwnAddress(name)
    : isLoopback(name) || !name.includes('.') || /\.(?:local|internal)$/.test(name);
}

/**
 * Refuses hosts of one's own network. The connection uses the very addresses that were checked, so a name can't come to
 * mean another computer in between.
 */
export function publicHostsOnly(lookup: LookupFunction): HostGuard {
  return {
    lookup: (hostname, options, callback) =>
      lookup(hostname, options, (failure, found, family) => {
        if (!failure && addressesIn(found).some(isOwnAddress)) callback(ownNetworkError(), []);
        else callback(failure, found, family);
      }),
    refuses: (hostname, isDirect) =>
      isIP(bareName(hostname)) ? !isDirect || isOwnName(hostname) : !isDirect && isOwnName(hostname),
  };
}

export function ownNetworkError(): NodeJS.ErrnoException {
  return Object.assign(new Error('The host is in the own network.'), { code: 'OWN_NETWORK' });
}

/** What a name means, as a connection would look it up now; nothing if it is not found. */
export function lookedUp(hostname: string, lookup: LookupFunction): Promise<readonly string[]> {
  return new Promise((resolve) => {
    lookup(hostname, { all: true }, (failure, found) => resolve(failure ? [] : addressesIn(found)));
  });
}

function addressesIn(found: Parameters<Parameters<LookupFunction>[2]>[1]): readonly string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}

function bareName(hostname: string): string {
  return withoutBrackets(hostname).toLowerCase().replace(/\.$/, '');
}
