import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { RecordEvent } from '../document/events.ts';
import { type RecordCatalogue, type ToDoLists, toDoFile } from '../document/knownRecord.ts';
import type { Service } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { logFailure } from '../workbench/failure.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { catalogueFolder } from './catalogue.ts';
import { type CataloguesParts, catalogues } from './catalogues.ts';
import { catalogueCommands } from './commands.ts';
import { groupings } from './grouping.ts';
import { catalogueWords } from './messages.ts';
import { namedWorksheets, namingCommands } from './namedWorksheets.ts';
import type { CatalogueRow } from './rows.ts';
import { type CatalogueTree, catalogueTree } from './tree.ts';
import { type ValueCommandsParts, valueCommands } from './valueCommands.ts';

/** What the rest of the extension may ask of catalogues. */
export interface CatalogueFeature extends RecordCatalogue, vscode.Disposable {
  /** Keeps what was read or saved elsewhere, if the service has a catalogue. */
  note(event: RecordEvent): Promise<void>;
  /** The rows of the view. */
  readonly tree: Pick<CatalogueTree, 'getChildren' | 'getTreeItem'>;
  readonly handlers: CommandHandlers<'catalogue'>;
}

export type CatalogueParts = CataloguesParts & Pick<ValueCommandsParts, 'worksheets'> & { readonly toDos: ToDoLists };

const quietMs = 300;
const ageMs = 60_000;

/** Everything about catalogues, loaded when the view is shown, a command runs or a record is read. */
export function catalogueFeature(
  parts: CatalogueParts,
  view: vscode.TreeView<CatalogueRow>,
  refresh: () => void,
): CatalogueFeature {
  const { services, worksheets } = parts;
  const all = catalogues(parts);
  const named = namedWorksheets(parts.memory);
  const grouped = groupings(parts.memory);
  const folderOf = ({ address }: Service) => catalogueFolder(parts.folder, address);
  // Most services have none, and nothing else should load what knows it.
  const hasToDo = (service: Service) => existsSync(join(folderOf(service), toDoFile));
  const toDoOf = async (service: Service) => (hasToDo(service) ? parts.toDos.toDo(service.name) : []);
  const tree = catalogueTree(services, all, named, grouped, toDoOf);
  const timers = quietTimers();
  const changed = () => timers.schedule('show', quietMs, refresh);
  /** How long ago a catalogue was read is written in the view. */
  const ageLater = () => timers.schedule('age', ageMs, () => view.visible && refresh());
  const shown = view.onDidChangeVisibility(({ visible }) => visible && refresh());
  const filter = (text: string) => {
    tree.filter = text.trim();
    view.message = tree.filter === '' ? '' : catalogueWords.filter(tree.filter);
    void vscode.commands.executeCommand('setContext', 'videoRecords.catalogueFiltered', tree.filter !== '');
    refresh();
  };
  return {
    ...all,
    async note(event) {
      const service = services.find(event.name.service);
      if (event.kind === 'saved' && service && hasToDo(service)) {
        parts.toDos.saved(event.name, event.saved.version.record).catch((failure) => logFailure(parts.log, failure));
      }
      await all.note(event);
      if (view.visible) changed();
    },
    folder: async (service) => folderOf(serviceOf(services, { service })),
    toDoChanged: changed,
    tree: {
      getChildren(row) {
        if (row === undefined) ageLater();
        return tree.getChildren(row);
      },
      getTreeItem: tree.getTreeItem,
    },
    handlers: {
      ...catalogueCommands({ services, catalogues: all, tree, view, filter, changed }),
      ...valueCommands({ services, catalogues: all, groupings: grouped, worksheets, changed: refresh }),
      ...namingCommands(services, named, parts.memory, refresh),
    },
    dispose: () => vscode.Disposable.from(timers, shown).dispose(),
  };
}
