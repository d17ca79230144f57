import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { iconsAsText, listOf, type PlainText, plainText } from './plainText.ts';

// Texts are plain wherever VS Code would render links in them. Features show nothing without these functions.

export type Severity = 'information' | 'warning' | 'error';

/** Resolves to the button that was chosen. */
export async function showMessage(
  message: PlainText,
  severity: Severity = 'information',
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[severity];
  return show(message, ...buttons);
}

/**
 * Asks in a modal dialog, which shows texts as they are. Undefined if the user chose nothing, or if the window can't ask,
 * as in extension tests.
 */
export async function askInDialog(
  message: string,
  detail: string,
  ...choices: readonly string[]
): Promise<string | undefined> {
  try {
    return await vscode.window.showWarningMessage(message, { modal: true, detail }, ...choices);
  } catch {
    return undefined;
  }
}

/** The same for commands: rejects if nothing is chosen. */
export async function askOrCancel(message: string, detail: string, ...choices: readonly string[]): Promise<string> {
  const chosen = await askInDialog(message, detail, ...choices);
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen;
}

/** For named choices. Undefined if the user chose nothing. The first is the one that Enter takes. */
export async function chooseInDialog<T>(
  message: string,
  detail: string,
  choices: readonly (readonly [label: string, choice: T])[],
): Promise<T | undefined> {
  const chosen = await askInDialog(message, detail, ...choices.map(([label]) => label));
  return choices.find(([label]) => label === chosen)?.[1];
}

interface PickOptions {
  readonly title?: PlainText;
  readonly placeHolder?: PlainText;
  readonly ignoreFocusOut?: boolean;
  readonly matchOnDescription?: boolean;
}

/** Rejects if the user picks none, which cancels the command. */
export function pickOne<T extends vscode.QuickPickItem>(items: readonly T[], options: PickOptions): Promise<T> {
  return picked(() => vscode.window.showQuickPick(items, options));
}

/** The same for several. */
export function pickSeveral<T extends vscode.QuickPickItem>(items: readonly T[], options: PickOptions): Promise<T[]> {
  return picked(() => vscode.window.showQuickPick(items, { ...options, canPickMany: true }));
}

const fasterThanAnyoneMs = 500;

/**
 * Whether a pick that is shown now was closed by a table: VS Code hands the focus back to it a moment after a pick has closed,
 * and one that opened meanwhile loses it and closes. Nobody cancels that fast, so it is shown once more.
 */
function closedByTable(): () => boolean {
  const started = performance.now();
  const hasPage = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputCustom;
  return () => hasPage && performance.now() - started < fasterThanAnyoneMs;
}

async function picked<T>(show: () => Thenable<T | undefined>): Promise<T> {
  const isByTable = closedByTable();
  let answer = await show();
  if (answer === undefined && isByTable()) answer = await show();
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

/** A pick whose rows change while the user types. */
export function createPick<T extends vscode.QuickPickItem>(title: PlainText, placeholder: PlainText) {
  return Object.assign(vscode.window.createQuickPick<T>(), { title, placeholder });
}

/** Calls back when the user has accepted or cancelled a pick that is shown next. Before other listeners, which may hide it. */
export function onceClosed(pick: vscode.QuickPick<vscode.QuickPickItem>, closed: () => void): void {
  const isByTable = closedByTable();
  /** It was accepted, or shown once more. */
  let isFinal = false;
  pick.onDidAccept(() => {
    isFinal = true;
  });
  pick.onDidHide(() => {
    if (isFinal || !isByTable()) return closed();
    isFinal = true;
    pick.show();
  });
}

/** A file to write, at first beside those of the workspace. Rejects if the user picks none. */
export async function askFile(name: string, options: Pick<vscode.SaveDialogOptions, 'filters'> & { title: PlainText }) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const file = await vscode.window.showSaveDialog({ ...options, defaultUri: vscode.Uri.joinPath(folder, name) });
  if (!file) throw new vscode.CancellationError();
  return file;
}

/** A file or a folder that is there. Rejects if the user picks none. */
export async function askPlace(kind: 'file' | 'folder', options: { title: PlainText; openLabel: string }) {
  const isFolder = kind === 'folder';
  const how = { ...options, canSelectFolders: isFolder, canSelectFiles: !isFolder };
  const [place] = (await vscode.window.showOpenDialog(how)) ?? [];
  if (!place) throw new vscode.CancellationError();
  return place;
}

/**
 * For files that a command was given, whoever runs it: asks before those that are there are replaced, and rejects unless
 * the user agrees. VS Code's own dialog asks itself.
 */
export async function agreeToReplace(files: readonly vscode.Uri[]): Promise<void> {
  const areThere = await Promise.all(files.map(isThere));
  const existing = files.filter((_, at) => areThere[at]);
  if (existing.length === 0) return;
  const paths = existing.map((file) => plainText(file.scheme === 'file' ? file.fsPath : file.toString(true)));
  const replace = vscode.l10n.t('Replace');
  const detail =
    existing.length === 1
      ? vscode.l10n.t('A file with this name already exists. Replacing it overwrites its contents.')
      : vscode.l10n.t('Files with these names already exist. Replacing them overwrites their contents.');
  await askOrCancel(vscode.l10n.t('Replace {0}?', listOf(paths)), detail, replace);
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    (failure: unknown) => !(failure instanceof vscode.FileSystemError && failure.code === 'FileNotFound'),
  );
}

const briefMs = 5000;

/** In the status bar, because there is nothing to decide: for some seconds, or until something is done. */
export function showBriefly(message: string, done?: Thenable<unknown>): void {
  const text = iconsAsText(message);
  if (done) vscode.window.setStatusBarMessage(text, done);
  else vscode.window.setStatusBarMessage(text, briefMs);
}

export interface TextOptions extends PickOptions, Pick<vscode.InputBoxOptions, 'value' | 'password'> {
  readonly prompt?: PlainText;
  readonly validateInput?: (
    text: string,
  ) => PlainText | (vscode.InputBoxValidationMessage & { readonly message: PlainText }) | undefined;
}

/** One of several steps: it stays open when the focus moves, and cancelling it cancels all of them. */
export async function askText(options: TextOptions): Promise<string> {
  const answer = await vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}
