import * as vscode from 'vscode';
import { isUnsaved, tabUri, tabUris } from '../files/tabs.ts';
import type { RecordName } from '../service/services.ts';
import { recordOf, sameRecord } from './recordUri.ts';

/** The URI under which a record is open, whatever its slug; the preferred one, if it is open under several. */
export function openUriOf(name: RecordName, preferred?: vscode.Uri): vscode.Uri | undefined {
  const uris = openUris(name);
  return uris.find((uri) => uri.toString() === preferred?.toString()) ?? uris[0];
}

/** The record's open documents, whether or not a tab shows them. */
export function documentsOf(name: RecordName): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => sameRecord(recordOf(uri), name));
}

/** The record's open document, if it has unsaved changes. */
export function unsavedDocument(name: RecordName): vscode.TextDocument | undefined {
  return documentsOf(name).find(isUnsaved);
}

function openUris(name: RecordName): vscode.Uri[] {
  return tabUris().filter((uri) => sameRecord(recordOf(uri), name));
}

/** VS Code treats two spellings of a record's URI as two files. The tab opened later is closed for the earlier one. */
export function oneEditorPerRecord(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    for (const tab of opened) {
      const uri = tab.input instanceof vscode.TabInputText ? tabUri(tab.input) : undefined;
      const name = uri && !tab.isDirty ? recordOf(uri) : undefined;
      const earlier = name && openUris(name).find((other) => other.toString() !== uri?.toString());
      if (!earlier) continue;
      void vscode.window.tabGroups.close(tab, true);
      // Unlike showTextDocument, this also shows a tab whose record could not be read.
      void vscode.commands.executeCommand('vscode.open', earlier, { preview: false });
    }
  });
}
