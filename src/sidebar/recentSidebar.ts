import * as vscode from 'vscode';
import { parseReference, type Reference } from '../record/references.ts';
import { fieldText, parseRecord } from '../record/text.ts';
import type { RecordName, Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';

export interface RecentSidebar extends vscode.Disposable {
  readonly handlers: CommandHandlers;
  note(event: { readonly kind: string; readonly name: RecordName; readonly text?: string }): void;
}

interface Recent extends RecordName {
  readonly title: string;
}

type Open = (name: RecordName) => Promise<vscode.Uri>;

/** Recent records: what was opened last, and the ways to open more. */
export function recentSidebar(_memory: vscode.Memento, services: Services, open: Open): RecentSidebar {
  const recents: Recent[] = [];
  const changed = new vscode.EventEmitter<undefined>();
  const view = vscode.window.createTreeView<Recent>('videoRecords.recent', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: () => recents,
      getTreeItem: (recent) => ({ label: recent.title, description: `#${recent.id}` }),
    },
  });

  const openReference = async (input: unknown) => {
    const names = namesOf(input, services);
    const uris = [];
    for (const name of names) uris.push((await open(name)).toString());
    return uris;
  };

  return {
    note({ name, text }) {
      if (text === undefined) return;
      const at = recents.findIndex(({ service, id }) => service === name.service && id === name.id);
      if (at >= 0) recents.splice(at, 1);
      recents.unshift({ ...name, title: fieldText(parseRecord(text), 'title') ?? `Record ${name.id}` });
      changed.fire(undefined);
    },
    handlers: {
      open: async (input?: unknown) => {
        const typed = input ?? (await vscode.window.showInputBox({ prompt: 'Number of the record' }));
        return typed === undefined ? [] : openReference(typed);
      },
    },
    dispose: () => vscode.Disposable.from(view, changed).dispose(),
  };
}

function namesOf(input: unknown, services: Services): RecordName[] {
  if (typeof input === 'object' && input !== null && 'id' in input && 'service' in input) {
    return [{ service: String(input.service), id: Number(input.id) }];
  }
  const reference: Reference = parseReference(String(input));
  const service = reference.service ?? services.default()?.name;
  if (!service) throw new Error('No service is set up.');
  return reference.ids.map((id) => ({ service, id }));
}
