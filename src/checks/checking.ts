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
  type CheckResult,
  type CheckSettings,
  checkRecords,
  type EachRecord,
  type Finding,
  TooMuchText,
} from './checkRecords.ts';

/** Checks records with progress: some that are read from their service, or those of the catalogue that match a query. */
export function checking(services: Services, catalogue: Pick<RecordCatalogue, 'each'>) {
  return {
    async ids(service: string, ids: readonly number[]) {
      const client = await services.client(serviceOf(services, { service }));
      const { versions, unread } = await readRecords(client, ids);
      const [cause] = unread.values();
      if (versions.size === 0) throw failed(cause, { service });
      const result = await check((task, signal) =>
        inSlices(versions, ([id, { record }]) => task(new CheckedRecord(id, record.fields)), signal),
      );
      return { ...result, unread };
    },
    async query(service: string, query: string): Promise<CheckResult> {
      serviceOf(services, { service });
      return check(async (task, signal) => {
        const isKnown = await catalogue.each(
          service,
          query,
          (id, text) => task(CheckedRecord.fromText(id, text)),
          signal,
        );
        if (!isKnown) throw noCatalogue(service);
      });
    },
  };
}

const reportEach = 500;

/** Rejects if the user cancels. */
export function check(
  each: (task: (record: CheckedRecord) => void, signal: AbortSignal) => Promise<void>,
): Promise<CheckResult> {
  return withProgress(checkWords.checking(), async (signal, report) => {
    let seen = 0;
    const eachWithProgress: EachRecord = (task) =>
      each((record) => {
        task(record);
        seen += 1;
        // Each record is looked at twice.
        if (seen % reportEach === 0) report(localNumber(Math.ceil(seen / 2)), 0);
      }, signal);
    try {
      const result = await checkRecords(eachWithProgress, checkSettings());
      signal.throwIfAborted();
      return result;
    } catch (failure) {
      if (failure instanceof TooMuchText) throw new UserError(checkWords.tooMuch());
      throw signal.aborted ? new vscode.CancellationError() : failure;
    }
  });
}

function checkSettings(): CheckSettings {
  const given: unknown = vscode.workspace.getConfiguration('videoRecords').get('checks');
  // VS Code's own object is a proxy, and too slow to be asked for every record.
  return isObject(given) ? { ...given } : {};
}

/** What a check finds, as commands and tools answer it. */
export interface ReportedFinding extends Pick<Finding, 'rule' | 'id' | 'field' | 'fix' | 'ids'> {
  readonly service: string;
  readonly message: string;
}

export async function reported(service: string, { findings }: CheckResult): Promise<readonly ReportedFinding[]> {
  const all: ReportedFinding[] = [];
  await inSlices(findings, (finding) => {
    const { rule, id, field, fix, ids } = finding;
    const message = findingMessage(finding);
    all.push({ rule, service, id, field, message, ...(fix !== undefined && { fix }), ...(ids && { ids }) });
  });
  return all;
}
