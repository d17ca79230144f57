import { l10n } from 'vscode';
import { InvalidReferenceError, parseReference, type ReferenceLimit } from '../record/references.ts';
import { parseServiceAddress } from '../service/address.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { plainText } from '../workbench/plainText.ts';
import type { ChosenRecords } from '../worksheet/choose.ts';

/** What a text can mean, given the configured services. */
export type OpenChoice = { readonly ids: readonly number[]; readonly isCut?: boolean; readonly query?: string } & (
  | { readonly kind: 'records'; readonly service: string }
  /** No service has this address yet, or there is no service at all. */
  | { readonly kind: 'add'; readonly address?: string }
  | { readonly kind: 'sample' }
);

/** The longest list of numbers; the longest link or address. */
export const longestInput = 10_000;
const longestLink = 2000;

export function recordsOf({ ids, isCut = false, query }: OpenChoice, service: string): ChosenRecords {
  return { records: ids.map((id) => ({ service, id })), isCut, query };
}

/**
 * Throws if the text names no record. `preferred` is the service for a number alone; `others` are offered for it as well.
 */
export function openChoices(
  text: string,
  services: Services,
  preferred = services.default(),
  { limit, others = [] }: { readonly limit?: ReferenceLimit | undefined; readonly others?: readonly Service[] } = {},
): readonly OpenChoice[] {
  refuseLong(text);
  const { service, address: typed, ...records } = parseReference(text, limit);
  // It may include the path of the API, as in the settings.
  const address = typed === undefined ? undefined : parseServiceAddress(typed).href;
  if (service !== undefined) {
    const isTyped = !text.includes('://');
    if (isTyped && !services.find(service)) throw new InvalidReferenceError('notAnId', service);
    return [{ kind: 'records', ...records, service }];
  }
  const all = services.all();
  if (address !== undefined) {
    const there = all.filter((candidate) => candidate.address.href === address);
    const found = there.find(({ name }) => name === preferred?.name) ?? there[0];
    return [found ? { kind: 'records', ...records, service: found.name } : { kind: 'add', ...records, address }];
  }
  const offered = preferred ? [preferred, ...others] : all;
  if (offered.length > 0) return offered.map(({ name }) => ({ kind: 'records', ...records, service: name }));
  return [
    { kind: 'add', ...records },
    { kind: 'sample', ...records },
  ];
}

/** Called before anything else looks at the text, which may come from a link. */
export function refuseLong(text: string): void {
  const longest = text.includes(':') ? longestLink : longestInput;
  if (text.length > longest) throw new InvalidReferenceError('tooLong');
}

/** The records that a program names. It can't be asked, so an ambiguous input is an error. */
export function namedRecords(input: unknown, services: Services, limit?: ReferenceLimit): ChosenRecords {
  if (typeof input !== 'string' && typeof input !== 'number') throw new InvalidReferenceError('empty');
  const [choice, another] = openChoices(String(input), services, services.default(), { limit });
  if (choice?.kind === 'records' && !another) return recordsOf(choice, choice.service);
  if (choice?.kind === 'add' && choice.address !== undefined) {
    const address = plainText(choice.address);
    throw new UserError(
      l10n.t('No service has the address {0}. Add it with the command Video Records: Add Service.', address),
    );
  }
  const names = services.all().map(({ name }) => name);
  throw new UserError(
    names.length === 0
      ? l10n.t('No service is configured. Add a service or start the sample service.')
      : l10n.t(
          'Several services are configured ({0}). Name one of them, or select a default service.',
          plainText(names.join(', ')),
        ),
  );
}
