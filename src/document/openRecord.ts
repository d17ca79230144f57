import * as vscode from 'vscode';
import { fieldText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, openDocument, shownUri } from '../workbench/documents.ts';
import { recordOf, recordUri, sameRecord } from './recordUri.ts';

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
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.flatMap((input) => shownUri(input) ?? []).filter((uri) => sameRecord(recordOf(uri), name));
}

/** The URI under which a record can be shown. The record is read first, unless it is open. */
export async function readForEditor(
  name: RecordName,
  read: () => Promise<RecordVersion>,
  offer: (uri: vscode.Uri, version: RecordVersion) => Promise<void>,
): Promise<vscode.Uri> {
  const open = openUriOf(name);
  // A tab may not be loaded yet, or show only that its record could not be read.
  if (open && openDocument(open)) return open;
  const version = await read();
  const uri = open ?? recordUri(name, fieldText(version.record, 'slug'));
  await offer(uri, version);
  return uri;
}

/** VS Code treats two spellings of a record's URI as two files. The tab opened later is closed for the earlier one. */
export function oneEditorPerRecord(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    for (const tab of opened) {
      const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
      const earlier = uri && !tab.isDirty ? otherSpelling(uri) : undefined;
      if (!earlier) continue;
      void vscode.window.tabGroups.close(tab, true);
      // Unlike showTextDocument, this also shows a tab whose record could not be read.
      void vscode.commands.executeCommand('vscode.open', earlier, { preview: false });
    }
  });
}

function otherSpelling(uri: vscode.Uri): vscode.Uri | undefined {
  const name = recordOf(uri);
  return name && openUris(name).find((other) => other.toString() !== uri.toString());
}
