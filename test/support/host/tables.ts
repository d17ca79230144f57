import * as vscode from 'vscode';
import { OwnWrites } from '../../../src/document/ownWrites.ts';
import { openDocument } from '../../../src/files/tabs.ts';
import { VirtualFile } from '../../../src/files/virtualFile.ts';
import type { Service, Services } from '../../../src/service/services.ts';
import type { CellEdit, HostMessage, PageMessage } from '../../../src/table/protocol.ts';
import { table } from '../../../src/table/table.ts';
import { typedSteps } from '../../../src/table/typedSteps.ts';
import { worksheetOf } from '../../../src/worksheet/uri.ts';
import { WorksheetFile } from '../../../src/worksheet/worksheetFile.ts';

export interface StandInTable extends vscode.Disposable {
  /** What the table sent to its page. */
  readonly sent: readonly HostMessage[];
  say(message: PageMessage): void;
  /** Resolves to why an edit was refused, if it was. */
  edit(cells: readonly CellEdit[], isOpen?: boolean): Promise<string | undefined>;
}

/** A table of an open worksheet whose page is the test. What is changed later is changed against the text of now. */
export async function standInTable(uri: vscode.Uri, access: Service['access'] = 'readWrite'): Promise<StandInTable> {
  const name = worksheetOf(uri);
  if (!name) throw new Error(`${uri} is no worksheet.`);
  const nothing = async () => {
    throw new Error('Not in this test.');
  };
  const services = {
    find: () => ({ access }),
    onDidChange: () => new vscode.Disposable(() => {}),
  } as unknown as Services;
  const changed = new vscode.EventEmitter<WorksheetFile>();
  const surroundings = { announce() {}, settled() {}, keepBases() {}, inTurn: nothing, parse: undefined };
  const open = new WorksheetFile(name, new VirtualFile(uri, surroundings), {
    services,
    ownWrites: new OwnWrites(),
    load: nothing,
    save: nothing,
    changed: (file) => changed.fire(file),
    storage: uri,
    log: { warn() {} },
  });
  open.worksheet.recovered(basesIn(openDocument(uri)?.getText() ?? '[]'));
  await open.ready();

  const fromPage = new vscode.EventEmitter<unknown>();
  const sent: HostMessage[] = [];
  const answers = new vscode.EventEmitter<HostMessage & { type: 'answer' }>();
  const never = () => new vscode.Disposable(() => {});
  const webview = {
    onDidReceiveMessage: fromPage.event,
    async postMessage(message: HostMessage) {
      sent.push(message);
      if (message.type === 'answer') answers.fire(message);
    },
  };
  const panel = { webview, active: true, onDidChangeViewState: never, onDidDispose: never };
  // Before the table listens, as in the extension.
  const following = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.toString() === uri.toString()) open.textChanged(document, contentChanges);
  });
  const steps = typedSteps();
  table(panel as unknown as vscode.WebviewPanel, open, {
    services,
    steps,
    onDidChange: changed.event,
    seen: nothing,
    openRecord: nothing,
    openJson: nothing,
    rowSelected() {},
  });
  let number = 0;
  return {
    sent,
    say: (message) => fromPage.fire(message),
    edit(cells, isOpen = false) {
      number += 1;
      const own = number;
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      const listener = answers.event(({ edit, message }) => {
        if (edit < own) return;
        listener.dispose();
        resolve(edit === own ? message : undefined);
      });
      fromPage.fire({ type: 'edit', number: own, isOpen, cells: [...cells] } satisfies PageMessage);
      return promise;
    },
    dispose: () => vscode.Disposable.from(steps, following, changed, fromPage, answers).dispose(),
  };
}

/** The rows of a text as bases on disk. */
function basesIn(text: string): ReadonlyMap<string, unknown> {
  const rows: readonly { readonly id: number }[] = JSON.parse(text);
  return new Map(rows.map((row) => [String(row.id), { address: '', text: JSON.stringify(row), replaced: {} }]));
}
