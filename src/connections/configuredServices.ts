import * as vscode from 'vscode';
import type { ClientOptions, RequestReport } from '../service/client.ts';
import type { RecordError } from '../service/recordError.ts';
import type { Service, Services } from '../service/services.ts';
import type { TransportSettings } from '../service/transport.ts';
import { logRequest } from '../workbench/log.ts';
import { numberSetting } from '../workbench/numberSetting.ts';
import type { Credentials } from './credentials.ts';
import { guardedClient } from './guardedClient.ts';
import { networkSettings } from './networkSettings.ts';
import type { ServiceGuards } from './serviceGuards.ts';
import { parseServiceLevels, type ServiceSettings } from './serviceSettings.ts';
import type { Protocol } from './transportSettings.ts';
import { transports } from './transports.ts';

export interface ConfiguredServices extends Services, vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  /** One sentence for each entry of the settings that can't be used. */
  problems(): readonly string[];
  /** Adds a service that lives as long as the returned disposable, beside those of the settings. */
  addTemporary(service: Service): vscode.Disposable;
  /** How a request would go out now. */
  network(protocol: Protocol): Promise<TransportSettings>;
  /** What a client is made of, except how its requests go out. */
  clientOptions(service: Service): Promise<ServiceClientOptions>;
}

export interface ServiceClientOptions extends Omit<ClientOptions, 'transport'> {
  /** Why the stored credential must not be sent. A request without it is not the one that the user wanted. */
  readonly refusal?: RecordError;
}

export interface ServiceParts {
  readonly credentials: Credentials;
  readonly guards: ServiceGuards;
  readonly log: vscode.LogOutputChannel;
}

/** The services of the settings and the HTTP clients that talk to them. */
export function configuredServices({ credentials, guards, log }: ServiceParts): ConfiguredServices {
  const changed = new vscode.EventEmitter<void>();
  const temporary = new Map<string, Service>();
  let settings: ServiceSettings | undefined;

  const read = () => {
    settings ??= readSettings();
    return settings;
  };
  const all = () => [...temporary.values(), ...read().services.filter(({ name }) => !temporary.has(name))];
  const find = (name: string) => all().find((service) => service.name === name);
  const network = (protocol: Protocol) => networkSettings(protocol, timeout(), (message) => log.warn(message));
  const connections = transports(network);

  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http') || event.affectsConfiguration('videoRecords.requestTimeout')) {
      connections.renew();
    }
    if (event.affectsConfiguration('videoRecords')) {
      settings = undefined;
      changed.fire();
    }
  });

  const clientOptions = async ({ address }: Service): Promise<ServiceClientOptions> => {
    const stored = await credentials.get(address.origin);
    const refusal = stored && (await guards.credentialRefusal(address.origin));
    return {
      address,
      ...(refusal ? { refusal } : { credential: async () => stored }),
      timeout: timeout(),
      maxBytes: numberSetting('maxRecordSize') * 1024 * 1024,
      report: (request: RequestReport) => logRequest(log, request),
    };
  };

  return {
    onDidChange: changed.event,
    problems: () => read().problems,
    all,
    find,
    default: () => {
      const services = all();
      return find(configuration().get('defaultService', '')) ?? (services.length === 1 ? services[0] : undefined);
    },
    network,
    clientOptions,
    async client(service) {
      const { createClient } = await import('../service/client.ts');
      const ready = async () => {
        const { refusal, ...options } = await clientOptions(service);
        if (refusal) throw refusal;
        return createClient({ ...options, transport: await connections.get(protocolOf(service)) });
      };
      return guardedClient(ready, () => guards.allowWrite(service));
    },
    allowWrite: (service) => guards.allowWrite(service),
    async headers({ address }, ifMatch) {
      const { writeHeaders } = await import('../service/requestHeaders.ts');
      const credential = await credentials.get(address.origin);
      return { ...writeHeaders(ifMatch), ...(credential ? { [credential.header.toLowerCase()]: '(hidden)' } : {}) };
    },
    addTemporary(service) {
      temporary.set(service.name, service);
      changed.fire();
      return new vscode.Disposable(() => {
        if (temporary.delete(service.name)) changed.fire();
      });
    },
    dispose() {
      listener.dispose();
      changed.dispose();
      connections.renew();
    },
  };
}

export function protocolOf({ address }: Service): Protocol {
  return address.origin.startsWith('https:') ? 'https:' : 'http:';
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('videoRecords');
}

function timeout(): number {
  return numberSetting('requestTimeout') * 1000;
}

function readSettings(): ServiceSettings {
  const levels = configuration().inspect('services');
  return parseServiceLevels({
    value: configuration().get('services'),
    user: levels?.globalValue,
    workspace: levels?.workspaceValue,
  });
}
