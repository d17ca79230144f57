import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { shortened } from '../record/textEdits.ts';
import { withoutBrackets } from '../service/address.ts';
import { createClient } from '../service/client.ts';
import { isRecordError, type RecordError } from '../service/recordError.ts';
import type { RequestReport } from '../service/send.ts';
import type { Service } from '../service/services.ts';
import { createTransport, type Route, type TransportSettings } from '../service/transport.ts';
import type { ServiceClientOptions } from './clients.ts';

export interface ProbeRequest {
  readonly service: Service;
  readonly id: number;
  readonly network: TransportSettings;
  readonly client: ServiceClientOptions;
  readonly signal: AbortSignal;
}

export type ConnectionFacts = Awaited<ReturnType<typeof probeConnection>>;

const channel = 'undici:client:connected';
const maxAddresses = 4;

/** Looks up the host, sends what opening a record sends, and OPTIONS. Writes nothing. */
export async function probeConnection({ service, id, network, client: given, signal }: ProbeRequest) {
  const { host, hostname, origin } = new URL(service.address.href);
  const route: Route = (await network.routeTo?.(origin)) ?? { via: 'direct' };
  const addresses = route.via === 'direct' ? await lookUp(withoutBrackets(hostname)) : 'skipped';
  const hosts = [host, route.via === 'proxy' ? URL.parse(route.address)?.host : undefined];
  const reports: RequestReport[] = [];
  const report = (sent: RequestReport) => {
    reports.push(sent);
    given.report?.(sent);
  };
  /** Those to the service or its proxy, in their order. */
  const connections: ReturnType<typeof describe>[] = [];
  const note = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { host: string }; socket: Socket };
    if (hosts.includes(connectParams.host)) connections.push(describe(connectParams.host, socket));
  };
  const transport = createTransport(network);
  const client = createClient({ ...given, transport, report });
  subscribe(channel, note);
  try {
    const read = await client.read(id, { signal }).catch(onlyRecordError);
    const isAnswered = reports.some(({ status }) => status !== undefined);
    const options = isAnswered ? await client.options(id, { signal }).catch(onlyRecordError) : undefined;
    return { route, lookup: addresses, connections, read, options, reports };
  } finally {
    unsubscribe(channel, note);
    await transport.close();
  }
}

/** Undefined where the host has no address, 'skipped' where it is not looked up here. */
async function lookUp(host: string): Promise<readonly string[] | 'skipped' | undefined> {
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

function describe(host: string, socket: Socket) {
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
