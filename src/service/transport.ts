import { createSecureContext, getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { bypassesProxy } from './noProxy.ts';
import { createForwarder, createTunnels } from './proxyDispatchers.ts';
import { RecordError } from './recordError.ts';

export interface TransportSettings {
  readonly proxy?: string;
  readonly noProxy?: readonly string[];
  /** The whole value of a `Proxy-Authorization` header. */
  readonly proxyAuthorization?: string;
  /** True unless said otherwise; false accepts any certificate of the proxy and of the service. */
  readonly strictSSL?: boolean;
  /** PEM, trusted beside the certificates that Node trusts by default. */
  readonly extraCertificates?: readonly string[];
  /** Milliseconds. */
  readonly connectTimeout: number;
}

export interface Transport {
  dispatcherFor(url: URL): Dispatcher;
  /** Without credentials, fit for a report. */
  proxyFor(url: URL): string | undefined;
  /** Lets the requests under way end, then frees every socket. */
  close(): Promise<void>;
}

export function createTransport(settings: TransportSettings): Transport {
  // Made at first use: reading the trusted certificates takes a while, and most windows never send a request.
  let direct: Dispatcher | undefined;
  let tunnels: Dispatcher | undefined;
  let forwarder: Dispatcher | undefined;
  const proxy = settings.proxy?.trim() ? parseProxy(settings.proxy.trim()) : undefined;
  const usesProxy = (url: URL) => proxy !== undefined && !bypassesProxy(url, settings.noProxy ?? []);
  return {
    dispatcherFor(url) {
      if (!usesProxy(url)) {
        direct ??= new Agent({ allowH2: false, connect: connectOptions(settings) });
        return direct;
      }
      if (!(proxy instanceof URL)) {
        throw new RecordError('proxy', `The proxy address in the settings can't be used. ${proxy?.reason}`);
      }
      const authorization = settings.proxyAuthorization || basicAuthorization(proxy);
      if (url.protocol === 'http:') {
        forwarder ??= createForwarder(proxy, authorization, connectOptions(settings));
        return forwarder;
      }
      tunnels ??= createTunnels(proxy, authorization, connectOptions(settings));
      return tunnels;
    },
    proxyFor(url) {
      return usesProxy(url) && proxy instanceof URL ? proxy.origin : undefined;
    },
    async close() {
      await Promise.all([direct?.close(), tunnels?.close(), forwarder?.close()]);
    },
  };
}

function parseProxy(text: string): URL | { readonly reason: string } {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null) {
    return { reason: 'It is not a valid address.' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { reason: `Only http and https proxies are supported, not ${url.protocol.slice(0, -1)}.` };
  }
  return isDecodable(url.username + url.password) ? url : { reason: 'A % in its user name or password stands alone.' };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' || password === '') return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function connectOptions({ strictSSL = true, extraCertificates = [], connectTimeout }: TransportSettings) {
  return {
    timeout: connectTimeout,
    rejectUnauthorized: strictSSL,
    ...(extraCertificates.length > 0 ? { secureContext: trusting(extraCertificates) } : {}),
  };
}

function trusting(extraCertificates: readonly string[]) {
  return createSecureContext({ ca: [...getCACertificates('default'), ...extraCertificates] });
}
