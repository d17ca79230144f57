import { l10n } from 'vscode';
import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { iconsAsText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';

/** The service that a command's argument names: its name, or something that has it as `service`. */
export function namedService(services: Services, argument: unknown): Service | undefined {
  if (argument === undefined) return undefined;
  const name = typeof argument === 'object' && argument !== null && 'service' in argument ? argument.service : argument;
  if (isRow(argument) && typeof name !== 'string') return undefined;
  if (typeof name !== 'string')
    throw new UserError(l10n.t('Expected the name of a service, or {0}.', '{ "service": name }'));
  const service = services.find(name);
  if (!service) throw new UserError(l10n.t('There is no service named "{0}".', name));
  return service;
}

/** Asks only if there is a choice. */
export async function pickService(services: Services, title: string): Promise<Service> {
  const all = services.all();
  const [first] = all;
  if (!first) {
    const add = () => runCommand(commandIds.addService);
    throw new UserError(l10n.t('No service is configured yet.'), { actions: [[l10n.t('Add Service'), add]] });
  }
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
