import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { fieldText } from '../record/text.ts';
import { recordAddress } from '../service/address.ts';
import {
  type ClientOptions,
  createClient,
  type OptionsAnswer,
  type RecordVersion,
  type RequestReport,
} from '../service/client.ts';
import { isRecordError, type RecordError } from '../service/recordError.ts';
import type { Service } from '../service/services.ts';
import { createTransport, type TransportSettings } from '../service/transport.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { type ConnectionFacts, noteConnections } from './connectionFacts.ts';
import { riskOf } from './consents.ts';

export type StepName = 'address' | 'name' | 'connection' | 'tls' | 'answer' | 'record' | 'writing';

export interface TestStep {
  readonly step: StepName;
  readonly state: 'ok' | 'failed' | 'skipped';
  /** Whole sentences. */
  readonly text: string;
}

export interface ConnectionTest {
  readonly service: string;
  readonly address: string;
  readonly id: number;
  readonly ok: boolean;
  readonly steps: readonly TestStep[];
}

export interface TestRequest {
  readonly service: Service;
  readonly id: number;
  readonly network: TransportSettings;
  readonly client: Omit<ClientOptions, 'transport'>;
  readonly hasCredential: boolean;
  /** The credential is not sent, as the user has not agreed to send it without encryption. */
  readonly withheld?: boolean;
  readonly signal?: AbortSignal;
}

/** What a read and an OPTIONS of one record taught. */
interface Observed {
  readonly read: RecordVersion | RecordError;
  readonly options: OptionsAnswer | RecordError | undefined;
  readonly reports: readonly RequestReport[];
  readonly connections: readonly ConnectionFacts[];
}

/** Goes the way of a request step by step, and says in plain words how far it got. Writes nothing. */
export async function testConnection(request: TestRequest): Promise<ConnectionTest> {
  const { service, id, network } = request;
  const url = new URL(service.address.href);
  const transport = createTransport(network);
  const proxy = transport.proxyFor(url);
  try {
    const name = await nameStep(url, proxy);
    const observed = await observe(request, transport);
    const steps = [
      addressStep(request),
      name,
      connectionStep(observed, url, proxy),
      tlsStep(observed, url, network),
      answerStep(observed),
      recordStep(observed, id),
      writingStep(observed, request),
    ];
    const ok = steps.every(({ state }) => state !== 'failed');
    return { service: service.name, address: service.address.href, id, ok, steps };
  } finally {
    await transport.close();
  }
}

async function observe(request: TestRequest, transport: ReturnType<typeof createTransport>): Promise<Observed> {
  const reports: RequestReport[] = [];
  const report = (sent: RequestReport) => {
    reports.push(sent);
    request.client.report?.(sent);
  };
  const client = createClient({ ...request.client, transport, report });
  const options = request.signal ? { signal: request.signal } : {};
  return noteConnections(async (connections) => {
    const read = await client.read(request.id, options).catch(onlyRecordError);
    const answered = reports.some(({ status }) => status !== undefined);
    const told = answered ? await client.options(request.id, options).catch(onlyRecordError) : undefined;
    return { read, options: told, reports, connections };
  });
}

function onlyRecordError(error: unknown): RecordError {
  if (isRecordError(error) && error.kind !== 'cancelled') return error;
  throw error;
}

function addressStep({ service: { address }, id, withheld }: TestRequest): TestStep {
  const place = `Record ${id} is asked for at ${recordAddress(address, id)}.`;
  if (withheld) return { step: 'address', state: 'failed', text: `${place} ${withheldText}` };
  const warning =
    riskOf(address.origin, true) === 'plain' ? ' The connection is not encrypted: anyone on the way can read it.' : '';
  return { step: 'address', state: 'ok', text: place + warning };
}

const withheldText =
  'The connection is not encrypted, and you have not agreed to send the credential over it. This test went on without it. Use an https address, or run Set Credential, open a record and agree.';

async function nameStep({ hostname }: URL, proxy: string | undefined): Promise<TestStep> {
  const skipped = (text: string): TestStep => ({ step: 'name', state: 'skipped', text });
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (proxy) return skipped(`The proxy ${proxy} looks up the name ${host}.`);
  if (isIP(host)) return skipped(`${host} is an address that needs no looking up.`);
  try {
    const found = await lookup(host, { all: true });
    return { step: 'name', state: 'ok', text: `${host} is ${found.map(({ address }) => address).join(', ')}.` };
  } catch {
    const text = `The name ${host} could not be resolved. Check the address and your network connection.`;
    return { step: 'name', state: 'failed', text };
  }
}

