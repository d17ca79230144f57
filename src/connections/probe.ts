import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { shortened } from '../record/textEdits.ts';
import { withoutBrackets } from '../service/address.ts';
import { createClient, type OptionsAnswer, type RecordVersion, type RequestReport } from '../service/client.ts';
import { isRecordError, type RecordError } from '../service/recordError.ts';
import type { Service } from '../service/services.ts';
import { createTransport, type Route, type TransportSettings } from '../service/transport.ts';
import type { ServiceClientOptions } from './clients.ts';

export interface ProbeRequest {
  readonly service: Service;
  readonly id: number;
  readonly network: TransportSettings;
  readonly client: ServiceClientOptions;
  readonly signal?: AbortSignal;
}

/** What looking up the host, reading one record and asking for its options showed. */
export interface ConnectionFacts {
  readonly route: Route;
  /** The addresses of the host; undefined where it has none, 'skipped' where it is not looked up here. */
  readonly lookup: readonly string[] | 'skipped' | undefined;
  /** The connections to the service or its proxy, in their order. */
  readonly connections: readonly Connection[];
  readonly read: RecordVersion | RecordError;
  /** Undefined where nothing was answered at all. */
  readonly options: OptionsAnswer | RecordError | undefined;
  readonly reports: readonly RequestReport[];
}

export interface Connection {
  readonly host: string;
  readonly remote: string;
  readonly certificate?: { readonly issuer: string; readonly validUntil: string; readonly protocol: string };
}

const channel = 'undici:client:connected';
const maxAddresses = 4;

/** Sends what opening a record sends, and OPTIONS. Writes nothing. */
export async function probeConnection(request: ProbeRequest): Promise<ConnectionFacts> {
  const url = new URL(request.service.address.href);
  const transport = createTransport(request.network);
  const reports: RequestReport[] = [];
  const report = (sent: RequestReport) => {
    reports.push(sent);
    request.client.report?.(sent);
  };
  const client = createClient({ ...request.client, transport, report });
  const options = request.signal ? { signal: request.signal } : {};
  try {
    const route: Route = (await request.network.routeTo?.(url.origin)) ?? { via: 'direct' };
    const addresses = route.via === 'direct' ? await lookUp(withoutBrackets(url.hostname)) : 'skipped';
    const proxyHost = route.via === 'proxy' ? URL.parse(route.address)?.host : undefined;
    return await noteConnections([url.host, proxyHost], async (connections) => {
      const read = await client.read(request.id, options).catch(onlyRecordError);
      const isAnswered = reports.some(({ status }) => status !== undefined);
      const allowed = isAnswered ? await client.options(request.id, options).catch(onlyRecordError) : undefined;
      return { route, lookup: addresses, connections, read, options: allowed, reports };
    });
  } finally {
    await transport.close();
  }
}

async function lookUp(host: string): Promise<ConnectionFacts['lookup']> {
  if (isIP(host)) return 'skipped';
  try {
    const found = await lookup(host, { all: true });
    return found.slice(0, maxAddresses).map(({ address }) => address);
  } catch {
    return undefined;
  }
}

function onlyRecordError(error: unknown): RecordError {
  if (isRecordError(error) && error.kind !== 'cancelled') return error;
  throw error;
}

/** Notes the connections to these hosts that the code that sends requests makes while the task runs. */
async function noteConnections<T>(
  hosts: readonly (string | undefined)[],
  task: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const connections: Connection[] = [];
  const note = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { host: string }; socket: Socket };
    if (hosts.includes(connectParams.host)) connections.push(describe(connectParams.host, socket));
  };
  subscribe(channel, note);
  try {
    return await task(connections);
  } finally {
    unsubscribe(channel, note);
  }
}

function describe(host: string, socket: Socket): Connection {
  const remote = `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`;
  if (!(socket instanceof TLSSocket)) return { host, remote };
  const { issuer, valid_to } = socket.getPeerCertificate();
  // A resumed session shows no certificate.
  if (valid_to === undefined) return { host, remote };
  const certificate = {
    issuer: shortened(joined(issuer?.O) ?? joined(issuer?.CN) ?? '?', 100),
    validUntil: new Date(valid_to).toISOString().slice(0, 10),
    protocol: socket.getProtocol() ?? 'TLS',
  };
  return { host, remote, certificate };
}

function joined(name: string | string[] | undefined): string | undefined {
  return Array.isArray(name) ? name.join(' ') : name;
}
