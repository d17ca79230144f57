import * as vscode from 'vscode';
import type { Service, ServiceRename, Services } from '../service/services.ts';
import { parseServiceLevels, type ServiceSettings, type SettingProblem } from './parseSettings.ts';

export interface ConfiguredServices extends Services, vscode.Disposable {
  /** Also fires once when activation is over: the settings are read then. */
  readonly onDidChange: vscode.Event<void>;
  problems(): readonly SettingProblem[];
  /** Keeps the current default when another service is added, even if no setting names it. */
  keepDefault(): void;
  /** Remembers the service for when no default is set. */
  markUsed(name: string): void;
  readonly onDidRename: vscode.Event<ServiceRename>;
  /** A service was renamed in the settings. */
  renamed(rename: ServiceRename): void;
  /** Adds a service beside those of the settings, until the returned disposable is disposed. */
  addTemporary(service: Service): vscode.Disposable;
}

const lastUsedKey = 'lastUsedService';

/** What is loaded with the first request. */
export interface ServiceRequests {
  readonly clients: Pick<Services, 'client' | 'allowWrite' | 'headers' | 'fingerprint' | 'secrets'>;
}

/** The services of the settings, read again when they change. */
export function configuredServices(load: () => Promise<ServiceRequests>, memory: vscode.Memento): ConfiguredServices {
  const changed = new vscode.EventEmitter<void>();
  const renamed = new vscode.EventEmitter<ServiceRename>();
  const temporary = new Map<string, Service>();
  let settings: ServiceSettings | undefined;
  const read = () => {
    settings ??= readSettings();
    return settings;
  };
  const all = () => [...temporary.values(), ...read().services.filter(({ name }) => !temporary.has(name))];
  const find = (name: string) => all().find((service) => service.name === name);
  const setDefault = () => find(configuration().get('defaultService', ''));
  const currentDefault = () => {
    const services = all();
    const lastUsed = memory.get<unknown>(lastUsedKey);
    return (
      setDefault() ??
      (typeof lastUsed === 'string' ? find(lastUsed) : undefined) ??
      (services.length === 1 ? services[0] : undefined)
    );
  };
  const readAgain = () => {
    settings = undefined;
    changed.fire();
  };
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('videoRecords')) readAgain();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(readAgain),
  );
  setImmediate(() => changed.fire());
  return {
    onDidChange: changed.event,
    problems: () => read().problems,
    all,
    find,
    default: currentDefault,
    isDefaultSet: () => setDefault() !== undefined,
    keepDefault() {
      const service = currentDefault();
      if (service) void memory.update(lastUsedKey, service.name);
    },
    markUsed(name) {
      if (memory.get(lastUsedKey) !== name && find(name)) void memory.update(lastUsedKey, name);
    },
    client: async (service) => (await load()).clients.client(service),
    allowWrite: async (service, mayAsk) => (await load()).clients.allowWrite(service, mayAsk),
    headers: async (service, ifMatch) => (await load()).clients.headers(service, ifMatch),
    fingerprint: async (service, like) => (await load()).clients.fingerprint(service, like),
    secrets: async (origin) => (await load()).clients.secrets(origin),
    onDidRename: renamed.event,
    renamed(rename) {
      if (memory.get(lastUsedKey) === rename.from) void memory.update(lastUsedKey, rename.to);
      renamed.fire(rename);
    },
    addTemporary(service) {
      temporary.set(service.name, service);
      changed.fire();
      return new vscode.Disposable(() => {
        if (temporary.delete(service.name)) changed.fire();
      });
    },
    dispose: () => vscode.Disposable.from(listeners, changed, renamed).dispose(),
  };
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('videoRecords');
}

function readSettings(): ServiceSettings {
  const { globalValue: user, workspaceValue: workspace } = configuration().inspect('services') ?? {};
  // VS Code leaves out the `services` of an untrusted workspace, but not a single one named by a key of its own.
  if (!vscode.workspace.isTrusted) return parseServiceLevels({ value: user ?? {}, user, workspace: undefined });
  return parseServiceLevels({ value: configuration().get('services'), user, workspace });
}
