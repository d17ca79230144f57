import { createSecureContext, getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { proxyFailure } from './connectionError.ts';
import { type HostGuard, ownNetworkError } from './ownNetwork.ts';
import { type ConnectOptions, createEnvironmentProxies, createForwarder, createTunnels } from './proxyDispatchers.ts';

export interface TransportSettings {
  /** Asked before each request. Without it, requests go straight to the service. */
  readonly routeTo?: (origin: string) => Promise<Route>;
  /** The whole value of a `Proxy-Authorization` header. */
  readonly proxyAuthorization?: string;
  /** True unless said otherwise; false accepts any certificate of the proxy and of the service. */
  readonly strictSSL?: boolean;
  /** PEM, trusted beside the certificates that Node trusts by default. Read for the first connection that needs them. */
  readonly extraCertificates?: () => Promise<readonly string[]>;
  /** Milliseconds. */
  readonly connectTimeout: number;
  /** Without it, every host may be connected to. */
  readonly guard?: HostGuard;
}

/** The way of the requests to one origin. */
export type Route =
  | { readonly via: 'direct' }
  /** The address may contain a password. */
  | { readonly via: 'proxy'; readonly address: string }
  /** Not known: these settings decide, or the variables of the environment where they are empty. */
  | { readonly via: 'environment'; readonly proxy: string; readonly noProxy: string };

/** The connections to services, each on the way that its settings say. */
export interface Transport {
  /** What sends requests to an address. Rejects if the proxy can't be used at all, and for a host that is refused. */
  dispatcherFor(address: URL): Promise<Dispatcher>;
  /** Lets the requests under way end, then frees every socket. */
  close(): Promise<void>;
}

export function createTransport(settings: TransportSettings): Transport {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  let certificates: Promise<readonly string[]> | undefined;
  const connectOptions = async (encrypted: boolean): Promise<ConnectOptions> => {
    const { strictSSL = true, connectTimeout, extraCertificates } = settings;
    // Reading the trusted certificates takes a while, and plain http needs none.
    certificates ??= encrypted ? extraCertificates?.() : undefined;
    const extra = encrypted ? ((await certificates) ?? []) : [];
    const options = { timeout: connectTimeout, rejectUnauthorized: strictSSL };
    if (extra.length === 0) return options;
    return { ...options, secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...extra] }) };
  };
  const create = async (route: Route, protocol: string): Promise<Dispatcher> => {
    const { proxyAuthorization, guard } = settings;
    // The proxy itself may be anywhere.
    const lookup = guard && { lookup: guard.lookup };
    if (route.via === 'direct') {
      return new Agent({ allowH2: false, connect: { ...(await connectOptions(protocol === 'https:')), ...lookup } });
    }
    if (route.via === 'environment') {
      return createEnvironmentProxies(route, proxyAuthorization, await connectOptions(true), lookup);
    }
    const proxy = parseProxy(route.address);
    const authorization = proxyAuthorization || basicAuthorization(proxy);
    return protocol === 'http:'
      ? createForwarder(proxy, authorization, await connectOptions(proxy.protocol === 'https:'))
      : createTunnels(proxy, authorization, await connectOptions(true));
  };
  return {
    async dispatcherFor({ protocol, origin, hostname }: URL): Promise<Dispatcher> {
      const route: Route = (await settings.routeTo?.(origin)) ?? { via: 'direct' };
      if (settings.guard?.refuses(hostname, route.via === 'direct')) throw ownNetworkError();
      const key = JSON.stringify([protocol, route]);
      const dispatcher = dispatchers.get(key) ?? create(route, protocol);
      dispatchers.set(key, dispatcher);
      return dispatcher;
    },
    async close(): Promise<void> {
      await Promise.allSettled([...dispatchers.values()].map(async (dispatcher) => (await dispatcher).close()));
    },
  };
}

/** The proxy's address without user name and password, fit for a report. */
export function proxyName(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.protocol}//${url.host}`;
}

function parseProxy(address: string): URL {
  const url = URL.parse(address);
  const name = proxyName(address);
  if (url?.protocol.startsWith('socks')) throw proxyFailure('proxySocks', name);
  if (url === null || !/^https?:$/.test(url.protocol)) throw proxyFailure('proxyAddress', name);
  return url;
}

function basicAuthorization({ username, password, href }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch (cause) {
    throw proxyFailure('proxyAddress', proxyName(href), { cause });
  }
}
