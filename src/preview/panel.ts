import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { recordOf } from '../document/recordUri.ts';
import { columnOf } from '../files/tabs.ts';
import { webAddress } from '../record/valueShapes.ts';
import { rangeAt } from '../workbench/edits.ts';
import { reportFailure } from '../workbench/failure.ts';
import { showPage } from '../workbench/pageFrame.ts';
import { type LiveModel, liveModel, type PreviewRecords } from './liveModel.ts';
import { type HostMessage, type PageMessage, type PageWords, type PreviewModel, pageMessage } from './protocol.ts';

export type PreviewPanel = ReturnType<typeof previewPanel>;

/** One panel, which follows the text of its record as the user types. */
export function previewPanel(
  panel: vscode.WebviewPanel,
  first: { readonly uri: vscode.Uri; readonly locked: boolean },
  records: PreviewRecords,
  extension: vscode.Uri,
) {
  const { webview } = panel;
  let { uri, locked } = first;
  // The address of the one image the user asked for. Another image needs another click.
  let requestedImage: string | undefined;
  let live: LiveModel;

  const send = (model: PreviewModel) => {
    void webview.postMessage({ type: 'show', model: { ...model, locked }, words: pageWords() } satisfies HostMessage);
  };
  const refresh = async () => {
    const shown = live;
    const model = await shown.refresh();
    // The panel may show another record by now.
    if (shown === live) send(model);
  };
  const setFrame = () => {
    const hasImages = remotePictures() || requestedImage !== undefined;
    showPage(webview, extension, { name: 'preview', title: l10n.t('Preview'), hasImages });
  };
  const setTitle = () => {
    const id = recordOf(uri)?.id ?? '';
    panel.title = locked ? l10n.t('[Preview] #{0}', id) : l10n.t('Preview #{0}', id);
  };
  const follow = (record: vscode.Uri) => {
    uri = record;
    live = liveModel(record, records, (address) => remotePictures() || address === requestedImage);
    live.onDidChange(send);
    setTitle();
  };
  const loadPicture = async () => {
    requestedImage = offeredPicture(await live.refresh());
    setFrame();
  };
  const receive = async (message: PageMessage | undefined) => {
    if (message?.type === 'ready') await refresh();
    if (message?.type === 'loadPicture') await loadPicture();
    if (message?.type === 'reveal') await revealField(await records.load(uri), message.field, message.item);
    if (message?.type === 'openLink') await openLink(message.address);
  };

  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage((data) => receive(pageMessage.safeParse(data).data).catch(reportFailure)),
    onDidChangePictures(setFrame),
  );
  panel.onDidDispose(() => vscode.Disposable.from(subscriptions, live).dispose());
  panel.iconPath = { light: iconIn(extension, 'light'), dark: iconIn(extension, 'dark') };
  follow(uri);
  setFrame();

  return {
    panel,
    get uri() {
      return uri;
    },
    get locked() {
      return locked;
    },
    async show(record: vscode.Uri) {
      if (record.toString() === uri.toString()) return;
      live.dispose();
      follow(record);
      const mayLoadImages = requestedImage !== undefined;
      requestedImage = undefined;
      if (mayLoadImages) setFrame();
      else await refresh();
    },
    toggleLock() {
      locked = !locked;
      setTitle();
      void refresh();
    },
  };
}

/** The words of the page, which has no access to VS Code's translations. */
function pageWords(): PageWords {
  return {
    untitled: l10n.t('Untitled'),
    changed: l10n.t('changed'),
    added: l10n.t('added'),
    removed: l10n.t('removed'),
    removedValue: l10n.t('Removed'),
    emptyValue: l10n.t('Empty'),
    thumbnail: l10n.t('Thumbnail of the talk'),
    imageFailed: l10n.t('The image could not be loaded.'),
    loadImage: l10n.t('Load Image'),
    problems: l10n.t('has a problem'),
  };
}

function iconIn(extension: vscode.Uri, theme: 'light' | 'dark'): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'media', `record-${theme}.svg`);
}

/** Opened here, because in a trusted workspace VS Code opens a webview's links without asking. */
async function openLink(text: string): Promise<void> {
  const address = webAddress(text);
  if (address !== undefined) await vscode.commands.executeCommand('vscode.open', address);
}

function remotePictures(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').get('remotePictures') === true;
}

function onDidChangePictures(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('videoRecords.remotePictures')) listener();
  });
}

function offeredPicture({ groups }: PreviewModel): string | undefined {
  const offer = groups.flatMap(({ fields }) => fields).find(({ show }) => show === 'pictureOffer');
  return webAddress(offer?.texts[0] ?? '');
}

const flashMs = 700;

/** Shows the record's editor with the caret at the start of a field's value, or of an item of it, and flashes it. */
async function revealField(document: vscode.TextDocument, field: string, item?: number): Promise<void> {
  const viewColumn = columnOf(document.uri) ?? vscode.ViewColumn.One;
  // Tolerant: the text may be invalid right now.
  const tree = parseTree(document.getText());
  const value = tree && findNodeAtLocation(tree, [field]);
  const node = (item === undefined ? undefined : value?.children?.[item]) ?? value;
  if (!node) return void vscode.window.showTextDocument(document, { viewColumn, preview: false });
  const caret = document.positionAt(node.offset + (node.type === 'string' ? 1 : 0));
  const selection = new vscode.Range(caret, caret);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: false, selection });
  flash(editor, rangeAt(document, node.offset, node.length));
}

function flash(editor: vscode.TextEditor, range: vscode.Range): void {
  const highlight = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.symbolHighlightBackground'),
    borderColor: new vscode.ThemeColor('editor.symbolHighlightBorder'),
  });
  editor.setDecorations(highlight, [range]);
  setTimeout(() => highlight.dispose(), flashMs);
}
