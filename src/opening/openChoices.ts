import { InvalidReferenceError, parseReference, type Reference } from '../record/references.ts';
import { parseServiceAddress } from '../service/address.ts';
import type { RecordName, Services } from '../service/services.ts';

/** What a text can mean, given the configured services. */
export type OpenChoice =
  | { readonly kind: 'records'; readonly names: readonly RecordName[]; readonly on: string }
  /** No service has this address yet. */
  | { readonly kind: 'unknown'; readonly ids: readonly number[]; readonly on: string };

/** The longest list of numbers; the longest link or address. */
export const longestInput = 10_000;
const longestLink = 2000;

/** Throws an error whose message is for the user if the text names no record. */
export function openChoices(text: string, services: Services): readonly OpenChoice[] {
  refuseLong(text);
  const reference = withServiceAddress(parseReference(text));
  const { ids, address } = reference;
  const names = serviceNames(reference, services);
  if (names.length > 0) {
    return names.map((on) => ({ kind: 'records', on, names: ids.map((id) => ({ service: on, id })) }));
  }
  if (address !== undefined) return [{ kind: 'unknown', ids, on: address }];
  throw new Error('No service is set up. Add a service, or start the sample service.');
}

function serviceNames({ service, address }: Reference, services: Services): readonly string[] {
  if (service !== undefined) return [service];
  const preferred = services.default();
  if (address !== undefined) {
    const there = services.all().filter((candidate) => candidate.address.href === address);
    const first = there.find(({ name }) => name === preferred?.name) ?? there[0];
    return first ? [first.name] : [];
  }
  return preferred ? [preferred.name] : services.all().map(({ name }) => name);
}

/** An address may include the path of the API, as in the settings. */
function withServiceAddress(reference: Reference): Reference {
  const { address } = reference;
  return address === undefined ? reference : { ...reference, address: parseServiceAddress(address).href };
}

/** Before anything else looks at the text: it may come from a link or the clipboard. */
export function refuseLong(text: string): void {
  if (text.length > longestInput) throw new InvalidReferenceError('The text is longer than 10,000 characters.');
  if (text.length <= longestLink || !text.includes(':')) return;
  throw new InvalidReferenceError('The link or address is longer than 2,000 characters.');
}

/** The records that a program names. It can't be asked, so an ambiguous input is an error. */
export function namedRecords(input: unknown, services: Services): readonly RecordName[] {
  if (typeof input !== 'string' && typeof input !== 'number') {
    throw new InvalidReferenceError('That is not a record.');
  }
  const [choice, another] = openChoices(String(input), services);
  if (choice?.kind === 'records' && !another) return choice.names;
  if (choice?.kind === 'unknown') {
    throw new Error(`No service has the address ${choice.on}. Add it with the command Video Records: Add Service.`);
  }
  const names = services.all().map(({ name }) => name);
  throw new Error(`Say on which service: ${names.join(', ')}. Or choose one as the default.`);
}
