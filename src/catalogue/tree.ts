import * as vscode from 'vscode';
import type { ToDoRow } from '../document/knownRecord.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { iconsAsText, isolated, localNumber } from '../workbench/plainText.ts';
import { words as worksheetWords } from '../worksheet/messages.ts';
import type { Catalogues } from './catalogues.ts';
import type { Entry } from './entry.ts';
import { stateText, catalogueWords as words } from './messages.ts';
import type { NamedWorksheet, NamedWorksheets } from './namedWorksheets.ts';

/** A row of the view. Commands on a service accept a group, and commands on records the rows of records. */
export type CatalogueRow =
  | GroupRow
  | WorksheetRow
  | CategoryRow
  | RecordRow
  | { readonly kind: 'more'; readonly service: string; readonly count: number }
  | { readonly kind: 'toDo'; readonly service: string }
  | { readonly kind: 'rule'; readonly service: string; readonly row: ToDoRow };

interface GroupRow {
  readonly kind: 'group';
  readonly service: string;
  readonly description: string;
  readonly entries: readonly Entry[];
}

/** Open Worksheet and Copy VS Code Link accept it as it is. */
interface WorksheetRow extends Omit<NamedWorksheet, 'address'> {
  readonly kind: 'worksheet';
  readonly service: string;
}

interface CategoryRow {
  readonly kind: 'category';
  readonly service: string;
  readonly category: string;
  readonly entries: readonly Entry[];
}

interface RecordRow extends RecordName {
  readonly kind: 'record';
  readonly entry: Entry;
}

export type CatalogueTree = ReturnType<typeof catalogueTree>;

const maxRows = 1000;

/** Services, their categories, and the records of each, as many as match the filter. */
export function catalogueTree(services: Services, catalogues: Catalogues, named: Pick<NamedWorksheets, 'of'>) {
  const groups = async (filter: string): Promise<GroupRow[]> => {
    const rows = services.all().map(async (service): Promise<GroupRow | undefined> => {
      const catalogue = catalogues.of(service);
      const { entries, instead } = await catalogue.find(filter);
      const state = catalogue.state();
      if (filter !== '' && entries.length === 0) return undefined;
      if (!state && named.of(service.address).length === 0) return undefined;
      const about = [state ? stateText(entries.length, state.asOf) : words.notRead()];
      if (instead) about.push(words.similar(instead));
      if (state?.unsearched) about.push(words.unsearched(state.unsearched));
      const isSame = !state || state.credentials.includes(await catalogues.credential(service));
      if (!isSame) about.push(words.otherCredential());
      return { kind: 'group', service: service.name, description: about.join(' · '), entries };
    });
    return (await Promise.all(rows)).filter((row) => row !== undefined);
  };

  const worksheets = (name: string): WorksheetRow[] => {
    const service = services.find(name);
    return (service ? named.of(service.address) : []).map((one) => ({ ...one, kind: 'worksheet', service: name }));
  };

  const tree = {
    filter: '',
    /** What is left to do in each service's records. */
    toDo: new Map<string, readonly ToDoRow[]>(),
    async getChildren(row?: CatalogueRow): Promise<CatalogueRow[]> {
      if (row === undefined) return groups(tree.filter);
      const { service } = row;
      const rules = tree.toDo.get(service) ?? [];
      if (row.kind === 'toDo') return rules.map((one) => ({ kind: 'rule', service, row: one }));
      if (row.kind !== 'group') return row.kind === 'category' ? records(row) : [];
      const toDo = rules.length > 0 ? [{ kind: 'toDo', service } as const] : [];
      return [...toDo, ...(tree.filter === '' ? worksheets(service) : []), ...categories(row)];
    },
    getTreeItem: (row: CatalogueRow): vscode.TreeItem => rowItem(row, tree.filter !== ''),
  };
  return tree;
}

function categories({ service, entries }: GroupRow): CategoryRow[] {
  const { compare } = new Intl.Collator(vscode.env.language);
  return [...Map.groupBy(entries, ({ facts }) => facts.category)]
    .map(([category, members]): CategoryRow => ({ kind: 'category', service, category, entries: members }))
    .sort((one, other) => compare(one.category, other.category));
}

function records({ service, entries }: CategoryRow): CatalogueRow[] {
  const rows = entries
    .slice(0, maxRows)
    .map((entry): CatalogueRow => ({ kind: 'record', service, id: entry.id, entry }));
  const count = entries.length - rows.length;
  return count > 0 ? [...rows, { kind: 'more', service, count }] : rows;
}

function rowItem(row: CatalogueRow, isFiltered: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  if (row.kind === 'record') return recordItem(row);
  if (row.kind === 'worksheet') return worksheetItem(row);
  if (row.kind === 'more') {
    const item = new vscode.TreeItem(words.more(row.count));
    item.command = { command: commandIds.filterCatalogue, title: words.filterTitle() };
    return item;
  }
  if (row.kind === 'toDo') {
    const item = new vscode.TreeItem(words.toDo(), Expanded);
    item.id = JSON.stringify([row.service]);
    item.iconPath = new vscode.ThemeIcon('checklist');
    return item;
  }
  if (row.kind === 'rule') return ruleItem(row.service, row.row);
  if (row.kind === 'group') {
    const item = new vscode.TreeItem(row.service, Expanded);
    item.id = row.service;
    item.description = row.description;
    item.contextValue = 'service';
    item.iconPath = new vscode.ThemeIcon('library');
    return item;
  }
  const label = row.category === '' ? words.noCategory() : isolated(row.category);
  const item = new vscode.TreeItem(label, isFiltered ? Expanded : Collapsed);
  // VS Code keeps rows with the same id open or closed, whatever they should be under a filter.
  item.id = JSON.stringify([row.service, row.category, isFiltered]);
  item.description = localNumber(row.entries.length);
  item.contextValue = 'category';
  return item;
}

function worksheetItem(row: WorksheetRow): vscode.TreeItem {
  const { service, label, query, ids } = row;
  const item = new vscode.TreeItem(isolated(label));
  item.id = JSON.stringify([service, 'worksheet', label]);
  item.description = query === undefined ? worksheetWords.label(ids.length) : isolated(query, 80);
  item.contextValue = 'worksheet';
  item.iconPath = new vscode.ThemeIcon('table');
  item.command = { command: commandIds.openWorksheet, title: words.openWorksheet(), arguments: [row] };
  return item;
}

function ruleItem(service: string, { rule, label, description }: ToDoRow): vscode.TreeItem {
  // The count first: a narrow sidebar cuts the rest.
  const item = new vscode.TreeItem(description);
  item.id = JSON.stringify([service, 'toDo', rule]);
  item.description = label;
  item.command = { command: commandIds.check, title: words.toDo(), arguments: [{ service, rule }] };
  return item;
}

function recordItem({ service, id, entry: { facts } }: RecordRow): vscode.TreeItem {
  const item = new vscode.TreeItem(isolated(facts.title) || String(id));
  item.id = JSON.stringify([service, id]);
  item.description = [`#${id}`, isolated(facts.speakers.slice(0, 3).join(', '), 80)].filter(Boolean).join(' · ');
  item.tooltip = iconsAsText(isolated(facts.title, 300));
  item.contextValue = 'record';
  item.iconPath = new vscode.ThemeIcon('file');
  item.command = { command: commandIds.open, title: words.openRecord(), arguments: [{ service, id }] };
  return item;
}
