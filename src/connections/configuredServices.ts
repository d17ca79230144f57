import * as vscode from 'vscode';
import type { RecordClient } from '../service/client.ts';
import type { Service, Services } from '../service/services.ts';
import type { Transport } from '../service/transport.ts';
import { logRequest } from '../workbench/log.ts';
import type { Credentials } from './credentials.ts';
import { transportSettings } from './networkSettings.ts';
import { parseServices, type ServiceSettings } from './serviceSettings.ts';

export interface ConfiguredServices extends Services, vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  /** Adds a service that lives as long as the returned disposable, beside those of the settings. */
  addTemporary(service: Service): vscode.Disposable;
}

/** The services of the settings and the HTTP clients that talk to them. */
export function configuredServices(credentials: Credentials, log: vscode.LogOutputChannel): ConfiguredServices {
  const changed = new vscode.EventEmitter<void>();
  const temporary = new Map<string, Service>();
  let settings: ServiceSettings | undefined;
  let transport: Promise<Transport> | undefined;

  const read = () => {
    settings ??= parseServices(vscode.workspace.getConfiguration('videoRecords').get('services'));
    return settings;
  };
  const all = () => [...temporary.values(), ...read().services.filter(({ name }) => !temporary.has(name))];
  const find = (name: string) => all().find((service) => service.name === name);
  const closeTransport = () => {
    void transport?.then((open) => open.close());
    transport = undefined;
  };

  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http') || event.affectsConfiguration('videoRecords.requestTimeout'))
      closeTransport();
    if (event.affectsConfiguration('videoRecords')) {
      settings = undefined;
      changed.fire();
    }
  });

  const client = async (service: Service): Promise<RecordClient> => {
    const [{ createClient }, { createTransport }] = await Promise.all([
      import('../service/client.ts'),
      import('../service/transport.ts'),
    ]);
    const configuration = vscode.workspace.getConfiguration('videoRecords');
    const timeout = configuration.get('requestTimeout', 0) * 1000;
    transport ??= transportSettings(timeout).then(createTransport);
    return createClient({
      address: service.address,
      transport: await transport,
      credential: () => credentials.get(service.address.origin),
      timeout,
      maxBytes: configuration.get('maxRecordSize', 0) * 1024 * 1024,
      report: (request) => logRequest(log, request),
    });
  };

  return {
    onDidChange: changed.event,
    all,
    find,
    default: () => {
      const name = vscode.workspace.getConfiguration('videoRecords').get('defaultService', '');
      const services = all();
      return find(name) ?? (services.length === 1 ? services[0] : undefined);
    },
    client,
    async headers(service) {
      const credential = await credentials.get(service.address.origin);
      return {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(credential ? { [credential.header]: '(hidden)' } : {}),
      };
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
      closeTransport();
    },
  };
}
