import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, answer, type Service } from './sampleAnswer.ts';
import { openStore } from './store.ts';

export interface SampleServerOptions {
  /** 0 for any free port. */
  port: number;
  /** The token that writes must send as `Authorization: Token …`. Without it anyone may write. */
  token?: string | undefined;
}

export type SampleServer = Awaited<ReturnType<typeof startSampleServer>>;

const host = '127.0.0.1';
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };
const closingGrace = 1_000;

export async function startSampleServer({ port, token }: SampleServerOptions) {
  const service = { store: openStore(), token };
  const server = createServer(timeouts, (request, response) => void respond(request, response, service));
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  const baseUrl = `http://${host}:${address.port}`;
  return { port: address.port, baseUrl, close: () => closeServer(server) };
}

async function respond(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  try {
    send(response, await answer(request, service));
  } catch (error) {
    // The client may have gone away in the middle of its request: then nobody is left to answer.
    if (!request.errored) throw error;
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    Vary: 'Accept',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    // The interface declares JSON as HTML; a browser must not run the markup in records.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...headers,
  });
  response.end(body);
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cutOff = setTimeout(() => server.closeAllConnections(), closingGrace);
  await closed;
  clearTimeout(cutOff);
}
