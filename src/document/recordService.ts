import type { RecordName, Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { type Action, runCommand } from '../workbench/failure.ts';
import type { RecordDocument } from './recordDocument.ts';

/** The sample service is in no setting, and ends with its window. Its records stay in the list. */
const sampleName = /^sample(-\d+)?$/;

/** The service of a record, as it is configured now. */
export function serviceOf(services: Services, { service: name }: RecordName): Service {
  const service = services.find(name);
  if (service) return service;
  const remedy = sampleName.test(name) ? 'Start the sample service' : 'Add it';
  throw new Error(`There is no service named "${name}". ${remedy}, then try again.`);
}

/** What brings a record's service back, and then carries on; nothing if it is there. */
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

/** Why a record can't be written, or undefined if it can. */
export function lockReason({ name, newest }: RecordDocument, services: Services): string | undefined {
  if (services.find(name.service)?.access === 'readOnly') {
    return `Your settings mark the service "${name.service}" as read-only.`;
  }
  const allow = newest?.allow;
  if (!allow || allow.includes('PATCH') || allow.includes('PUT')) return undefined;
  return `The service allows only ${allow.join(', ')} for record ${name.id}.`;
}

/** A name that has come to mean another address must not send one service's record to the other. */
export function refuseOtherAddress({ name, base }: RecordDocument, { address }: Service): void {
  if (base === undefined || base.serviceAddress === address.href) return;
  throw new Error(
    `Record ${name.id} was read from ${base.serviceAddress}, but "${name.service}" now means ${address.href}. Nothing was sent. Change the setting back, or copy your text and open the record again.`,
  );
}
