import * as vscode from 'vscode';
import { kindOf } from '../document/recordApi.ts';
import type { Records } from '../document/records.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { failed, reportFailure, runCommand } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { localNumber, type PlainText, plainText } from '../workbench/plainText.ts';
import { forEachRecord } from '../worksheet/pool.ts';
import { openedMessage, reasonMessage } from './messages.ts';

/** Opens a record in an editor. Rejects with a `UserError`. */
export type OpenRecord = Records['open'];

/**
 * Opens several records with one progress and, if some fail, one summary. Rejects if none could be opened. After a
 * cancellation, the records that are open stay open, without a message.
 */
export async function openMany(
  names: readonly RecordName[],
  open: OpenRecord,
  show: vscode.TextDocumentShowOptions,
): Promise<readonly vscode.Uri[]> {
  const [opened, failed] = [new Map<RecordName, vscode.Uri>(), new Map<RecordName, unknown>()];
  await forEachRecord(names, {
    title: vscode.l10n.t('Opening {0} records', localNumber(names.length)),
    // One after the other, so that their tabs are in this order.
    atOnce: 1,
    task: async (name, signal) => {
      opened.set(name, await open(name, { ...show, preserveFocus: true }, signal));
    },
    failed: (name, failure) => {
      if (!(failure instanceof vscode.CancellationError)) failed.set(name, failure);
    },
  });
  const uris = [...opened.values()];
  const [first] = uris;
  if (first) await vscode.window.showTextDocument(first, { preview: false, ...show });
  if (failed.size === 0) return uris;
  const summary = plainText([openedMessage(opened.size, names.length), ...reasonsOf(failed)].join(' '), 600);
  const failure = failureOf(summary, failed, show.viewColumn === undefined ? commandIds.open : commandIds.openToSide);
  if (opened.size === 0) throw failure;
  void reportFailure(failure, 'warning');
  return uris;
}

/** Offers what helps against the first failure that is not a missing record, and then a retry of all of those. */
function failureOf(summary: PlainText, failures: ReadonlyMap<RecordName, unknown>, command: string): UserError {
  const mayPass = [...failures].filter(([, failure]) => kindOf(failure) !== 'notFound');
  const names = mayPass.map(([name]) => name);
  const retry = () => runCommand(command, names);
  const first = mayPass.find(([, failure]) => kindOf(failure) !== undefined);
  if (first) return failed(first[1], { service: first[0].service }, { retry }, summary);
  return new UserError(summary, { actions: names.length > 0 ? [[vscode.l10n.t('Retry'), retry]] : [] });
}

/** A sentence for each kind of failure, with the records it is about. */
function reasonsOf(failed: ReadonlyMap<RecordName, unknown>): string[] {
  const groups = Map.groupBy(failed, ([, failure]) => kindOf(failure) ?? messageOf(failure));
  return Array.from(groups.values(), (group) => {
    const failure = group[0]?.[1];
    const ids = group.map(([{ id }]) => id);
    return reasonMessage(kindOf(failure), messageOf(failure), ids);
  });
}
