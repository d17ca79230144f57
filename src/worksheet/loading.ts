import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { KnownText } from '../files/virtualFile.ts';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import type { Service, Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed, offer } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { plainText } from '../workbench/plainText.ts';
import { showMessage } from '../workbench/prompts.ts';
import { words } from './messages.ts';
import { keepOpened, needConsent } from './opened.ts';
import { forEachRecord } from './pool.ts';
import { unreadMessage } from './summary.ts';
import type { Versions } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

export type WorksheetLoading = ReturnType<typeof worksheetLoading>;

const atOnce = 6;

export function worksheetLoading(services: Services, memory: vscode.Memento) {
  /** Reads the records. Rejects if none could be read. */
  const load = async (open: WorksheetFile): Promise<KnownText<Versions>> => {
    const { worksheet } = open;
    await needConsent(memory, worksheet.name);
    const service = serviceOf(services, worksheet.name);
    const { versions, unread } = await readFrom(services, service, worksheet.name.ids, () => reload(open));
    if (unread.size > 0) void offer(unreadMessage(unread), [[vscode.l10n.t('Retry'), () => reload(open)]], 'warning');
    worksheet.read(versions, unread);
    return worksheet.rendered();
  };

  /** Shows the records as the service has them now, and merges them into unsaved changes. */
  const reload = async (open: WorksheetFile): Promise<void> => {
    const { file, worksheet, uri } = open;
    void keepOpened(memory, worksheet.name);
    const known = await load(open);
    if (file.isClosed) return;
    if (!file.document) {
      file.offer(known);
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
      file.withdraw();
      return;
    }
    const isEdited = file.isUnsaved;
    await open.reloaded();
    if (isEdited) void showMessage(words.reloaded(worksheet.inConflict()));
  };

  return { load, reload };
}

/** Records that were asked for together. */
interface ReadRecords {
  /** In the order of their IDs. */
  readonly versions: Versions;
  /** Those that could not be read, and why. */
  readonly unread: ReadonlyMap<number, unknown>;
}

/** The records as a service has them now. Rejects if none can be read. */
export async function readFrom(
  services: Services,
  service: Service,
  ids: readonly number[],
  retry?: () => Promise<unknown>,
): Promise<ReadRecords> {
  const read = await readRecords(await services.client(service), ids);
  if (read.versions.size > 0) return read;
  const [failure] = read.unread.values();
  const message = words.noneRead(ids.length, plainText(messageOf(failure), 600));
  throw failed(failure, { service: service.name }, { retry }, message);
}

/** Of all records together, for what a worksheet or a check has in memory. */
const maxCharacters = 50 * 1024 * 1024;

/** Reads records, in the order of their IDs, as many as fit into memory. Rejects if the user cancels. */
export async function readRecords(
  client: Pick<RecordClient, 'read'>,
  ids: readonly number[],
  max = maxCharacters,
): Promise<ReadRecords> {
  const [read, unread] = [new Map<number, RecordVersion>(), new Map<number, unknown>()];
  let left = max;
  const isCancelled = await forEachRecord(ids, {
    title: words.reading(ids.length),
    atOnce,
    task: async (id, signal) => {
      if (left < 0) throw new UserError(words.tooMuch());
      const version = await client.read(id, { signal });
      left -= version.record.text.length;
      if (left < 0) throw new UserError(words.tooMuch());
      read.set(id, version);
    },
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
