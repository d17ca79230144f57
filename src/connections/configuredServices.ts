import * as vscode from 'vscode';
import type { Service, ServiceRename, ServiceRequests } from '../service/services.ts';
import { lazyMethods } from '../workbench/lazy.ts';
import { parseServiceLevels, type ServiceSettings } from './parseSettings.ts';

export type ConfiguredServices = ReturnType<typeof configuredServices>;

const lastUsedKey = 'lastUsedService';

/** The services of the settings, read again when they change. */
export function configuredServices(requests: () => Promise<ServiceRequests>, memory: vscode.Memento) {
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
  const setDefault = () => {
    const { user, workspace } = levelsOf('defaultService');
    const name = workspace ?? user;
    return typeof name === 'string' ? find(name) : undefined;
  };
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
    /** Also fires once when activation is over: the settings are read then. */
    onDidChange: changed.event,
    problems: () => read().problems,
    all,
    find,
    default: currentDefault,
    isDefaultSet: () => setDefault() !== undefined,
    /** Keeps the current default when another service is added, even if no setting names it. */
    keepDefault() {
      const service = currentDefault();
      if (service) void memory.update(lastUsedKey, service.name);
    },
    /** Remembers the service for when no default is set. */
    markUsed(name: string) {
      if (memory.get(lastUsedKey) !== name && find(name)) void memory.update(lastUsedKey, name);
    },
    ...lazyMethods(requests, 'client', 'allowWrite', 'headers', 'fingerprint', 'secrets', 'network'),
    onDidRename: renamed.event,
    /** A service was renamed in the settings. */
    renamed(rename: ServiceRename) {
      if (memory.get(lastUsedKey) === rename.from) void memory.update(lastUsedKey, rename.to);
      renamed.fire(rename);
    },
    /** Adds a service beside those of the settings, until the returned disposable is disposed. */
    addTemporary(service: Service) {
      temporary.set(service.name, { ...service, isTemporary: true });
      changed.fire();
      return new vscode.Disposable(() => {
        if (temporary.delete(service.name)) changed.fire();
      });
    },
    dispose: () => vscode.Disposable.from(listeners, changed, renamed).dispose(),
  };
}

export function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('videoRecords');
}

/**
 * What the user and the workspace set. VS Code leaves out both settings of an untrusted workspace, but not a part that is
 * named by a key of its own, such as `services.desk`.
 */
export function levelsOf(setting: 'services' | 'defaultService'): { user: unknown; workspace: unknown } {
  const { globalValue: user, workspaceValue } = configuration().inspect(setting) ?? {};
  return { user, workspace: vscode.workspace.isTrusted ? workspaceValue : undefined };
}

function readSettings(): ServiceSettings {
  const levels = levelsOf('services');
  const value = vscode.workspace.isTrusted ? configuration().get('services') : (levels.user ?? {});
  return parseServiceLevels({ value, ...levels });
}
