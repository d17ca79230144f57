import * as vscode from 'vscode';
import { webAddress } from '../record/webAddress.ts';
import { liveModel } from './liveModel.ts';
import { type HostMessage, type PageMessage, type PreviewModel, parsePageMessage } from './messages.ts';
import { previewHtml, resourceRoots } from './previewHtml.ts';
import type { PreviewedRecords } from './recordPreview.ts';
import { revealField } from './revealField.ts';

/** Keeps a panel showing a record's text as it is typed, until the panel is closed. */
export function followRecord(
  panel: vscode.WebviewPanel,
  uri: vscode.Uri,
  records: PreviewedRecords,
  extension: vscode.Uri,
): void {
  const { webview } = panel;
  // The one picture that the user asked for, by its address: another one needs another click.
  let askedFor: string | undefined;
  const live = liveModel(uri, records, (address) => remotePictures() || address === askedFor);

  const send = (model: PreviewModel) => void webview.postMessage({ type: 'show', model } satisfies HostMessage);
  const frame = () => {
    webview.html = previewHtml(webview, extension, remotePictures() || askedFor !== undefined);
  };
  const receive = async (message: PageMessage | undefined) => {
    switch (message?.type) {
      case 'ready':
        return send(await live.refresh());
      case 'loadPicture':
        askedFor = offeredPicture(await live.refresh());
        return frame();
      case 'reveal':
        return revealField(uri, message.field);
      case 'openLink':
        return openLink(message.address);
    }
  };

  const subscriptions = vscode.Disposable.from(
    live,
    live.onDidChange(send),
    webview.onDidReceiveMessage((data) => receive(parsePageMessage(data))),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('videoRecords.remotePictures')) frame();
    }),
  );
  panel.onDidDispose(() => subscriptions.dispose());
  panel.title = `Preview #${records.nameOf(uri)?.id ?? ''}`;
  panel.iconPath = icons(extension);
  webview.options = { enableScripts: true, localResourceRoots: resourceRoots(extension) };
  frame();
}

/** Not left to the webview: in a trusted workspace VS Code would open its links without a question. */
async function openLink(text: string): Promise<void> {
  const address = webAddress(text);
  if (address !== undefined) await vscode.commands.executeCommand('vscode.open', address);
}

function remotePictures(): boolean {
  return vscode.workspace.getConfiguration('videoRecords').get('remotePictures') === true;
}

function offeredPicture({ groups }: PreviewModel): string | undefined {
  const offer = groups.flatMap(({ fields }) => fields).find(({ show }) => show === 'pictureOffer');
  return webAddress(offer?.texts[0] ?? '');
}

function icons(extension: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (name: string) => vscode.Uri.joinPath(extension, 'media', name);
  return { light: icon('record-light.svg'), dark: icon('record-dark.svg') };
}
