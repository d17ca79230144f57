import { randomUUID } from 'node:crypto';
import { l10n } from 'vscode';
import { lockReason, refuseOtherAddress, serviceOf } from '../document/configuredService.ts';
import type { RecordOperations } from '../document/operations.ts';
import type { SaveOutcome } from '../document/outcome.ts';
import { notSaved } from '../document/outcomeWords.ts';
import { objectionTo, type Resolution, sameChanges } from '../document/saveRecord.ts';
import { unsavedDocument } from '../document/spellings.ts';
import type { WriteJournal } from '../document/writeJournal.ts';
import type { Change } from '../record/changes.ts';
import type { RecordClient } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { plainText, sentences } from '../workbench/plainText.ts';
import { textErrorMessage } from '../workbench/problemMessages.ts';
import { chooseInDialog } from '../workbench/prompts.ts';
import { isChanged, type RowFacts } from './facts.ts';
import { confirmation, problemMessage, revertQuestion, stoppedMessage, words } from './messages.ts';
import { forEachRecord } from './pool.ts';
import type { WorksheetName } from './uri.ts';
import type { Worksheet } from './worksheet.ts';

export interface SaveParts {
  readonly services: Services;
  readonly journal: WriteJournal;
  review(worksheet: Worksheet, changed: readonly RowFacts[]): Promise<void>;
  readonly operations: Pick<RecordOperations, 'saveRow'>;
}

export type RowOutcomes = ReadonlyMap<number, SaveOutcome>;

/** A save that has ended, by record. */
export interface SaveResult {
  readonly outcomes: RowOutcomes;
  /** Names the writes in the history. */
  readonly batch: string;
}

type KnownRow = RowFacts & { readonly id: number };

const atOnce = 4;

/** The changes of each record that the user has agreed to. */
export type AgreedChanges = ReadonlyMap<number, readonly Change[]>;

/** Saves the changed records of a worksheet's text. Rejects if nothing may be sent. */
export async function saveWorksheet(
  parts: SaveParts,
  worksheet: Worksheet,
  text: string,
  agreed?: AgreedChanges,
): Promise<SaveResult> {
  const service = writableService(parts.services, worksheet.name);
  const changed = await changedRows(worksheet, text);
  return saveChanged({ ...parts, worksheet, service, agreed, batch: randomUUID() }, changed);
}

/** Saves one record whose conflict the user has answered. */
export async function resolveRow(
  parts: SaveParts,
  worksheet: Worksheet,
  row: KnownRow,
  side: Resolution['side'],
): Promise<SaveResult> {
  const service = writableService(parts.services, worksheet.name);
  const name = { service: service.name, id: row.id };
  if (unsavedDocument(name)) throw notSaved(name, { kind: 'openElsewhere' });
  const conflict = worksheet.document(row.id)?.conflict;
  const resolution = conflict && { side, conflicts: conflict.conflicts };
  return saveChanged({ ...parts, worksheet, service, resolution, batch: randomUUID() }, [row]);
}

/** One save of rows. */
interface RowsSave extends SaveParts {
  readonly worksheet: Worksheet;
  readonly service: Service;
  readonly batch: string;
  /** With agreed changes nothing is asked, and no record is changed in another way. */
  readonly agreed?: AgreedChanges | undefined;
  readonly resolution?: Resolution | undefined;
}

async function saveChanged(save: RowsSave, changed: readonly KnownRow[]): Promise<SaveResult> {
  const { worksheet, service, agreed, batch } = save;
  if (changed.length === 0) return { outcomes: new Map(), batch };
  for (const { id } of changed) {
    const document = worksheet.document(id);
    if (document) refuseOtherAddress(document, service);
  }
  const left = leftOut(save, changed);
  const toSave = changed.filter(({ id }) => !left.has(id));
  if (!agreed && (toSave.length > 1 || (toSave.length > 0 && service.access === 'confirm')))
    await confirm(save, toSave);
  const keepsTheirs = !agreed && (await askToKeepTheirs(toSave));
  for (const { id, row } of changed) {
    const outcome = left.get(id);
    if (outcome) worksheet.saveEnded(id, outcome, row);
  }
  if (toSave.length > 0) await save.services.allowWrite(service, !agreed);
  const saved = await saveRows(save, toSave, keepsTheirs);
  return { outcomes: new Map([...left, ...saved]), batch };
}

/** The records that are not saved, as is known before anything is asked or sent. */
function leftOut({ worksheet, service }: RowsSave, changed: readonly KnownRow[]): RowOutcomes {
  const left = new Map<number, SaveOutcome>();
  for (const { id, edits } of changed) {
    const name = { service: service.name, id };
    const allow = worksheet.document(id)?.newest?.allow;
    const outcome: SaveOutcome | undefined = unsavedDocument(name)
      ? { kind: 'openElsewhere' }
      : edits && objectionTo({ name, edits, method: service.saveMethod, allow });
    if (outcome) left.set(id, outcome);
  }
  return left;
}

