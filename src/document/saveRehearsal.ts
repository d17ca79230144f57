import { planSave } from '../record/plan.ts';
import { recordAddress } from '../service/address.ts';
import type { Service, Services } from '../service/services.ts';
import { messageOf } from '../workbench/failure.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import type { Edits } from './edits.ts';
import type { RecordDocument } from './recordDocument.ts';
import { lockReason, refuseOtherAddress, serviceOf } from './recordService.ts';
import { invalidMessage, quoted, refusedMessage } from './saveMessages.ts';
import { type SaveOutcome, saveRecord } from './saveRecord.ts';
import type { PlannedWrite } from './sendRecord.ts';

/** The request that a save of this text would send now, or why it would send none. Nothing is written. */
export async function rehearseSave(document: RecordDocument, text: string, services: Services): Promise<string> {
  const { name } = document;
  const service = serviceOf(services, name);
  const lock = lockReason(document, services);
  if (lock) return note(`Record ${name.id} can't be saved. ${lock}`);
  refuseOtherAddress(document, service);
  const edits = document.edits(text);
  let write: PlannedWrite | undefined;
  let remark = '';
  try {
    const outcome = await saveRecord({
      id: name.id,
      edits,
      client: await services.client(service),
      method: service.saveMethod,
      allow: document.newest?.allow,
      ask: async (planned) => {
        write = planned;
        return 'declined';
      },
      online: (task) => withProgress(`Reading record ${name.id}`, task),
    });
    if (!write) return note(whyNothing(document, outcome));
  } catch (failure) {
    write = plannedOffline(edits, service, name.id);
    remark = note(`The service could not be read, so this may not be final. ${messageOf(failure)}`);
  }
  return write ? `${remark}${await requestText(write, service, services)}` : remark;
}

function whyNothing(document: RecordDocument, outcome: SaveOutcome): string {
  const { name } = document;
  switch (outcome.kind) {
    case 'invalid':
      return invalidMessage(name, outcome.problems);
    case 'refused':
      return refusedMessage(document, outcome);
    case 'conflict':
      return `Someone else also changed ${quoted(outcome.conflicts.map(({ field }) => field))} of record ${name.id}. A save would ask what to do.`;
    default:
      return `Record ${name.id} has no changes to save.`;
  }
}

function plannedOffline({ base, edited, changes }: Edits, service: Service, id: number): PlannedWrite | undefined {
  const plan = base && planSave(base, edited, service.saveMethod === 'put' ? 'PUT' : 'PATCH');
  if (plan?.kind !== 'request') return undefined;
  return { method: plan.method, body: plan.body, changes, address: recordAddress(service.address, id) };
}

async function requestText(write: PlannedWrite, service: Service, services: Services): Promise<string> {
  const headers = Object.entries(await services.headers(service, write.ifMatch));
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return `${write.method} ${write.address}\n${lines.join('\n')}\n\n${write.body}\n`;
}

function note(text: string): string {
  return `# ${plainText(text, 600)}\n`;
}
