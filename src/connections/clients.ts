import * as vscode from 'vscode';
import { fingerprint, secretsOf, writeHeaders } from '../service/call.ts';
import { type ClientOptions, createClient, type RecordClient } from '../service/client.ts';
import { RecordError } from '../service/recordError.ts';
import type { RequestReport } from '../service/send.ts';
import type { Service } from '../service/services.ts';
import { createTransport, type Transport, type TransportSettings } from '../service/transport.ts';
import { lazyMethods } from '../workbench/lazy.ts';
import { oneLine } from '../workbench/plainText.ts';
import { numberSetting } from '../workbench/settings.ts';
import { trustedCertificates } from './certificates.ts';
import type { ServiceConsents } from './consents.ts';
import type { Credentials } from './credentials.ts';
import { proxies, proxyModule } from './proxies.ts';

export type ServiceClients = ReturnType<typeof serviceClients>;

/** What a client needs, except its transport. */
export interface ServiceClientOptions extends Omit<ClientOptions, 'transport'> {
  /** Why the stored credential must not be sent. A request without it is not the one the user wanted. */
  readonly refusal?: RecordError;
}

/** The HTTP clients of the configured services, sending as VS Code's network settings say. */
export function serviceClients(
  credentials: Pick<Credentials, 'get'>,
  consents: ServiceConsents,
  log: vscode.LogOutputChannel,
) {
  const warn = (message: string) => log.warn(oneLine(message, longestLine));
  const { routeTo, forget } = proxies({
    module: () => proxyModule(vscode.env.appRoot),
    setting: (key) => vscode.workspace.getConfiguration('http').get(key),
    warn,
  });
  /** How a request would be sent now. */
  const network = (): TransportSettings => ({ ...networkSettings(warn), routeTo });
  let transport: Transport | undefined;
  let limits: ReturnType<typeof requestLimits> | undefined;
  /** The next request reads the settings again; running requests are completed. */
  const renew = () => {
    forget();
    void transport?.close();
    transport = undefined;
  };
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    limits = undefined;
    if (event.affectsConfiguration('http') || event.affectsConfiguration('videoRecords.requestTimeout')) renew();
  });

  const storedFor = async (service: string, origin: string) => {
    try {
      return await credentials.get(origin);
    } catch (cause) {
      throw new RecordError('unauthorized', { reason: 'credentialUnreadable', service, cause });
    }
  };
  const clientOptions = async ({ name, address }: Service): Promise<ServiceClientOptions> => {
    const stored = await storedFor(name, address.origin);
    // VS Code computes a setting anew each time, which adds up for the requests of a worksheet.
    limits ??= requestLimits();
    const { isVerified, ...bounds } = limits;
    const refusal = stored && (await consents.credentialRefusal(address.origin, isVerified));
    const report = (request: RequestReport) => logRequest(log, request);
    return { name, address, ...(refusal ? { refusal } : { credential: stored }), ...bounds, report };
  };
  const newClient = async (service: Service) => {
    const { refusal, ...options } = await clientOptions(service);
    if (refusal) throw refusal;
    transport ??= createTransport(network());
    return createClient({ ...options, transport });
  };

  return {
    network: async () => network(),
    clientOptions,
    /** Each call gets a new client, so that a save that outlives a change of the settings continues with the new ones. */
    async client(service: Service): Promise<RecordClient> {
      const calls = lazyMethods(() => newClient(service), 'read', 'readIfChanged', 'list', 'head', 'options', 'write');
      return {
        ...calls,
        async write(...request) {
          // Asked before the clock of a call starts.
          await consents.allowWrite(service);
          return calls.write(...request);
        },
      };
    },
    allowWrite: consents.allowWrite,
    async headers({ name, address }: Service, ifMatch?: string) {
      const credential = await storedFor(name, address.origin);
      return { ...writeHeaders(ifMatch), ...(credential ? { [credential.header.toLowerCase()]: '(hidden)' } : {}) };
    },
    fingerprint: async ({ name, address }: Service, like?: string) =>
      fingerprint(await storedFor(name, address.origin), like),
    secrets: async (origin: string) => secretsOf(await credentials.get(origin)),
    dispose() {
      listener.dispose();
      renew();
    },
  };
}

/** VS Code's network settings for our own transport: undici reads none of them. */
function networkSettings(warn: (message: string) => void): TransportSettings {
  const http = vscode.workspace.getConfiguration('http');
  const proxyAuthorization: unknown = http.get('proxyAuthorization');
  return {
    ...(typeof proxyAuthorization === 'string' ? { proxyAuthorization } : {}),
    strictSSL: verifiesCertificates(),
    extraCertificates: () => trustedCertificates(http.get('systemCertificates') !== false, process.env, warn),
    connectTimeout: timeout(),
  };
}

/** What the settings say about every request. */
function requestLimits() {
  const maxBytes = numberSetting('maxRecordSize') * 1024 * 1024;
  return { isVerified: verifiesCertificates(), timeout: timeout(), maxBytes };
}

/** Only a plain false turns the check off, whatever else a settings file contains. */
function verifiesCertificates(): boolean {
  return vscode.workspace.getConfiguration('http').get('proxyStrictSSL') !== false;
}

function timeout(): number {
  return Math.round(numberSetting('requestTimeout') * 1000);
}

const longestLine = 1000;

/** One line per request, without bodies and headers, hence without secrets. */
export function logRequest(log: Pick<vscode.LogOutputChannel, 'info' | 'warn'>, request: RequestReport): void {
  const { method, address, status, milliseconds, bytes, attempt, failure } = request;
  const outcome = failure ? `${status ?? 'no answer'} (${failure})` : status;
  const line = `${method} ${address} ${outcome} ${Math.round(milliseconds)} ms ${bytes} bytes, attempt ${attempt}`;
  // A missing record and a cancelled request are ordinary outcomes.
  if (failure && failure !== 'cancelled' && failure !== 'notFound') log.warn(oneLine(line, longestLine));
  else log.info(oneLine(line, longestLine));
}
