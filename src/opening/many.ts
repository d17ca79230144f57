import * as vscode from 'vscode';
import { kindOf } from '../document/recordApi.ts';
import type { Records } from '../document/records.ts';
import { openUriOf } from '../document/spellings.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { failed, reportFailure, runCommand } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { localNumber, plainText } from '../workbench/plainText.ts';
import { withProgress } from '../workbench/progress.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import { cancelledMessage, openedMessage, reasonMessage } from './messages.ts';

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
  const all = names.length;
  const title = vscode.l10n.t('Opening {0} records', localNumber(all));
  const { opened, failed } = await withProgress(title, (signal, report) =>
    openAll(names, open, show, signal, (count) => {
      // Each report redraws the notification while VS Code is busy with the tabs.
      if (count % Math.ceil(all / 20) !== 0) return;
      report(vscode.l10n.t('{0} of {1}', localNumber(count), localNumber(all)), (100 * count) / all);
    }),
  );
  const uris = [...inOrderOf(names, opened).values()];
  const [first] = uris;
  if (first) await vscode.window.showTextDocument(first, { preview: false, ...show });
  if (failed.size === 0) return uris;
  const failures = inOrderOf(names, failed);
  const summary = summaryOf(names, opened.size, failures);
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
function failureOf(summary: string, failures: ReadonlyMap<RecordName, unknown>, command: string): UserError {
  const mayPass = [...failures].filter(([, failure]) => kindOf(failure) !== 'notFound');
  const names = mayPass.map(([name]) => name);
  const retry = () => runCommand(command, names);
  const first = mayPass.find(([, failure]) => kindOf(failure) !== undefined);
  if (first) return failed(first[1], { service: first[0].service }, { retry }, summary);
  return new UserError(summary, { actions: names.length > 0 ? [[vscode.l10n.t('Retry'), retry]] : [] });
}

async function openAll(
  names: readonly RecordName[],
  open: OpenRecord,
  show: vscode.TextDocumentShowOptions,
  signal: AbortSignal,
  done: (count: number) => void,
) {
  const opened = new Map<RecordName, vscode.Uri>();
  const failed = new Map<RecordName, unknown>();
  let before: Promise<unknown> = Promise.resolve();
  await severalAtOnce(names, atOnce, signal, async (name) => {
    // Four are read at a time. Each gets its tab once the one before has its own, so that tabs keep the order.
    const earlier = before;
    const turn = async () => {
      await earlier;
      signal.throwIfAborted();
    };
    const opening = open(name, { ...show, preserveFocus: true }, signal, turn);
    before = Promise.all([earlier, tabOrEnd(name, opening)]);
    try {
      opened.set(name, await opening);
    } catch (failure) {
      if (!signal.aborted) failed.set(name, failure);
    }
    done(opened.size + failed.size);
  });
  return { opened, failed };
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

function summaryOf(names: readonly RecordName[], opened: number, failed: ReadonlyMap<RecordName, unknown>): string {
  const stopped = names.length - opened - failed.size;
  const sentences = [
    openedMessage(opened, names.length),
    ...reasonsOf(failed),
    ...(stopped > 0 ? [cancelledMessage(stopped)] : []),
  ];
  return plainText(sentences.join(' '), 600);
}

/** A sentence for each reason, with the records it is about. */
function reasonsOf(failed: ReadonlyMap<RecordName, unknown>): string[] {
  const worded = (failure: unknown, ids: readonly string[]) => reasonMessage(kindOf(failure), messageOf(failure), ids);
  const groups = new Map<string, { readonly failure: unknown; readonly ids: string[] }>();
  for (const [{ id }, failure] of failed) {
    // Without IDs, the same reason has the same words.
    const reason = worded(failure, []).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '');
    const group = groups.get(reason) ?? { failure, ids: [] };
    group.ids.push(String(id));
    groups.set(reason, group);
  }
  return [...groups.values()].map(({ failure, ids }) => worded(failure, ids));
}