async function saveRows(save: RowsSave, rows: readonly KnownRow[], keepsTheirs: boolean): Promise<RowOutcomes> {
  const { worksheet, service, batch } = save;
  const client = await save.services.client(service);
  const outcomes = new Map<number, SaveOutcome>(rows.map(({ id }) => [id, { kind: 'notStarted' }]));
  /** At once, so that whatever happens to the others, what was saved is not sent again. */
  const ended = ({ id, row }: KnownRow, outcome: SaveOutcome) => {
    outcomes.set(id, outcome);
    worksheet.saveEnded(id, outcome, row);
  };
  const recorded: Promise<void>[] = [];
  const journal: WriteJournal = {
    // The user is told when all rows have ended, so a row does not wait for the disk.
    record: async (write) => void recorded.push(save.journal.record({ ...write, batch })),
  };
  await forEachRecord(rows, {
    title: words.saving(rows.length, service.name),
    atOnce,
    task: async (row, signal) => ended(row, await saveRow({ ...save, journal }, row, client, keepsTheirs, signal)),
    failed: (row, failure) => ended(row, failureOf(failure)),
  });
  await Promise.all(recorded);
  return outcomes;
}

async function saveRow(
  { services, journal, operations, worksheet, service, resolution, agreed }: RowsSave,
  { id, edits }: KnownRow,
  client: RecordClient,
  keepsTheirs: boolean,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  const document = worksheet.document(id);
  if (!document || !edits) return { kind: 'unchanged' };
  const reason = lockReason(document, services);
  if (reason) return { kind: 'readOnly', reason };
  return operations.saveRow(document, {
    edits,
    client,
    method: service.saveMethod,
    allow: document.newest?.allow,
    resolution,
    // The user was asked before any record was read, so changes of others that are merged now are not asked about.
    ask: async ({ changes }, reverting) => {
      if (agreed && !sameChanges(changes, agreed.get(id) ?? [])) return { kind: 'declined', why: 'otherChanges' };
      return keepsTheirs && reverting.length > 0 ? 'keepTheirs' : 'notNeeded';
    },
    online: (task) => task(signal),
    journal,
  });
}

function failureOf(failure: unknown): SaveOutcome {
  const isCancelled = isRecordError(failure) ? failure.kind === 'cancelled' : Object(failure).name === 'AbortError';
  return isCancelled ? { kind: 'notStarted' } : { kind: 'failed', failure };
}

export function writableService(services: Services, name: WorksheetName): Service {
  const service = serviceOf(services, name);
  if (service.access === 'readOnly') throw new UserError(words.readOnly(name.service), { kind: 'readOnly' });
  return service;
}

/** Throws where the text as a whole can't be saved, before anything is sent. */
export async function changedRows(worksheet: Worksheet, text: string): Promise<KnownRow[]> {
  const rows = await worksheet.rows.readCopy(text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  if (rows.error)
    throw new UserError(sentences(words.declined(), plainText(textErrorMessage(rows.error))), { kind: 'invalid' });
  const facts = worksheet.facts(rows);
  const [first, ...more] = facts.filter(({ problem }) => problem);
  if (first?.problem) {
    const line = lineAt(first.offset + (first.row.error?.offset ?? 0));
    throw new UserError(stoppedMessage(problemMessage(first.problem), line, more.length), { kind: 'invalid' });
  }
  return facts.filter((row): row is KnownRow => row.id !== undefined && isChanged(row));
}

async function confirm({ worksheet, service, review }: RowsSave, changed: readonly RowFacts[]): Promise<void> {
  const { message, detail } = confirmation(changed, service.name);
  const answer = await chooseInDialog(message, detail, [
    [l10n.t('Save'), 'save' as const],
    [l10n.t('Review'), 'review' as const],
  ]);
  if (answer === 'save') return;
  if (answer === undefined) throw new UserError(words.declined(), { kind: 'declined' });
  void review(worksheet, changed);
  throw new UserError(l10n.t('Nothing was saved yet. Review your changes, then save again.'), { kind: 'declined' });
}

/** Asks about rows that revert someone else's change: whether those fields keep what the service has. */
async function askToKeepTheirs(changed: readonly RowFacts[]): Promise<boolean> {
  const reverting = changed.filter(({ edits }) => edits && edits.reverts.length > 0);
  if (reverting.length === 0) return false;
  const { message, detail } = revertQuestion(reverting);
  const answer = await chooseInDialog(message, detail, [
    [l10n.t('Keep Theirs'), true],
    [l10n.t('Save Anyway'), false],
  ]);
  if (answer === undefined) throw new UserError(words.declined(), { kind: 'declined' });
  return answer;
}
