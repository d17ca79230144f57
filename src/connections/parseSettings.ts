import { isObject } from '../record/valueShapes.ts';
import { parseServiceAddress } from '../service/address.ts';
import type { Access, SaveMethod, Service, WorkspaceChange } from '../service/services.ts';

export interface ServiceSettings {
  readonly services: readonly Service[];
  readonly problems: readonly SettingProblem[];
}

/** Why an entry of `videoRecords.services`, or all of it, can't be used. `messages.ts` words it. */
export type SettingProblem =
  | { readonly code: 'notAnObject' }
  | { readonly code: 'name' | 'entry' | 'saveMethod' | 'access'; readonly name: string }
  | { readonly code: 'address'; readonly name: string; readonly cause: unknown };

export const serviceNamePattern = /^[a-z0-9][a-z0-9.-]*$/;

export const saveMethods: readonly SaveMethod[] = ['auto', 'patch', 'put'];
/** The strictest last. */
export const accesses: readonly Access[] = ['readWrite', 'confirm', 'readOnly'];

/**
 * Reads `videoRecords.services`: its effective value, and what the user and the workspace settings contribute to it.
 * Services that the workspace defines differently than the user are marked.
 */
export function parseServiceLevels(levels: Record<'value' | 'user' | 'workspace', unknown>): ServiceSettings {
  const { value, user, workspace } = levels;
  const all = parseServices(value);
  if (!isObject(workspace)) return all;
  const own = new Map(parseServices(user ?? {}).services.map((service) => [service.name, service]));
  const mark = (service: Service): Service => {
    const { name } = service;
    if (!Object.hasOwn(workspace, name)) return service;
    const isOwn = isObject(user) && Object.hasOwn(user, name);
    const fromWorkspace = changesOf(service, own.get(name), isOwn);
    return fromWorkspace === undefined ? service : { ...service, fromWorkspace };
  };
  return { services: all.services.map(mark), problems: all.problems };
}

/** Undefined if the user settings have the same values, or allow more. */
function changesOf(service: Service, own: Service | undefined, isOwn: boolean): Service['fromWorkspace'] {
  if (isOwn && !own) return [{ kind: 'invalidEntry' }];
  if (service.address.href !== own?.address.href) return [{ kind: 'address' }];
  const changes: WorkspaceChange[] = [];
  if (accesses.indexOf(service.access) < accesses.indexOf(own.access)) {
    changes.push({ kind: 'access', own: own.access });
  }
  if (service.saveMethod !== own.saveMethod) changes.push({ kind: 'saveMethod', own: own.saveMethod });
  return changes.length > 0 ? changes : undefined;
}

/** An invalid entry is left out and reported; the others work. */
export function parseServices(value: unknown): ServiceSettings {
  if (!isObject(value)) return { services: [], problems: [{ code: 'notAnObject' }] };
  const services: Service[] = [];
  const problems: SettingProblem[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const parsed = parseService(name, entry);
    if ('code' in parsed) problems.push(parsed);
    else services.push(parsed);
  }
  return { services, problems };
}

function parseService(name: string, entry: unknown): Service | SettingProblem {
  if (!serviceNamePattern.test(name)) return { code: 'name', name };
  const { baseUrl, saveMethod = 'auto', access = 'readWrite' } = isObject(entry) ? entry : {};
  if (typeof baseUrl !== 'string') return { code: 'entry', name };
  if (!isOneOf(saveMethods, saveMethod)) return { code: 'saveMethod', name };
  // A misspelt "readOnly" must not turn into permission to write.
  if (!isOneOf(accesses, access)) return { code: 'access', name };
  try {
    return { name, address: parseServiceAddress(baseUrl), saveMethod, access };
  } catch (cause) {
    return { code: 'address', name, cause };
  }
}

function isOneOf<T extends string>(allowed: readonly T[], value: unknown): value is T {
  return allowed.some((candidate) => candidate === value);
}
