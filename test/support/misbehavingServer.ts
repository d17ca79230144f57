import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Behaviour } from './behaviours.ts';
import type { ServerCertificate } from './certificates.ts';
import { takeRequest, type WireRequest } from './wireRequest.ts';

export interface MisbehavingServer {
  readonly origin: string;
  readonly port: number;
  /** Every whole request received so far. */
  readonly requests: readonly WireRequest[];
  /** Connections accepted so far; with TLS only those whose handshake succeeded. */
  readonly connections: number;
  readonly openConnections: number;
  /** What the next requests meet, in order; the last one stays. */
  script(...behaviours: Behaviour[]): void;
  nextRequest(): Promise<WireRequest>;
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

/** Speaks HTTP/1.1 on bare sockets, so that it can break every rule of it. */
export async function startMisbehavingServer(
  options: { readonly certificate?: ServerCertificate; readonly port?: number } = {},
): Promise<MisbehavingServer> {
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  const events = new EventEmitter();
  let connections = 0;
  let behaviours: Behaviour[] = [];

  const behave = (socket: Socket, request: WireRequest) => {
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    requests.push(request);
    events.emit('request', request);
    if (behaviour === undefined) {
      throw new Error(`No behaviour is scripted for ${request.method} ${request.target}.`);
    }
    behaviour(socket, request);
  };
  const onConnection = (socket: Socket) => {
    const connection = ++connections;
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let taken = takeRequest(received, connection); taken; taken = takeRequest(received, connection)) {
        received = taken.rest;
        behave(socket, taken.request);
      }
    });
  };
  const watch = (socket: Socket) => {
    sockets.add(socket);
    // The other side may break off at any time: that is what these tests are about.
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      events.emit('closed');
    });
  };

  const server = listenFor(options.certificate, onConnection, watch);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${options.certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    script(...next) {
      behaviours = next;
    },
    async nextRequest() {
      const [request] = await once(events, 'request');
      return request;
    },
    async allClosed() {
      while (sockets.size > 0) {
        await once(events, 'closed');
      }
    },
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

function listenFor(
  certificate: ServerCertificate | undefined,
  onConnection: (socket: Socket) => void,
  watch: (socket: Socket) => void,
): Server {
  if (certificate === undefined) {
    return createServer((socket) => {
      watch(socket);
      onConnection(socket);
    });
  }
  return createTlsServer({ ...certificate }, (socket) => {
    watch(socket);
    onConnection(socket);
  })
    .on('connection', watch)
    .on('tlsClientError', () => {});
}
