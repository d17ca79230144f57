import * as vscode from 'vscode';
import type { Records } from '../document/records.ts';
import type { RecordedWrite } from '../document/writeJournal.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import type { Services } from '../service/services.ts';
import { offer } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { isolated, plainText } from '../workbench/plainText.ts';
import { showMessage } from '../workbench/prompts.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { OpenWorksheet } from '../worksheet/open.ts';
import { historyCommands } from './commands.ts';
import { journal } from './journal.ts';
import { withoutCredential } from './redaction.ts';
import { type HistoryFilter, type HistoryRow, historyTree } from './tree.ts';
import { sideText, writeScheme } from './writeTexts.ts';

interface WriteHistoryParts {
  readonly storage: vscode.Uri;
  readonly services: Services;
  readonly fill: Records['fill'];
  readonly openWorksheet: OpenWorksheet;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

export type WriteHistory = ReturnType<typeof writeHistory>;

const quietMs = 200;
const minute = 60_000;

/** The history of all writes, loaded with the first write or when the view is shown. */
export function writeHistory(
  { storage, services, fill, openWorksheet, log }: WriteHistoryParts,
  view: vscode.TreeView<HistoryRow>,
  refresh: () => void,
) {
  const kept = journal(vscode.Uri.joinPath(storage, 'history').fsPath);
  const tree = historyTree(kept, services, refresh, (isEmpty) => {
    // Where nothing is found, the welcome says so, and a message would hide it.
    view.message = isEmpty ? '' : filterMessage(tree.filter);
  });
  const timers = quietTimers();
  const update = () => timers.schedule('update', quietMs, refresh);
  let hasFailed = false;

  const clear = async () => {
    await kept.clear();
    refresh();
  };
  const find = async (entry: string) => {
    const summary = (await kept.list()).find((write) => write.entry === entry);
    return summary && kept.read(summary);
  };
  const registrations = vscode.Disposable.from(
    timers,
    freshWhileVisible(view, refresh),
    readOnlyTexts([writeScheme], (uri) => sideText(uri, find)),
  );

  return {
    tree,
    handlers: historyCommands({ journal: kept, tree, view, services, fill, openWorksheet, clear }),
    async record(write: RecordedWrite) {
      try {
        const secrets = await services.secrets(new URL(write.serviceAddress).origin);
        await kept.record(withoutCredential(write, secrets));
        update();
      } catch (failure) {
        log.error(`The history could not be written: ${messageOf(failure)}`);
        const message = vscode.l10n.t(
          'The history could not record the save of record {0}. {1} Further failures are only logged.',
          write.id,
          messageOf(failure),
        );
        if (!hasFailed) void showMessage(plainText(message), 'warning');
        hasFailed = true;
      }
    },
    /** Saves are no longer recorded. What is there stays, unless the user wants it gone. */
    async turnedOff() {
      if ((await kept.list()).length === 0) return;
      const message = vscode.l10n.t('Saves are no longer recorded. Earlier saves are still in the history.');
      await offer(message, [[vscode.l10n.t('Delete History'), clear]]);
    },
    dispose: () => registrations.dispose(),
  };
}

function filterMessage({ record, words }: HistoryFilter): string {
  const filters = [
    record && vscode.l10n.t('Record {0} on {1}', record.id, record.service),
    words && vscode.l10n.t('Filter: {0}', isolated(words)),
  ];
  return filters.filter(Boolean).join(' · ');
}

/** Reads the rows again when someone looks at them, and every minute: "5 min. ago" would become untrue. */
function freshWhileVisible(view: vscode.TreeView<unknown>, refresh: () => void): vscode.Disposable {
  let clock: NodeJS.Timeout | undefined;
  const follow = ({ visible }: { readonly visible: boolean }) => {
    clearInterval(clock);
    if (!visible) return;
    refresh();
    clock = setInterval(refresh, minute);
  };
  follow(view);
  return vscode.Disposable.from(
    new vscode.Disposable(() => clearInterval(clock)),
    view.onDidChangeVisibility(follow),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && view.visible && refresh()),
  );
}
