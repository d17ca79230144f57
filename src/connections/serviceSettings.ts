import { parseServiceAddress } from '../service/address.ts';
import type { Access, SaveMethod, Service } from '../service/services.ts';

export interface ServiceSettings {
  readonly services: readonly Service[];
  /** One sentence for each entry that can't be used. */
  readonly problems: readonly string[];
}

export const serviceNamePattern = /^[a-z0-9][a-z0-9.-]*$/;
const saveMethods: readonly SaveMethod[] = ['auto', 'patch', 'put'];
const accesses: readonly Access[] = ['readWrite', 'confirm', 'readOnly'];

/** What a setting holds in all, and what the user's own and the workspace's settings each contribute to it. */
export interface SettingLevels {
  readonly value: unknown;
  readonly user: unknown;
  readonly workspace: unknown;
}

/** Reads `videoRecords.services`, and marks what the workspace's settings say otherwise than the user's own. */
export function parseServiceLevels({ value, user, workspace }: SettingLevels): ServiceSettings {
  const all = parseServices(value);
  if (!isObject(workspace)) return all;
  const own = new Map(parseServices(user ?? {}).services.map((service) => [service.name, service]));
  const mark = (service: Service): Service =>
    Object.hasOwn(workspace, service.name) && !isSame(service, own.get(service.name))
      ? { ...service, fromWorkspace: true }
      : service;
  return { services: all.services.map(mark), problems: all.problems };
}

function isSame(one: Service, other: Service | undefined): boolean {
  return one.address.href === other?.address.href && one.access === other.access && one.saveMethod === other.saveMethod;
}

/** A bad entry is told and left out; the others work. */
export function parseServices(value: unknown): ServiceSettings {
  if (!isObject(value)) return { services: [], problems: ['The setting videoRecords.services must be an object.'] };
  const services: Service[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    try {
      services.push(parseService(name, entry));
    } catch (error) {
      problems.push(`The service "${name}" in the settings can't be used. ${(error as Error).message}`);
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
