import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ServerCertificate } from '../support/certificates.ts';

/** A way to a service that can be cut, fall silent, or show another certificate, while its address stays the same. */
export interface Gate {
  readonly baseUrl: string;
  readonly open: number;
  /** Speaks TLS with it; a change counts for connections made from then on. */
  certificate: ServerCertificate | undefined;
  /** Takes connections and says nothing on them. */
  silent: boolean;
  /** Cuts the connections there are. */
  cut(): void;
  /** Cuts them and refuses new ones. */
  down(): Promise<void>;
  up(): Promise<void>;
  allClosed(): Promise<void>;
}

export async function startGate(target: string, certificate?: ServerCertificate): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    // Read, or it would not notice that the other side has gone.
    if (gate.silent) socket.resume();
    else join(socket, gate.certificate, Number(new URL(target).port));
  });
  let port = 0;
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await listen();

  const gate: Gate = {
    baseUrl: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    get open() {
      return sockets.size;
    },
    certificate,
    silent: false,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async down() {
      if (!server.listening) return;
      server.close();
      gate.cut();
      await once(server, 'close');
    },
    async up() {
      if (!server.listening) await listen();
    },
    async allClosed() {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    },
  };
  return gate;
}

function join(socket: Socket, certificate: ServerCertificate | undefined, port: number): void {
  const client = certificate ? secured(socket, certificate) : socket;
  const upstream = connect(port, '127.0.0.1');
  client.pipe(upstream).pipe(client);
  // What the service had sent before still arrives.
  upstream.on('error', () => client.write('', () => socket.resetAndDestroy()));
  socket.once('close', () => upstream.destroy());
}

function secured(socket: Socket, certificate: ServerCertificate): TLSSocket {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ ...certificate }) });
  secure.on('error', () => socket.destroy());
  return secure;
}
