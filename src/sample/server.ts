import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { lanternConf } from './records/lanternConf.ts';
import { manyScripts } from './records/manyScripts.ts';
import { nearbyTongues } from './records/nearbyTongues.ts';
import { unusual } from './records/unusual.ts';
import { type Answer, answer, failure, type Service } from './sampleAnswer.ts';
import type { VideoRecord } from './sampleFields.ts';
import { openStore } from './store.ts';

export interface SampleServerOptions {
  /** 0 for any free port. */
  port: number;
  /** The file for the records. Without it they are kept in memory. */
  db?: string | undefined;
  /** The token that writes must send as `Authorization: Token …`. Without it anyone may write. */
  token?: string | undefined;
}

export interface SampleServer {
  port: number;
  baseUrl: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };
const closingGrace = 1_000;

export async function startSampleServer({ port, db, token }: SampleServerOptions): Promise<SampleServer> {
  const store = openStore(db ?? ':memory:', sampleRecords);
  const server = createServer(timeouts, inTurn({ store, token }));
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    baseUrl: `http://${host}:${address.port}`,
    close: async () => {
      await closeServer(server);
      store.close();
    },
  };
}

/** Requests pipelined on one connection are answered one after the other: a read after a write sees the write. */
function inTurn(service: Service): (request: IncomingMessage, response: ServerResponse) => void {
  const turns = new WeakMap<Socket, Promise<void>>();
  return (request, response) => {
    const turn = turns.get(request.socket) ?? Promise.resolve();
    turns.set(
      request.socket,
      turn.then(() => respond(request, response, service)),
    );
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  try {
    send(response, await answer(request, service));
  } catch (error) {
    if (request.errored) return; // The client went away in the middle of its request: nobody is left to answer.
    console.error(`The sample service could not answer ${request.method} ${request.url}: ${String(error)}`);
    send(response, failure(500, 'The sample service failed. See its error output.'));
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

/** About forty invented talks. The ids 13 and 27 are missing on purpose: real services have gaps. */
export const sampleRecords: readonly VideoRecord[] = [...lanternConf, ...nearbyTongues, ...manyScripts, ...unusual];
