import * as vscode from 'vscode';
import { fileError } from '../document/recordFileSystem.ts';
import { SaveFailure } from '../document/saveMessages.ts';
import type { Services } from '../service/services.ts';
import { isShown, openDocument, refuseLossySave } from '../workbench/documents.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import type { ServiceFiles } from '../workbench/lazy.ts';
import { plainText } from '../workbench/plainText.ts';
import type { OpenWorksheets } from './openWorksheets.ts';
import type { Worksheet } from './worksheetDocument.ts';
import { words } from './worksheetMessages.ts';
import type { WorksheetSaves } from './worksheetSaves.ts';

export interface WorksheetFileSystem extends ServiceFiles {
  /** Has VS Code read what was offered, unless the document has unsaved changes. */
  tell(worksheet: Worksheet): void;
}

export interface FileSystemParts {
  readonly services: Services;
  readonly worksheets: OpenWorksheets;
  /** Reads the records and offers them to VS Code. */
  load(worksheet: Worksheet): Promise<void>;
  readonly saves: Pick<WorksheetSaves, 'save' | 'expectSaved'>;
}

/** Worksheets as files. Only an editor reads and saves them. */
export function worksheetFileSystem({ services, worksheets, load, saves }: FileSystemParts): WorksheetFileSystem {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const isLocked = ({ name }: Worksheet) => services.find(name.service)?.access === 'readOnly';
  const tell = ({ uri }: Worksheet) =>
    changed.fire([{ type: vscode.FileChangeType.Changed, uri: vscode.Uri.parse(uri) }]);

  const read = async (uri: vscode.Uri): Promise<string> => {
    const worksheet = worksheets.of(uri);
    const offered = worksheet.offered.take();
    if (offered !== undefined) return offered;
    if (!isShown((shown) => shown.toString() === worksheet.uri)) throw new SaveFailure('refused', words.notOpen());
    await worksheet.inTurn(() => load(worksheet));
    return worksheet.offered.take() ?? '';
  };

  const write = async (uri: vscode.Uri, content: Uint8Array): Promise<void> => {
    const reason = worksheets.takeReason(uri);
    const document = openDocument(uri);
    if (!document || !reason) throw new SaveFailure('refused', words.onlyEditor());
    if (reason === 'automatic') throw new SaveFailure('declined', words.autoSave());
    refuseLossySave(document);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    const worksheet = await worksheets.ready(uri);
    const save = reason === 'settled' ? saves.expectSaved : saves.save;
    await worksheet.inTurn(() => save(worksheet, text));
    await worksheets.written(worksheet, text);
  };

  const registrations = vscode.Disposable.from(
    changed,
    services.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        const worksheet = worksheets.known(uri);
        if (worksheet) tell(worksheet);
      }
    }),
  );

  return {
    onDidChangeFile: changed.event,
    tell,
    stat(uri) {
      const worksheet = worksheets.of(uri);
      const { mtime, size } = worksheet.offered;
      const permissions = isLocked(worksheet) ? { permissions: vscode.FilePermission.Readonly } : {};
      return { type: vscode.FileType.File, ctime: 0, mtime, size, ...permissions };
    },
    readFile: (uri) => asFile(async () => new TextEncoder().encode(await read(uri))),
    writeFile: (uri, content) => asFile(() => write(uri, content)),
    dispose: () => registrations.dispose(),
  };
}

async function asFile<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (failure) {
    throw fileError(failure, failure instanceof SaveFailure ? failure.message : plainText(messageOf(failure), 600));
  }
}