function connectionStep({ read, connections, reports }: Observed, url: URL, proxy: string | undefined): TestStep {
  // Others may connect to elsewhere at the same time.
  const hosts = [url.host, proxy && new URL(proxy).host];
  const first = connections.find(({ host }) => hosts.includes(host));
  if (isRecordError(read) && (read.kind === 'proxy' || (!first && read.kind !== 'tls' && !hasStatus(reports)))) {
    return { step: 'connection', state: 'failed', text: messageOf(read) };
  }
  const way = proxy ? `through the proxy ${proxy}` : `directly${first ? ` (${first.remote})` : ''}`;
  return { step: 'connection', state: 'ok', text: `Connected to ${url.host} ${way}.` };
}

function tlsStep({ read, connections }: Observed, url: URL, { strictSSL }: TransportSettings): TestStep {
  const own = connections.find(({ host }) => host === url.host);
  if (url.protocol === 'http:') return { step: 'tls', state: 'skipped', text: 'The address uses http, without TLS.' };
  if (own?.certificate) {
    const { protocol, issuer, validUntil } = own.certificate;
    const unchecked = strictSSL === false ? ' It was not checked, because http.proxyStrictSSL is off.' : '';
    const text = `${protocol} with a certificate issued by ${issuer}, valid until ${validUntil}.${unchecked}`;
    return { step: 'tls', state: 'ok', text };
  }
  if (isRecordError(read) && read.kind === 'tls') return { step: 'tls', state: 'failed', text: messageOf(read) };
  return own
    ? { step: 'tls', state: 'ok', text: 'Encrypted as before, without showing the certificate again.' }
    : { step: 'tls', state: 'skipped', text: 'There was no connection to secure.' };
}

function answerStep({ read, options, reports }: Observed): TestStep {
  if (!hasStatus(reports)) return { step: 'answer', state: 'skipped', text: 'There was nothing to answer.' };
  const lines = [lastReport(reports, 'GET'), lastReport(reports, 'OPTIONS')].map(describeReport);
  const allow = allowOf({ read, options });
  const allowed = allow ? `It allows ${allow.join(', ')}.` : 'It does not say which methods it allows.';
  return { step: 'answer', state: 'ok', text: [...lines, allowed].filter((line) => line !== '').join(' ') };
}

function describeReport(report: RequestReport | undefined): string {
  if (!report) return '';
  const { method, status, milliseconds } = report;
  const time = `${Math.round(milliseconds)} ms`;
  return status === undefined ? `${method} got no answer.` : `${method} was answered with ${status} in ${time}.`;
}

function recordStep({ read, options, reports }: Observed, id: number): TestStep {
  if (!isRecordError(read)) {
    const title = fieldText(read.record, 'title');
    return { step: 'record', state: 'ok', text: `The answer is a record${title ? `: ${title}` : ''}.` };
  }
  if (!hasStatus(reports)) return { step: 'record', state: 'skipped', text: 'There was no answer to look at.' };
  if (read.kind !== 'notFound') {
    return { step: 'record', state: 'failed', text: `Record ${id} was not recognised. ${messageOf(read)}` };
  }
  const advice = 'Open a record that exists, then test again.';
  // Any web server has a page for what it doesn't have; one that names its methods knows at least the address.
  return allowOf({ read, options })
    ? { step: 'record', state: 'skipped', text: `${messageOf(read)} ${advice}` }
    : { step: 'record', state: 'failed', text: `${messageOf(read)} Check the address of the service. ${advice}` };
}

function writingStep(observed: Observed, { service, hasCredential }: TestRequest): TestStep {
  const skipped = (text: string): TestStep => ({ step: 'writing', state: 'skipped', text });
  const allow = allowOf(observed);
  if (service.access === 'readOnly') return skipped(`The settings mark ${service.name} as read-only.`);
  if (!hasStatus(observed.reports)) return skipped('Whether records can be written is not known.');
  const methods = ['PATCH', 'PUT'].filter((method) => allow?.includes(method));
  if (allow && methods.length === 0) return skipped('The service allows no method that writes.');
  const credential = hasCredential
    ? `A credential is stored for ${service.address.origin}.`
    : `No credential is stored for ${service.address.origin}.`;
  const told = allow
    ? `The service offers ${methods.join(' and ')}.`
    : 'The service does not say whether it can be written.';
  const { options } = observed;
  const described =
    options && !isRecordError(options) && options.describesWriting
      ? ' It describes the fields that you may write.'
      : '';
  return { step: 'writing', state: 'ok', text: `${told}${described} ${credential} Nothing was written for this test.` };
}

function allowOf({ read, options }: Pick<Observed, 'read' | 'options'>): readonly string[] | undefined {
  return read.allow ?? options?.allow;
}

function hasStatus(reports: readonly RequestReport[]): boolean {
  return reports.some(({ status }) => status !== undefined);
}

function lastReport(reports: readonly RequestReport[], method: string): RequestReport | undefined {
  return reports.findLast((report) => report.method === method);
}
