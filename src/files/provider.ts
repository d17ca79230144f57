import * as vscode from 'vscode';
import { isRecordError } from '../service/recordError.ts';
import { UserError } from '../workbench/commands.ts';
import { fileError } from '../workbench/fileError.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import type { FileKind, FileOwner } from './owner.ts';
import { openDocument, sameOnScreen } from './tabs.ts';
import type { AnnouncedSave, Attempt } from './virtualFile.ts';

/** What the registration in `registration.ts` asks, once it is loaded. */
export type FileProvider = ReturnType<typeof fileProvider>;

interface Files<O> {
  of(uri: vscode.Uri): O;
  all(): Iterable<O>;
  ready(uri: vscode.Uri): Promise<O>;
}

/** Files of one kind for VS Code. A text is asked for only if no one has offered it. */
export function fileProvider<C, I, B, O extends FileOwner<C, I, B>>(kind: FileKind<C, I, B, O>, files: Files<O>) {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const announce = (...uris: readonly vscode.Uri[]) =>
    changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  const hasOtherLock = (owner: O) => owner.isLocked() !== owner.file.isReportedLocked;

  const read = async (uri: vscode.Uri): Promise<string> => {
    const owner = files.of(uri);
    const { file } = owner;
    // Not in turn: whoever shows a text waits for this read, and may be in the middle of a save.
    const offered = file.takeOffered();
    if (offered) return offered.text;
    // Anyone may read a URI that is only mentioned, as a $schema does. It must not send a request.
    if (!kind.hasTab(uri)) throw new UserError(kind.notOpen(uri));
    const known = await file.inTurn(() => owner.read());
    file.wasRead(known);
    // VS Code asked whether the file can be written before the service answered. With the same time, it reads nothing.
    if (hasOtherLock(owner)) queueMicrotask(() => announce(uri));
    return known.text;
  };

  const write = async (uri: vscode.Uri, content: Uint8Array): Promise<void> => {
    const { file } = files.of(uri);
    const announced = file.takeAnnounced();
    // VS Code says nothing before it saves the edits of a chat, or without formatting.
    const attempt: Attempt<I> = announced?.attempt ?? { why: 'unexplained' };
    try {
      const document = openDocument(uri);
      if (document) refuseLossySave(document);
      const text = decoded(content);
      const owner = await files.ready(uri);
      const basis = basisOf(text, owner, announced);
      await file.inTurn(async () => {
        if (attempt.why !== 'settled') return owner.save({ text, basis, ...attempt });
        if (await owner.hasChanges(text, basis)) throw editedDuringSave();
      });
      file.wasSaved();
    } catch (failure) {
      attempt.failure = failure;
      throw failure;
    }
  };

  const reworded = (failure: unknown, uri: vscode.Uri, doing: 'read' | 'save'): never => {
    throw reportedError(failure, kind.failureMessage(uri, failure, doing), doing);
  };

  return {
    onDidChangeFile: changed.event,
    /** VS Code is to look at the file again. */
    announce,
    /** Makes VS Code ask again whether open files can be written, where that has changed. */
    refreshLocks: () => announce(...[...files.all()].filter(hasOtherLock).map(({ file }) => file.uri)),
    stat(uri: vscode.Uri): vscode.FileStat {
      const owner = files.of(uri);
      owner.file.isReportedLocked = owner.isLocked();
      const permissions = owner.file.isReportedLocked ? { permissions: vscode.FilePermission.Readonly } : {};
      // VS Code refuses a save if the time is newer and the size differs. Who changed what is decided by content instead.
      return { type: vscode.FileType.File, ctime: 0, mtime: owner.file.time, size: 0, ...permissions };
    },
    readFile: async (uri: vscode.Uri) =>
      new TextEncoder().encode(await read(uri).catch((failure) => reworded(failure, uri, 'read'))),
    writeFile: (uri: vscode.Uri, content: Uint8Array) =>
      write(uri, content).catch((failure) => reworded(failure, uri, 'save')),
    dispose: () => changed.dispose(),
  };
}

/** VS Code silently replaces characters that a document's encoding can't represent. Throws if it would. */
function refuseLossySave(document: vscode.TextDocument): void {
  if (!/^utf8(bom)?$/.test(document.encoding)) throw notUtf8();
  if (document.getText().isWellFormed()) return;
  throw new UserError(
    vscode.l10n.t(
      'The text contains an incomplete character. Write it as an escape, such as {0}.',
      plainText('\\ud83d'),
    ),
  );
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch (cause) {
    throw notUtf8(cause);
  }
}

function notUtf8(cause?: unknown): UserError {
  const message = vscode.l10n.t('Records are saved as UTF-8. Select the encoding UTF-8 in the status bar.');
  return new UserError(message, { cause });
}

/**
 * The basis of a text that VS Code writes: that of the moment at which it announced this text. A save participant may have
 * changed the text since; then it is what is on screen, with what that is compared with now.
 */
function basisOf<I, B>(text: string, owner: FileOwner<unknown, I, B>, announced: AnnouncedSave<I, B> | undefined): B {
  const { basis } = owner;
  if (announced?.basis === undefined || announced.basis === basis) return basis;
  if (sameOnScreen(announced.text, text)) return announced.basis;
  if (sameOnScreen(owner.file.document?.getText() ?? '', text)) return basis;
  throw editedDuringSave();
}

function editedDuringSave(): UserError {
  const message = vscode.l10n.t('The text was edited while it was saved, so nothing was sent. Save again.');
  return new UserError(message, { kind: 'declined' });
}

/**
 * VS Code shows the name of an error before its message, so it gets none where nobody needs it: a program that reads may
 * ask whether it has no permission, and VS Code does nothing else about that.
 */
function reportedError(failure: unknown, message: PlainText, doing: 'read' | 'save'): vscode.FileSystemError {
  if (failure instanceof vscode.FileSystemError) return failure;
  const isForbidden =
    failure instanceof UserError ? failure.kind === 'readOnly' : isRecordError(failure, 'unauthorized', 'forbidden');
  if (isForbidden && doing === 'read') return fileError('NoPermissions', message);
  return Object.assign(fileError('Unavailable', message), { name: '' });
}
