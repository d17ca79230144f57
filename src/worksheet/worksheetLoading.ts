import * as vscode from 'vscode';
import { cursorPlaces } from '../document/cursorPlaces.ts';
import { serviceOf } from '../document/recordService.ts';
import type { RecordClient, RecordVersion } from '../service/client.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { isUnsaved, openDocument, untilDocument } from '../workbench/documents.ts';
import { Failure, offer } from '../workbench/failure.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { unreadMessage } from './outcomeMessages.ts';
import { forEachRecord } from './recordPool.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { words } from './worksheetMessages.ts';
import { rowsAsFields } from './worksheetText.ts';

export interface LoadingParts {
  readonly services: Services;
  /** Has VS Code read what was offered. */
  tell(worksheet: Worksheet): void;
  showReport(worksheet: Worksheet): Promise<void>;
}

export interface WorksheetLoading {
  client(worksheet: Worksheet): Promise<RecordClient>;
  /** Reads the records. VS Code's next read gets them. Rejects if none could be read. */
  load(worksheet: Worksheet): Promise<void>;
  /** Shows the records as the service has them now. Rejects if the document has unsaved changes. */
  reload(worksheet: Worksheet): Promise<void>;
  /** Has a document without unsaved changes show what is offered, with its cursors where they were. */
  showOffered(worksheet: Worksheet): Promise<void>;
}

const atOnce = 6;

export function worksheetLoading({ services, tell, showReport }: LoadingParts): WorksheetLoading {
  const client = async ({ name: { service } }: Worksheet) => services.client(serviceOf(services, { service, id: 0 }));

  const load = async (worksheet: Worksheet): Promise<void> => {
    const { service } = worksheet.name;
    const ids = worksheet.wanted;
    const { versions, unread } = await readRecords(await client(worksheet), ids);
    if (versions.size === 0 && ids.length > 0) {
      const [cause] = unread.values();
      throw new Failure(
        cause,
        { service },
        { retry: () => reload(worksheet) },
        words.noneRead(ids.length, messageOf(cause)),
      );
    }
    worksheet.loaded(versions, unread);
    if (unread.size > 0) void reportUnread(worksheet);
  };

  const reportUnread = (worksheet: Worksheet) =>
    offer(
      unreadMessage(worksheet.unread),
      [
        [words.retry(), () => reload(worksheet)],
        [words.showReport(), () => showReport(worksheet)],
      ],
      'warning',
    );

  const reload = async (worksheet: Worksheet) => {
    const document = openDocument(vscode.Uri.parse(worksheet.uri));
    if (document && isUnsaved(document)) throw new UserError(words.saveFirst());
    await worksheet.inTurn(() => load(worksheet));
    await showOffered(worksheet);
  };

  const showOffered = async (worksheet: Worksheet) => {
    const { text } = worksheet.offered;
    const document = openDocument(vscode.Uri.parse(worksheet.uri));
    if (document && !isUnsaved(document) && document.getText() === text) {
      // Nothing changes on screen, so VS Code would not say that it shows these versions.
      worksheet.offered.take();
      worksheet.settled(() => document.getText());
      return;
    }
    worksheet.offered.announce();
    if (!document || text === undefined) return;
    const restoreCursors = cursorPlaces(document, text, rowsAsFields);
    const isTaken = (shown: vscode.TextDocument) => shown.isDirty || shown.getText() === text;
    await untilDocument(document.uri, isTaken, () => tell(worksheet));
    if (isUnsaved(document)) worksheet.offered.withdraw();
    await restoreCursors();
  };

  return { client, load, reload, showOffered };
}

/** Reads records, in the order of their IDs. Rejects if the user cancels. */
async function readRecords(client: RecordClient, ids: readonly number[]) {
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
