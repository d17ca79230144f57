import { shortened } from '../record/shortened.ts';
import { isObject } from '../record/valueShapes.ts';
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

/** The effective value of a setting, and what the user and the workspace settings contribute to it. */
export interface SettingLevels {
  readonly value: unknown;
  readonly user: unknown;
  readonly workspace: unknown;
}

/** Reads `videoRecords.services`, and marks the services that the workspace defines differently than the user. */
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

/** Undefined where the user settings say the same, or allow more. */
function workspaceSays(service: Service, own: Service | undefined, isOwn: boolean): string | undefined {
  const { name, access, saveMethod } = service;
  if (isOwn && !own) return `Your user settings for "${name}" can't be used, and this workspace changes them.`;
  if (service.address.href !== own?.address.href) {
    return `This workspace, not your user settings, defines the address of "${name}".`;
  }
  const sentences: string[] = [];
  if (accesses.indexOf(access) < accesses.indexOf(own.access)) sentences.push(loosened(name, own.access, access));
  if (saveMethod !== own.saveMethod) {
    sentences.push(`This workspace saves to "${name}" with the method "${saveMethod}" instead of "${own.saveMethod}".`);
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function loosened(name: string, own: Access, access: Access): string {
  if (own === 'confirm') return `Your user settings ask before each save to "${name}". This workspace does not.`;
  return access === 'confirm'
    ? `Your user settings make "${name}" read-only. This workspace allows saving, and asks before each save.`
    : `Your user settings make "${name}" read-only. This workspace allows saving without asking.`;
}

/** An entry that can't be used is left out and reported; the others work. */
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
      'Its name must consist of lower-case letters, digits, dots and hyphens, and begin with a letter or digit.',
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
