import { createSecureContext, getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { isLoopback, withoutBrackets } from './address.ts';
import { createForwarder, createTunnels } from './proxyDispatchers.ts';
import { RecordError, type RecordErrorReason } from './recordError.ts';

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
  // Created on first use: reading the trusted certificates takes a while, and most windows never send a request.
  let direct: Dispatcher | undefined;
  let tunnels: Dispatcher | undefined;
  let forwarder: Dispatcher | undefined;
  const given = settings.proxy?.trim() ?? '';
  const proxy = given === '' ? undefined : parseProxy(given);
  const proxyHost = URL.parse(withScheme(given))?.hostname;
  const isProxyHere = proxyHost === undefined || isLoopback(proxyHost);
  const usesProxy = (url: URL) =>
    proxy !== undefined &&
    // A remote proxy can't reach services of this machine, and would see what is meant for them.
    (isProxyHere || !isLoopback(url.hostname)) &&
    !bypassesProxy(url, settings.noProxy ?? []);
  return {
    dispatcherFor(url) {
      if (!usesProxy(url)) {
        direct ??= new Agent({ allowH2: false, connect: connectOptions(settings) });
        return direct;
      }
      if (!(proxy instanceof URL)) {
        throw new RecordError('proxy', proxy);
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

function parseProxy(text: string): URL | { readonly reason: RecordErrorReason } {
  const url = URL.parse(withScheme(text));
  if (url === null) return { reason: 'proxyAddress' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { reason: 'proxyScheme' };
  return isDecodable(url.username + url.password) ? url : { reason: 'proxyUserInfo' };
}

function withScheme(proxy: string): string {
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** As VS Code reads `http.noProxy`: a name means itself and all names below it. */
export function bypassesProxy(url: URL, noProxy: readonly string[]): boolean {
  const host = withoutBrackets(url.hostname);
  const port = url.port || defaultPorts[url.protocol];
  return noProxy.some((entry) => matches(entry.trim().toLowerCase(), host, port));
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function matches(entry: string, host: string, port: string | undefined): boolean {
  if (entry === '*') return true;
  const [name, entryPort] = splitPort(entry);
  const suffix = name.replace(/^\*?\./, '');
  if (suffix === '' || (entryPort !== undefined && entryPort !== port)) return false;
  return host === suffix || host.endsWith(`.${suffix}`);
}

function splitPort(entry: string): [name: string, port: string | undefined] {
  const match = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry);
  return match ? [withoutBrackets(match[1] ?? ''), match[2]] : [withoutBrackets(entry), undefined];
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
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
