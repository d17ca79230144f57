import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type Action, runCommand } from '../workbench/failure.ts';

/** The sample service is in no setting, and ends with its window. Its records stay in the list. */
const sampleName = /^sample(-\d+)?$/;

export function configured(services: Services, name: string): Service {
  const service = services.find(name);
  if (service) return service;
  const remedy = sampleName.test(name) ? 'Start the sample service' : 'Add it';
  throw new Error(`There is no service named "${name}". ${remedy}, then try again.`);
}

/** What brings a record's service back, and then carries on; nothing where it is there. */
export function waysToService(services: Services, name: string, carryOn: () => Promise<unknown>): readonly Action[] {
  if (services.find(name)) return [];
  const way = (label: string, command: string): Action => [
    label,
    async () => {
      await runCommand(command);
      if (services.find(name)) await carryOn();
    },
  ];
  return [
    ...(sampleName.test(name) ? [way('Start Sample Service', commandIds.startSampleService)] : []),
    way('Add Service', commandIds.addService),
  ];
}
