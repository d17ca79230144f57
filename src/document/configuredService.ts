import { l10n } from 'vscode';
import type { RecordName, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type Action, UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { iconsAsText, type PlainText, plainText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';
import type { Base } from './edits.ts';
import type { RecordDocument } from './recordDocument.ts';

/** The sample service is in no setting and ends with its window, but its records stay in the sidebar. */
const sampleName = /^sample(-\d+)?$/;

/** The service of a record, as it is configured now. */
export function serviceOf(services: Services, { service: name }: Pick<RecordName, 'service'>): Service {
  const service = services.find(name);
  if (service) return service;
  if (sampleName.test(name)) {
    throw new UserError(
      l10n.t('There is no service named "{0}". Start the sample service, then try again.', plainText(name)),
      {
        actions: [[l10n.t('Start Sample Service'), () => runCommand(commandIds.startSampleService)], addService()],
      },
    );
  }
  throw new UserError(l10n.t('There is no service named "{0}". Add it, then try again.', plainText(name)), {
    actions: [addService()],
  });
}

function addService(): Action {
  return [l10n.t('Add Service'), () => runCommand(commandIds.addService)];
}

/** The service that a command's argument names: its name, or something that has it as `service`. */
export function namedService(services: Services, argument: unknown): Service | undefined {
  if (argument === undefined) return undefined;
  const name = typeof argument === 'object' && argument !== null && 'service' in argument ? argument.service : argument;
  if (isRow(argument) && typeof name !== 'string') return undefined;
  if (typeof name !== 'string')
    throw new UserError(l10n.t('Expected the name of a service, or {0}.', plainText('{ "service": name }')));
  return serviceOf(services, { service: name });
}

/** The service that a command's argument names, else one that the user picks. */
export async function chosenService(services: Services, argument: unknown, title: PlainText): Promise<Service> {
  return namedService(services, argument) ?? pickService(services, title);
}

/** Asks only if there is a choice. */
export async function pickService(services: Services, title: PlainText): Promise<Service> {
  const all = services.all();
  const [first] = all;
  if (!first) throw new UserError(l10n.t('No service is configured yet.'), { actions: [addService()] });
  if (all.length === 1) return first;
  const main = services.default();
  const items = all.map((service) => {
    const { href } = service.address;
    return {
      label: service.name,
      description: iconsAsText(service === main ? l10n.t('{0} (default)', href) : href),
      service,
    };
  });
  return (await pickOne(items, { title, placeHolder: l10n.t('Select a service') })).service;
}

/** Why a record can't be written, or undefined if it can. */
export function lockReason({ name, newest }: RecordDocument, services: Services): string | undefined {
  if (services.find(name.service)?.access === 'readOnly') {
    return l10n.t('The settings make "{0}" read-only.', name.service);
  }
  const allow = newest?.allow;
  if (!allow || !isReadOnly(allow)) return undefined;
  return l10n.t('The service allows only {0} for record {1}.', allow.join(', '), name.id);
}

/** A service that does not say which methods it allows may allow writing. */
export function isReadOnly(allow: readonly string[] | undefined): boolean {
  return allow !== undefined && !allow.includes('PATCH') && !allow.includes('PUT');
}

/** What a lens says of a service to which not every save is sent at once. */
export function accessNote(services: Services, name: string): string | undefined {
  const access = services.find(name)?.access;
  if (access === 'confirm') return l10n.t('asks before saving');
  return access === 'readOnly' ? l10n.t('read-only') : undefined;
}

/** If a service's address was changed, a record read from the old one must not be sent to the new one. */
export function refuseOtherAddress(name: RecordName, base: Base | undefined, { address }: Service): void {
  if (base === undefined || base.serviceAddress === address.href) return;
  throw new UserError(
    l10n.t(
      'Record {0} was read from {1}, but the address of "{2}" is now {3}. Nothing was sent. Change the setting back, or copy your text and open the record again.',
      name.id,
      plainText(base.serviceAddress),
      plainText(name.service),
      plainText(address.href),
    ),
  );
}
