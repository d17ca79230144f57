import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { iconsAsText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import { isRow } from '../workbench/views.ts';
import { noSuchService, words } from './messages.ts';

/** The service that a command's argument names: its name, or something that has it as `service`. */
export function namedService(services: Services, argument: unknown): Service | undefined {
  if (argument === undefined) return undefined;
  const name = typeof argument === 'object' && argument !== null && 'service' in argument ? argument.service : argument;
  if (isRow(argument) && typeof name !== 'string') return undefined;
  if (typeof name !== 'string') throw new UserError(words.expectedService('{ "service": name }'));
  const service = services.find(name);
  if (!service) throw noSuchService(name);
  return service;
}

/** Asks only if there is a choice. */
export async function pickService(services: Services, title: string): Promise<Service> {
  const all = services.all();
  const [first] = all;
  if (!first) {
    const add = () => runCommand(commandIds.addService);
    throw new UserError(words.noService(), { actions: [[words.addService(), add]] });
  }
  if (all.length === 1) return first;
  const main = services.default();
  const items = all.map((service) => ({
    label: service.name,
    description: iconsAsText(service === main ? words.isDefault(service.address.href) : service.address.href),
    service,
  }));
  return (await pickOne(items, { title, placeHolder: words.selectService() })).service;
}
