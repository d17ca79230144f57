import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed } from '../workbench/failure.ts';
import { localNumber } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { inSlices } from '../workbench/scheduling.ts';
import { noCatalogue } from '../worksheet/choose.ts';
import { readRecords } from '../worksheet/loading.ts';
import { CheckedRecord } from './checkedRecord.ts';
import { checkWords, findingMessage } from './checkMessages.ts';
import {
  type CheckOptions,
  type CheckResult,
  type CheckSettings,
  checkRecords,
  type EachRecord,
  type Finding,
  grouped,
  TooMuchText,
} from './checkRecords.ts';

/** Goes through records, as often as wanted. */
export type Source = (task: (record: CheckedRecord) => void, signal: AbortSignal) => Promise<void>;

/** Where records to check come from. */
export type Sources = ReturnType<typeof sources>;

export function sources(services: Services, catalogue: Pick<RecordCatalogue, 'each'>) {
  return {
    /** Reads them from their service, with progress. */
    async ids(service: string, ids: readonly number[]) {
      const client = await services.client(serviceOf(services, { service }));
      const { versions, unread } = await readRecords(client, ids);
      const [cause] = unread.values();
      if (versions.size === 0) throw failed(cause, { service });
      const each: Source = (task, signal) =>
        inSlices(versions, ([id, { record }]) => task(new CheckedRecord(id, record.fields)), signal);
      return { each, unread };
    },
    /** Those of the catalogue: some, or all that match a query. */
    query(service: string, wanted: string | readonly number[]): Source {
      serviceOf(services, { service });
      return async (task, signal) => {
        const hand = (id: number, text: string) => task(CheckedRecord.fromText(id, text));
        if (!(await catalogue.each(service, wanted, hand, signal))) throw noCatalogue(service);
      };
    },
  };
}

const reportEach = 500;

/** With progress. Rejects if the user cancels. */
export function check(each: Source, options: CheckOptions, settings = checkSettings()): Promise<CheckResult> {
  return lookAt(each, (all) => checkRecords(all, settings, options), 2);
}

/** With progress. Rejects if the user cancels. `times` is how often the task looks at each record. */
export function lookAt<T>(each: Source, task: (each: EachRecord) => Promise<T>, times = 1): Promise<T> {
  return withProgress(checkWords.checking(), async (signal, report) => {
    let seen = 0;
    const eachWithProgress: EachRecord = (look) =>
      each((record) => {
        look(record);
        seen += 1;
        if (seen % reportEach === 0) report(localNumber(Math.ceil(seen / times)), 0);
      }, signal);
    try {
      const result = await task(eachWithProgress);
      signal.throwIfAborted();
      return result;
    } catch (failure) {
      if (failure instanceof TooMuchText) throw new UserError(checkWords.tooMuch());
      throw signal.aborted ? new vscode.CancellationError() : failure;
    }
  });
}

export function checkSettings(): CheckSettings {
  const given: unknown = vscode.workspace.getConfiguration('videoRecords').get('checks');
  // VS Code's own object is a proxy, and too slow to be asked for every record.
  return isObject(given) ? { ...given } : {};
}

/** What a check finds, as commands and tools answer it. */
export interface ReportedFinding extends Pick<Finding, 'rule' | 'id' | 'field' | 'fix' | 'ids'> {
  readonly service: string;
  readonly message: string;
  /** Of a link. */
  readonly address?: string;
  readonly verdict?: string;
  /** The user said that it is no mistake. It has no fix then. */
  readonly dismissed?: boolean;
}

export async function reported(service: string, result: CheckResult): Promise<readonly ReportedFinding[]> {
  const all: ReportedFinding[] = [];
  const dismissed = new Set(await grouped(result.dismissed));
  await inSlices([...(await grouped(result.toDo)), ...dismissed], (finding) => {
    const { rule, id, field, fix, ids, kind = '', values: [address = ''] = [] } = finding;
    const link = rule === 'links' && { address, verdict: kind.startsWith('gone') ? 'gone' : 'unknown' };
    const mark = dismissed.has(finding) ? { dismissed: true } : fix !== undefined && { fix };
    all.push({ rule, service, id, field, ...link, message: findingMessage(finding), ...mark, ...(ids && { ids }) });
  });
  return all;
}
