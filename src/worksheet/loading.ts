import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { Shown } from '../files/virtualFile.ts';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import type { Services } from '../service/services.ts';
import { failed, offer } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { plainText } from '../workbench/plainText.ts';
import { showMessage } from '../workbench/prompts.ts';
import { words } from './messages.ts';
import { keepOpened, needConsent } from './opened.ts';
import { forEachRecord } from './pool.ts';
import { unreadMessage } from './summary.ts';
import type { Versions, Worksheet } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

export type WorksheetLoading = ReturnType<typeof worksheetLoading>;

const atOnce = 6;

export function worksheetLoading(services: Services, memory: vscode.Memento) {
  const client = async ({ name }: Worksheet) => services.client(serviceOf(services, name));

  /** Reads the records. Rejects if none could be read. */
  const load = async (open: WorksheetFile): Promise<Shown<Versions>> => {
    await needConsent(memory, open.worksheet.name);
    const { service, ids } = open.worksheet.name;
    const { versions, unread } = await readRecords(await client(open.worksheet), ids);
    if (versions.size === 0) {
      const [cause] = unread.values();
      const message = words.noneRead(ids.length, plainText(messageOf(cause), 600));
      throw failed(cause, { service }, { retry: () => reload(open) }, message);
    }
    if (unread.size > 0) void offer(unreadMessage(unread), [[vscode.l10n.t('Retry'), () => reload(open)]], 'warning');
    return open.worksheet.rendered(versions, unread);
  };

  /** Shows the records as the service has them now, and merges them into unsaved changes. */
  const reload = async (open: WorksheetFile): Promise<void> => {
    void keepOpened(memory, open.worksheet.name);
    const shown = await open.file.inTurn(() => load(open));
    if (!open.file.isUnsaved) return open.file.show(shown);
    const conflicts = await open.follow(shown.content);
    void showMessage(words.reloaded(conflicts));
  };

  return { client, load, reload };
}

/** Reads records, in the order of their IDs. Rejects if the user cancels. */
export async function readRecords(client: RecordClient, ids: readonly number[]) {
  const [read, unread] = [new Map<number, RecordVersion>(), new Map<number, unknown>()];
  const isCancelled = await forEachRecord(ids, {
    title: words.reading(ids.length),
    atOnce,
    task: async (id, signal) => void read.set(id, await client.read(id, { signal })),
    failed: (id, failure) => void unread.set(id, failure),
  });
  if (isCancelled) throw new vscode.CancellationError();
  const versions = new Map(
    ids.flatMap((id) => {
      const version = read.get(id);
      return version ? [[id, version] as const] : [];
    }),
  );
  return { versions, unread };
}
