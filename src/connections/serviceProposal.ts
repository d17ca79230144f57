import type { ServiceAddress } from '../service/address.ts';
import { isLoopback } from './loopback.ts';
import { serviceNamePattern } from './serviceSettings.ts';

const notTelling = new Set(['www', 'api', 'http', 'https']);
const notProduction =
  /(^|[.-])(test|testing|stag(e|ing)|dev|develop(ment)?|qa|uat|demo|sandbox|preview|local)\d*([.-]|$)/;

/** A name for a new service, made of the part of its host that tells most. */
export function proposeName({ origin }: ServiceAddress, taken: (name: string) => boolean): string {
  const { hostname } = new URL(origin);
  const label = hostname.split('.').find((part) => !notTelling.has(part)) ?? '';
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
