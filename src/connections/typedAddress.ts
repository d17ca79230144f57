import { parseReference } from '../record/references.ts';
import { isLoopback, parseServiceAddress, type ServiceAddress } from '../service/address.ts';
import { serviceNamePattern } from './parseSettings.ts';

export interface TypedAddress {
  /** Base addresses the service may have, the likeliest first. */
  readonly candidates: readonly [ServiceAddress, ...ServiceAddress[]];
  /** The record the address names. */
  readonly id?: number;
}

const maxCandidates = 4;

/** Accepts what people copy from a browser: the address of a service, of its API, or of one of its pages. */
export function typedAddress(text: string): TypedAddress {
  const record = recordIn(text);
  // The query and fragment of a page don't belong to the service.
  const likeliest = parseServiceAddress(record?.address ?? text.replace(/[?#].*/s, ''));
  const parents = parentsOf(likeliest).slice(0, maxCandidates - 1);
  return { candidates: [likeliest, ...parents], ...(record ? { id: record.id } : {}) };
}

function recordIn(text: string): { readonly address: string; readonly id: number } | undefined {
  try {
    const { address, ids } = parseReference(text);
    const [id] = ids;
    return address === undefined || id === undefined ? undefined : { address, id };
  } catch {
    return undefined;
  }
}

function parentsOf({ href, origin }: ServiceAddress): readonly ServiceAddress[] {
  const segments = href.slice(origin.length).split('/').slice(1);
  return segments.map((_, index) => parseServiceAddress([origin, ...segments.slice(0, -1 - index)].join('/')));
}

const genericLabels = new Set(['www', 'api', 'http', 'https']);
const notProduction =
  /(^|[.-])(test|testing|stag(e|ing)|dev|develop(ment)?|qa|uat|demo|sandbox|preview|local)\d*([.-]|$)/;

/** A name for a new service: the most specific part of its host. */
export function proposeName({ origin }: ServiceAddress): string {
  const { hostname } = new URL(origin);
  const label = hostname.split('.').find((part) => !genericLabels.has(part)) ?? '';
  if (isLoopback(hostname)) return 'local';
  return serviceNamePattern.test(label) && !/^\d+$/.test(label) ? label : 'service';
}

/** The name, with a number behind it if it is taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`;
  return free;
}

/** Whether the public would likely see a mistake there. */
export function looksLikeProduction({ origin }: ServiceAddress): boolean {
  const { hostname } = new URL(origin);
  return !isLoopback(hostname) && !notProduction.test(hostname);
}
