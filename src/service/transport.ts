import { createSecureContext, getCACertificates } from 'node:tls';
import type { Dispatcher, Pool as PoolType } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { bypassesProxy } from './noProxy.ts';
import { ProxyFailure } from './proxyFailure.ts';
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
  let direct: Agent | undefined;
  let proxied: ProxyAgent | undefined;
  const proxy = settings.proxy?.trim() ? parseProxy(settings.proxy.trim()) : undefined;
  const usesProxy = (url: URL) => proxy !== undefined && !bypassesProxy(url, settings.noProxy ?? []);
  return {
    dispatcherFor(url) {
      if (!usesProxy(url)) {
        direct ??= createAgent(settings);
        return direct;
      }
      if (!(proxy instanceof URL)) {
        throw new RecordError('proxy', `The proxy address in the settings can't be used. ${proxy?.reason}`);
      }
      proxied ??= createProxyAgent(proxy, settings);
      return proxied;
    },
    proxyFor(url) {
      return usesProxy(url) && proxy instanceof URL ? proxy.origin : undefined;
    },
    async close() {
      await Promise.all([direct?.close(), proxied?.close()]);
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

function createAgent(settings: TransportSettings): Agent {
  return new Agent({ allowH2: false, connect: { ...tlsOptions(settings), timeout: settings.connectTimeout } });
}

function createProxyAgent(proxy: URL, settings: TransportSettings): ProxyAgent {
  const tls = { ...tlsOptions(settings), allowH2: false, timeout: settings.connectTimeout };
  return new ProxyAgent({
    uri: proxy.href,
    ...(settings.proxyAuthorization ? { token: settings.proxyAuthorization } : {}),
    allowH2: false,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: (origin, options) => createTunnelPool(origin, options, settings.connectTimeout),
  });
}

/** `connect` is a method only where undici's entry point was loaded; and its error hides the proxy's status. */
function createTunnelPool(origin: URL, options: PoolType.Options, connectTimeout: number): Dispatcher {
  const pool = new Pool(origin, { ...options, headersTimeout: connectTimeout });
  return Object.assign(pool, {
    async connect(params: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const answer = await connect.call(pool, params).catch((cause: unknown) => {
        throw new ProxyFailure(undefined, { cause });
      });
      if (answer.statusCode !== 200) {
        answer.socket.on('error', () => {}).destroy();
        throw new ProxyFailure(answer.statusCode);
      }
      return answer;
    },
  });
}

function tlsOptions({ strictSSL = true, extraCertificates = [] }: TransportSettings) {
  return {
    rejectUnauthorized: strictSSL,
    ...(extraCertificates.length > 0 ? { secureContext: trusting(extraCertificates) } : {}),
  };
}

function trusting(extraCertificates: readonly string[]) {
  return createSecureContext({ ca: [...getCACertificates('default'), ...extraCertificates] });
}
