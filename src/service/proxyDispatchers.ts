import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Dispatcher, Pool as PoolType } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { proxyFailure } from './connectionError.ts';
import type { RecordError } from './recordError.ts';

export interface ConnectOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly rejectUnauthorized: boolean;
  readonly secureContext?: SecureContext;
}

/** For https: the proxy opens a tunnel to the service. */
export function createTunnels(proxy: URL, authorization: string | undefined, options: ConnectOptions): Dispatcher {
  return new ProxyAgent({ uri: proxy.origin, ...tunnelOptions(authorization, options) });
}

/** undici finds the proxy for each origin, and tunnels plain http too. Empty settings leave it to the environment. */
export function createEnvironmentProxies(
  { proxy, noProxy }: { readonly proxy: string; readonly noProxy: string },
  authorization: string | undefined,
  options: ConnectOptions,
  direct: { readonly lookup: LookupFunction } | undefined,
): Dispatcher {
  try {
    return new EnvHttpProxyAgent({
      ...tunnelOptions(authorization, options),
      connect: { ...options, ...direct },
      ...(proxy && { httpProxy: proxy, httpsProxy: proxy }),
      ...(noProxy && { noProxy }),
    });
  } catch (cause) {
    throw proxyFailure('proxyAddress', '', { cause });
  }
}

function tunnelOptions(authorization: string | undefined, options: ConnectOptions) {
  const tls = { ...options, allowH2: false };
  return {
    ...(authorization && { token: authorization }),
    allowH2: false,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: (proxy: URL, poolOptions: object) => createTunnelPool(proxy, poolOptions, options.timeout),
  };
}

/** `connect` is a method only where undici's entry point was loaded; and its error hides the proxy's status. */
function createTunnelPool(proxy: URL, options: PoolType.Options, connectTimeout: number): Dispatcher {
  const pool = new Pool(proxy.origin, { ...options, headersTimeout: connectTimeout });
  return Object.assign(pool, {
    async connect(params: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const answer = await connect.call(pool, params).catch((cause: unknown) => {
        throw proxyFailure('proxyUnreachable', proxy.origin, { cause });
      });
      if (answer.statusCode !== 200) {
        answer.socket.on('error', () => {}).destroy();
        throw refusal(proxy, answer.statusCode, answer.headers);
      }
      return answer;
    },
  });
}

/** For http: the proxy gets the whole address and forwards the request. Many proxies refuse a tunnel to port 80. */
export function createForwarder(proxy: URL, authorization: string | undefined, options: ConnectOptions): Dispatcher {
  const pool = new Pool(proxy.origin, { allowH2: false, connect: { ...options } });
  return pool.compose((dispatch) => (request, handler) => {
    const { host, origin } = new URL(String(request.origin));
    const forwarded = {
      ...request,
      origin: proxy.origin,
      path: origin + request.path,
      headers: { ...request.headers, host, ...(authorization && { 'proxy-authorization': authorization }) },
      // Otherwise undici expects the certificate of the host in the header.
      servername: proxy.hostname,
    };
    let isConnected = false;
    return dispatch(forwarded, {
      ...handler,
      onRequestStart(controller, context) {
        isConnected = true;
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart(controller, status, headers, message) {
        if (status === 407) controller.abort(refusal(proxy, status, headers));
        else handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseError(controller, error) {
        const cause = isConnected ? error : proxyFailure('proxyUnreachable', proxy.origin, { cause: error });
        handler.onResponseError?.(controller, cause);
      },
    });
  });
}

function refusal(proxy: URL, status: number, headers: IncomingHttpHeaders): RecordError {
  if (status !== 407) return proxyFailure('proxyRefused', proxy.origin, { status });
  const offered = [headers['proxy-authenticate'] ?? ''].flat().join();
  const needsTicket = /\b(negotiate|kerberos|ntlm)\b/i.test(offered) && !/\bbasic\b/i.test(offered);
  return proxyFailure(needsTicket ? 'proxyKerberos' : 'proxyAuthentication', proxy.origin, { status });
}
