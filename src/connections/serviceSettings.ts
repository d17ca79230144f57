import { shortened } from '../record/shortened.ts';
import { isObject } from '../record/untyped.ts';
import { isLoopback, parseServiceAddress, type ServiceAddress } from '../service/address.ts';
import type { Access, SaveMethod, Service } from '../service/services.ts';
import { messageOf } from '../workbench/failureMessages.ts';

export interface ServiceSettings {
  readonly services: readonly Service[];
  /** One sentence for each entry that can't be used. */
  readonly problems: readonly string[];
}

export const serviceNamePattern = /^[a-z0-9][a-z0-9.-]*$/;
const genericLabels = new Set(['www', 'api', 'http', 'https']);
const notProduction =
  /(^|[.-])(test|testing|stag(e|ing)|dev|develop(ment)?|qa|uat|demo|sandbox|preview|local)\d*([.-]|$)/;

const saveMethods: readonly SaveMethod[] = ['auto', 'patch', 'put'];
/** The strictest last. */
const accesses: readonly Access[] = ['readWrite', 'confirm', 'readOnly'];

/** What a setting holds in all, and what the user's own and the workspace's settings each contribute to it. */
export interface SettingLevels {
  readonly value: unknown;
  readonly user: unknown;
  readonly workspace: unknown;
}

/** Reads `videoRecords.services`, and tells what the workspace's settings say otherwise than the user's own. */
export function parseServiceLevels({ value, user, workspace }: SettingLevels): ServiceSettings {
  const all = parseServices(value);
  if (!isObject(workspace)) return all;
  const own = new Map(parseServices(user ?? {}).services.map((service) => [service.name, service]));
  const mark = (service: Service): Service => {
    const { name } = service;
    if (!Object.hasOwn(workspace, name)) return service;
    const isOwn = isObject(user) && Object.hasOwn(user, name);
    const fromWorkspace = workspaceSays(service, own.get(name), isOwn);
    return fromWorkspace === undefined ? service : { ...service, fromWorkspace };
  };
  return { services: all.services.map(mark), problems: all.problems };
}

/** Undefined where the user's own settings say the same, or allow more. */
function workspaceSays(service: Service, own: Service | undefined, isOwn: boolean): string | undefined {
  const { name, access, saveMethod } = service;
  if (isOwn && !own) return `Your own settings of "${name}" can't be used; those of this workspace change them.`;
  if (service.address.href !== own?.address.href) {
    return `The settings of this workspace, not your own, say that "${name}" is at this address.`;
  }
  const sentences: string[] = [];
  if (accesses.indexOf(access) < accesses.indexOf(own.access)) {
    const protection = own.access === 'readOnly' ? `mark "${name}" as read-only` : `ask before every save to "${name}"`;
    const allowed = access === 'confirm' ? 'saving, and ask before every save' : 'saving without asking';
    sentences.push(`Your own settings ${protection}; those of this workspace allow ${allowed}.`);
  }
  if (saveMethod !== own.saveMethod) {
    const [mine, theirs] = [own.saveMethod, saveMethod].map((method) => methodWords[method]);
    sentences.push(`Your own settings save to "${name}" with ${mine}; those of this workspace with ${theirs}.`);
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

const methodWords: Readonly<Record<SaveMethod, string>> = {
  auto: 'whichever method the service takes',
  patch: 'PATCH, which sends the changed fields',
  put: 'PUT, which sends the whole record',
};

/** A bad entry is told and left out; the others work. */
export function parseServices(value: unknown): ServiceSettings {
  if (!isObject(value)) return { services: [], problems: ['The setting videoRecords.services must be an object.'] };
  const services: Service[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    try {
      services.push(parseService(name, entry));
    } catch (error) {
      problems.push(`The service "${shortened(name, 60)}" in the settings can't be used. ${messageOf(error)}`);
    }
  }
  return { services, problems };
}

function parseService(name: string, entry: unknown): Service {
  if (!serviceNamePattern.test(name)) {
    throw new Error(
      'A name is made of lower-case letters, digits, dots and hyphens, and starts with a letter or digit.',
    );
  }
  if (!isObject(entry)) throw new Error('It must be an object with a baseUrl.');
  if (typeof entry.baseUrl !== 'string') throw new Error('It needs a baseUrl.');
  return {
    name,
    address: parseServiceAddress(entry.baseUrl),
    saveMethod: oneOf(saveMethods, 'saveMethod', entry.saveMethod, 'auto'),
    access: oneOf(accesses, 'access', entry.access, 'readWrite'),
  };
}

function oneOf<T extends string>(allowed: readonly T[], key: string, value: unknown, otherwise: T): T {
  if (value === undefined) return otherwise;
  const match = allowed.find((candidate) => candidate === value);
  // A misspelt "readOnly" must not turn into permission to write.
  if (match === undefined) throw new Error(`${key} must be one of ${allowed.join(', ')}.`);
  return match;
}

/** A name for a new service: the most specific part of its host. */
export function proposeName({ origin }: ServiceAddress, taken: (name: string) => boolean): string {
  const { hostname } = new URL(origin);
  const label = hostname.split('.').find((part) => !genericLabels.has(part)) ?? '';
  const name = isLoopback(hostname) ? 'local' : serviceNamePattern.test(label) && !isNumber(label) ? label : 'service';
  let free = name;
  for (let count = 2; taken(free); count++) free = `${name}-${count}`;
  return free;
}

function isNumber(label: string): boolean {
  return /^\d+$/.test(label);
}

/** Whether a mistake there would likely be seen by the public. */
export function looksLikeProduction({ origin }: ServiceAddress): boolean {
  const { hostname } = new URL(origin);
  return !isLoopback(hostname) && !notProduction.test(hostname);
}
