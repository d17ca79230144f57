import type { SecureContext } from 'node:tls';
import type { Dispatcher, Pool as PoolType } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { ProxyFailure } from './connectionError.ts';

export interface ConnectOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly rejectUnauthorized: boolean;
  readonly secureContext?: SecureContext;
}

/** For https: the proxy opens a tunnel to the service. */
export function createTunnels(proxy: URL, authorization: string | undefined, options: ConnectOptions): Dispatcher {
  const tls = { ...options, allowH2: false };
  return new ProxyAgent({
    uri: proxy.origin,
    ...(authorization === undefined ? {} : { token: authorization }),
    allowH2: false,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: (origin, poolOptions) => createTunnelPool(origin, poolOptions, options.timeout),
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
    return dispatch(forwarded, {
      ...handler,
      onResponseStart(controller, status, headers, message) {
        if (status === 407) controller.abort(new ProxyFailure(status));
        else handler.onResponseStart?.(controller, status, headers, message);
      },
    });
  });
}
