import { randomUUID } from 'node:crypto';
import { l10n, type Uri } from 'vscode';
import { lockReason, refuseOtherAddress, serviceOf } from '../document/configuredService.ts';
import type { Basis } from '../document/edits.ts';
import type { RecordOperations } from '../document/operations.ts';
import type { SaveOutcome } from '../document/outcome.ts';
import { notSaved } from '../document/outcomeWords.ts';
import { askAboutConflict } from '../document/questions.ts';
import { askToSave } from '../document/saveQuestion.ts';
import { objectionTo, type Resolution, type SaveRequest, sameChanges } from '../document/saveRecord.ts';
import { unsavedDocument } from '../document/spellings.ts';
import type { WriteJournal } from '../document/writeJournal.ts';
import type { Change } from '../record/changes.ts';
import type { RecordClient } from '../service/client.ts';
import { isRecordError } from '../service/recordError.ts';
import type { Service, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { plainText, sentences } from '../workbench/plainText.ts';
import { textErrorMessage } from '../workbench/problemMessages.ts';
import { chooseInDialog } from '../workbench/prompts.ts';
import { isChanged, type RowFacts } from './facts.ts';
import { confirmation, destination, problemMessage, revertQuestion, stoppedMessage, words } from './messages.ts';
import { forEachRecord } from './pool.ts';
import type { WorksheetName } from './uri.ts';
import type { Worksheet, WorksheetBasis } from './worksheet.ts';

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

/** A row to be saved, and what it was compared with when the save began. */
type KnownRow = RowFacts & { readonly id: number; readonly basis: Basis };

const atOnce = 4;

/** The changes of each record that the user has agreed to. */
export type AgreedChanges = ReadonlyMap<number, readonly Change[]>;

/** Saves the changed records of a worksheet's text. Rejects if nothing may be sent. */
export async function saveWorksheet(
  parts: SaveParts,
  worksheet: Worksheet,
  text: string,
  basis: WorksheetBasis,
  agreed?: AgreedChanges,
): Promise<SaveResult> {
  const service = writableService(parts.services, worksheet.name);
  const changed = await changedRows(worksheet, text, basis);
  return saveChanged({ ...parts, worksheet, service, agreed, batch: randomUUID() }, changed);
}

/** Asks about the conflict of one record, whoever wants to know, and saves it. Undefined if nothing is to be saved. */
export async function resolveRow(
  parts: SaveParts,
  { worksheet, uri }: { readonly worksheet: Worksheet; readonly uri: Uri },
  id: number,
  suggested: Resolution['side'],
): Promise<SaveResult | undefined> {
  const service = writableService(parts.services, worksheet.name);
  const name = { service: service.name, id };
  if (unsavedDocument(name)) throw notSaved(name, { kind: 'openElsewhere' });
  const conflict = worksheet.document(id)?.conflict;
  const row = known(worksheet.facts(), worksheet.basis).filter((facts) => facts.id === id && isChanged(facts));
  const side = conflict && row.length > 0 ? await askAboutConflict(name, conflict, suggested) : undefined;
  // Not awaited: the worksheet's turn is held.
  if (side === 'compare') void runCommand(commandIds.worksheetAction, { uri: uri.toString(), action: side, id });
  if (!conflict || !side || side === 'compare') return undefined;
  const resolution = { side, conflicts: conflict.conflicts };
  return saveChanged({ ...parts, worksheet, service, resolution, batch: randomUUID() }, row);
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
  for (const { id, basis } of changed) refuseOtherAddress({ service: service.name, id }, basis.base, service);
  const left = leftOut(save, changed);
  const toSave = changed.filter(({ id }) => !left.has(id));
  if (!agreed && (toSave.length > 1 || (toSave.length > 0 && service.access === 'confirm')))
    await confirm(save, toSave);
  const keepsTheirs = !agreed && (await askToKeepTheirs(toSave));
  for (const { id, row, basis } of changed) {
    const outcome = left.get(id);
    if (outcome) worksheet.saveEnded(id, outcome, row, basis);
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
  const ended = ({ id, row, basis }: KnownRow, outcome: SaveOutcome) => {
    outcomes.set(id, outcome);
    worksheet.saveEnded(id, outcome, row, basis);
  };
  const recorded: Promise<void>[] = [];
  const journal: WriteJournal = {
    // The user is told when all rows have ended, so a row does not wait for the disk.
    record: async (write) => void recorded.push(save.journal.record({ ...write, batch })),
  };
  await forEachRecord(rows, {
    title: words.saving(rows.length, service.name),
    atOnce,
    task: (row, signal) =>
      saveRow({ ...save, journal }, row, client, keepsTheirs, signal, (outcome) => ended(row, outcome)),
    failed: (row, failure) => ended(row, failureOf(failure)),
  });
  await Promise.all(recorded);
  return outcomes;
}

async function saveRow(
  { services, journal, operations, worksheet, service, resolution, agreed }: RowsSave,
  { id, edits, basis }: KnownRow,
  client: RecordClient,
  keepsTheirs: boolean,
  signal: AbortSignal,
  ended: (outcome: SaveOutcome) => void,
): Promise<void> {
  const document = worksheet.document(id);
  if (!document || !edits) return ended({ kind: 'unchanged' });
  const reason = lockReason(document, services);
  if (reason) return ended({ kind: 'readOnly', reason });
  const request: Omit<SaveRequest, 'name'> = {
    edits,
    client,
    method: service.saveMethod,
    allow: document.newest?.allow,
    resolution,
    isOwnChange: (field, version) => document.isOwnChange(field, version, basis.base),
    // The user was asked before any record was read, so changes of others that are merged now are not asked about.
    ask: async ({ changes }, reverting) => {
      if (agreed && !sameChanges(changes, agreed.get(id) ?? [])) return { kind: 'declined', why: 'otherChanges' };
      return keepsTheirs && reverting.length > 0 ? 'keepTheirs' : 'notNeeded';
    },
    online: (task) => task(signal),
    journal,
  };
  await operations.saveRow(document, request, ended);
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
export async function changedRows(worksheet: Worksheet, text: string, basis: WorksheetBasis): Promise<KnownRow[]> {
  const rows = await worksheet.rows.readCopy(text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  if (rows.error)
    throw new UserError(sentences(words.declined(), plainText(textErrorMessage(rows.error))), { kind: 'invalid' });
  const facts = worksheet.facts(rows, basis);
  const [first, ...more] = facts.filter(({ problem }) => problem);
  if (first?.problem) {
    const line = lineAt(first.offset + (first.row.error?.offset ?? 0));
    throw new UserError(stoppedMessage(problemMessage(first.problem), line, more.length), { kind: 'invalid' });
  }
  return known(facts, basis).filter(isChanged);
}

function known(rows: readonly RowFacts[], basis: WorksheetBasis): KnownRow[] {
  return rows.flatMap(({ id, ...row }) => {
    const of = id === undefined ? undefined : basis.get(id);
    return id === undefined || !of ? [] : [{ ...row, id, basis: of }];
  });
}

async function confirm({ worksheet, service, review }: RowsSave, changed: readonly KnownRow[]): Promise<void> {
  const choice = await (service.access === 'confirm'
    ? askWithValues(service, changed)
    : askWithCounts(service, changed));
  if (choice === 'save') return;
  if (choice !== 'review') throw new UserError(words.declined(), { kind: 'declined' });
  void review(worksheet, changed);
  throw new UserError(l10n.t('Nothing was saved yet. Review your changes, then save again.'), { kind: 'declined' });
}

async function askWithCounts({ name }: Service, changed: readonly RowFacts[]): Promise<'save' | 'review' | 'declined'> {
  const { message, detail } = confirmation(changed, name);
  const answer = await chooseInDialog(message, detail, [
    [l10n.t('Save'), 'save' as const],
    [l10n.t('Review'), 'review' as const],
  ]);
  return answer ?? 'declined';
}

/** For services with access `confirm`: with the address, and as many values as fit. */
function askWithValues({ name, address }: Service, changed: readonly KnownRow[]) {
  const saves = changed.map(({ id, edits }) => ({
    name: { service: name, id },
    changes: edits?.changes ?? [],
    reverts: edits?.reverts ?? [],
  }));
  return askToSave(name, saves, destination(address.href, changed));
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
