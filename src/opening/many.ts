import * as vscode from 'vscode';
import { kindOf } from '../document/recordApi.ts';
import type { Records } from '../document/records.ts';
import { openUriOf } from '../document/spellings.ts';
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

const atOnce = 4;

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
  let before: Promise<unknown> = Promise.resolve();
  await forEachRecord(names, {
    title: vscode.l10n.t('Opening {0} records', localNumber(names.length)),
    atOnce,
    task: async (name, signal) => {
      // Four are read at a time. Each gets its tab once the one before has its own, so that tabs keep the order.
      const earlier = before;
      const turn = async () => {
        await earlier;
        signal.throwIfAborted();
      };
      const opening = open(name, { ...show, preserveFocus: true }, signal, turn);
      before = Promise.all([earlier, tabOrEnd(name, opening)]);
      opened.set(name, await opening);
    },
    failed: (name, failure) => {
      if (!(failure instanceof vscode.CancellationError)) failed.set(name, failure);
    },
  });
  const uris = [...inOrderOf(names, opened).values()];
  const [first] = uris;
  if (first) await vscode.window.showTextDocument(first, { preview: false, ...show });
  if (failed.size === 0) return uris;
  const failures = inOrderOf(names, failed);
  const summary = plainText([openedMessage(opened.size, names.length), ...reasonsOf(failures)].join(' '), 600);
  const failure = failureOf(summary, failures, show.viewColumn === undefined ? commandIds.open : commandIds.openToSide);
  if (opened.size === 0) throw failure;
  void reportFailure(failure, 'warning');
  return uris;
}

/** As they were asked for: answers come in any order. */
function inOrderOf<T>(names: readonly RecordName[], results: ReadonlyMap<RecordName, T>): ReadonlyMap<RecordName, T> {
  return new Map([...results].sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)));
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

/** Resolves once the record has a tab, or opening it has ended. */
function tabOrEnd(name: RecordName, opening: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (openUriOf(name)) end();
    });
    const end = () => {
      listener.dispose();
      resolve();
    };
    opening.then(end, end);
  });
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
