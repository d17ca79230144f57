import { l10n } from 'vscode';
import type { OpenFiles } from '../files/openFiles.ts';
import type { Change } from '../record/changes.ts';
import type { RecordName, Services } from '../service/services.ts';
import { plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { lockReason, refuseOtherAddress, serviceOf } from './configuredService.ts';
import type { PlannedWrite, SaveOutcome } from './outcome.ts';
import { notWritten, outcomeMessage } from './outcomeWords.ts';
import type { RecordDocument } from './recordDocument.ts';
import type { RecordFile } from './recordFile.ts';
import { saveRecord } from './saveRecord.ts';
import { unsavedDocument } from './spellings.ts';

/** What a save would send now, or why it would send nothing. */
type Rehearsal =
  | { readonly kind: 'write'; readonly write: PlannedWrite; readonly reverts: readonly string[] }
  | SaveOutcome;

/** Runs a save of this text up to the write. Nothing is asked and nothing is written. */
async function rehearseSave(document: RecordDocument, text: string, services: Services): Promise<Rehearsal> {
  const { name, basis } = document;
  const service = serviceOf(services, name);
  const reason = lockReason(document, services);
  if (reason) return { kind: 'readOnly', reason };
  refuseOtherAddress(name, document.base, service);
  const planned: Rehearsal[] = [];
  const outcome = await saveRecord({
    name,
    edits: basis.edits(text),
    client: await services.client(service),
    method: service.saveMethod,
    allow: document.newest?.allow,
    isOwnChange: (field, version) => document.isOwnChange(field, version, basis.base),
    ask: async (write, reverts) => {
      planned.push({ kind: 'write', write, reverts });
      return { kind: 'declined', why: 'unasked' };
    },
    online: (task) => withProgress(l10n.t('Reading record {0}', name.id), task),
  });
  return planned[0] ?? outcome;
}

/** The request that a save of this text would send now, or why it would send none. */
export async function requestOf(document: RecordDocument, text: string, services: Services): Promise<string> {
  const rehearsal = await rehearseSave(document, text, services);
  if (rehearsal.kind !== 'write') return `# ${plainText(whyNothing(document.name, rehearsal), 600)}\n`;
  const { method, address, body, ifMatch } = rehearsal.write;
  const headers = Object.entries(await services.headers(serviceOf(services, document.name), ifMatch));
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return `${method} ${address}\n${lines.join('\n')}\n\n${body}\n`;
}

function whyNothing(name: RecordName, outcome: SaveOutcome): string {
  const message = outcomeMessage(name, outcome) ?? l10n.t('Record {0} has no unsaved changes.', name.id);
  return outcome.kind === 'conflict' ? `${message} ${l10n.t('A save would ask what to do.')}` : message;
}

/** Saves that were asked about beforehand, in a question that shows the changes of several records. */
export interface AgreedSaves {
  /** What a save of the record's editor would send now. Undefined: nothing is unsaved in it. */
  rehearse(name: RecordName): Promise<Rehearsal | undefined>;
  /** Saves the record's editor if that changes exactly this on the service. Asks nothing. Undefined: nothing is unsaved. */
  save(name: RecordName, agreed: readonly Change[]): Promise<SaveOutcome | undefined>;
}

export function agreedSaves(services: Services, files: OpenFiles<RecordFile>): AgreedSaves {
  const unsaved = async (name: RecordName) => {
    const textDocument = unsavedDocument(name);
    return textDocument && { textDocument, record: await files.ready(textDocument.uri) };
  };
  return {
    async rehearse(name) {
      const found = await unsaved(name);
      return found && rehearseSave(found.record.document, found.textDocument.getText(), services);
    },
    async save(name, agreed) {
      const found = await unsaved(name);
      if (!found) return undefined;
      const outcomes: SaveOutcome[] = [];
      const { failure } = await found.record.file.save({ agreed, ended: (outcome) => outcomes.push(outcome) });
      return outcomes.at(-1) ?? { kind: 'failed', failure: failure ?? notWritten() };
    },
  };
}
