import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Route } from '../../src/service/transport.ts';
import type { ServerCertificate } from './certificates.ts';

export interface ForwardProxy {
  readonly address: string;
  readonly port: number;
  /** `host:port` of each tunnel asked for. */
  readonly tunnels: readonly string[];
  /** The absolute address of each request forwarded. */
  readonly forwarded: readonly string[];
  /** The `Proxy-Authorization` of each request, or undefined. */
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

export interface ForwardProxyOptions {
  /** The `Proxy-Authorization` it insists on. */
  readonly authorization?: string;
  /** The `Proxy-Authenticate` of a 407. */
  readonly challenge?: string;
  /** Answers everything with this status. */
  readonly refuseWith?: number;
  /** Knows every name, and that each of them is this origin. */
  readonly everythingIs?: string;
  /** Reached over TLS. */
  readonly certificate?: ServerCertificate;
}

/** Sends everything through the proxy of this address. */
export function through(address: string): () => Promise<Route> {
  return async () => ({ via: 'proxy', address });
}

/** An ordinary forward proxy: CONNECT for tunnels, absolute-form for plain http. */
export async function startForwardProxy(options: ForwardProxyOptions = {}): Promise<ForwardProxy> {
  const tunnels: string[] = [];
  const forwarded: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Duplex>();
  const refusal = (message: IncomingMessage): number | undefined => {
    const authorization = message.headers['proxy-authorization'];
    authorizations.push(authorization);
    return options.refuseWith ?? (options.authorization === authorization ? undefined : 407);
  };

  const server = options.certificate ? createTlsServer({ ...options.certificate }) : createServer();
  server.on('connection', (socket: Socket) => own(socket, sockets));
  server.on('request', (message: IncomingMessage, answer: ServerResponse) => {
    forwarded.push(message.url ?? '');
    const status = refusal(message);
    if (status === undefined) {
      forward(message, answer, options.everythingIs);
    } else {
      answer.writeHead(status, { 'proxy-authenticate': options.challenge ?? 'Basic' }).end();
    }
  });
  server.on('connect', (message: IncomingMessage, client: Duplex) => {
    tunnels.push(message.url ?? '');
    own(client, sockets);
    const status = refusal(message);
    if (status === undefined) {
      own(tunnel(options.everythingIs ?? `http://${message.url}`, client), sockets);
    } else {
      const challenge = `proxy-authenticate: ${options.challenge ?? 'Basic'}`;
      client.end(`HTTP/1.1 ${status} Refused\r\n${challenge}\r\ncontent-length: 0\r\n\r\n`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `${options.certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    tunnels,
    forwarded,
    authorizations,
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

function own(socket: Duplex, sockets: Set<Duplex>): void {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
}

function tunnel(origin: string, client: Duplex): Socket {
  const { hostname, port } = new URL(origin);
  const target = connect(Number(port), hostname, () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    target.pipe(client).pipe(target);
  });
  target.on('error', () => client.destroy());
  client.on('close', () => target.destroy());
  return target;
}

function forward(message: IncomingMessage, answer: ServerResponse, origin: string | undefined): void {
  const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = message.headers;
  const { pathname, search, origin: named } = new URL(message.url ?? '');
  const onward = request(
    `${origin ?? named}${pathname}${search}`,
    { method: message.method, headers, agent: false },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    },
  );
  onward.on('error', () => {
    if (answer.headersSent) {
      answer.destroy();
    } else {
      answer.writeHead(502).end();
    }
  });
  answer.on('close', () => onward.destroy());
  message.pipe(onward);
}
