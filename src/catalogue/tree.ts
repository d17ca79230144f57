import * as vscode from 'vscode';
import type { ToDoRow } from '../document/knownRecord.ts';
import type { Service, Services } from '../service/services.ts';
import { noFieldMessage } from '../worksheet/choose.ts';
import type { Catalogues, Searched } from './catalogues.ts';
import type { Entry } from './entry.ts';
import type { Groupings } from './grouping.ts';
import { stateText, catalogueWords as words } from './messages.ts';
import type { NamedWorksheets } from './namedWorksheets.ts';
import type { CatalogueRow, GroupRow, ValueRow, WorksheetRow } from './rows.ts';
import { rowItem } from './treeItems.ts';
import { groupsOf, maxRows } from './valueGroups.ts';

export type CatalogueTree = ReturnType<typeof catalogueTree>;

/** Services, the values that their records have in a field, and the records of each, as many as match the filter. */
export function catalogueTree(
  services: Services,
  catalogues: Catalogues,
  named: Pick<NamedWorksheets, 'of'>,
  grouping: Pick<Groupings, 'of'>,
  toDoOf: (service: Service) => Promise<readonly ToDoRow[]>,
) {
  const serviceRow = async ({ service, query, found }: Searched, filter: string): Promise<GroupRow | undefined> => {
    const { entries, instead } = found;
    const state = catalogues.of(service).state();
    if (filter !== '' && entries.length === 0) return undefined;
    const isKnown = state || named.of(service.address).length > 0 || (await toDoOf(service)).length > 0;
    if (!isKnown) return undefined;
    const about = [state ? stateText(entries.length, state.asOf, state.records) : words.notRead()];
    if (state?.isComplete === false) about.push(words.incomplete());
    if (instead) about.push(words.similar(instead));
    const isSame = !state || state.credentials.includes(await catalogues.credential(service));
    if (!isSame) about.push(words.otherCredential());
    const row = { kind: 'group', service: service.name, description: about.join(' · '), entries } as const;
    if (filter === '') return row;
    return instead ? withIds(row) : { ...row, query };
  };

  const serviceRows = async (filter: string): Promise<CatalogueRow[]> => {
    const searched = await catalogues.search(filter);
    const rows = await Promise.all(searched.map((one) => serviceRow(one, filter)));
    const shown = rows.filter((row) => row !== undefined);
    const noField = searched.find(({ found }) => found.noField)?.found.noField;
    return shown.length === 0 && noField ? [{ kind: 'note', label: noFieldMessage(noField) }] : shown;
  };

  const worksheets = (name: string): WorksheetRow[] => {
    const service = services.find(name);
    return (service ? named.of(service.address) : []).map((one) => ({ ...one, kind: 'worksheet', service: name }));
  };

  const valueRows = async ({ service: name, entries }: GroupRow): Promise<CatalogueRow[]> => {
    const service = services.find(name);
    if (!service) return [];
    const { field, order } = grouping.of(service.address);
    const valuesOf = await catalogues.of(service).valuesOf(field, entries);
    const groups = await groupsOf(entries, field, valuesOf, order, vscode.env.language);
    return cutTo(groups, name, (group) => withIds({ kind: 'value' as const, service: name, field, ...group }));
  };

  const tree = {
    filter: '',
    async getChildren(row?: CatalogueRow): Promise<CatalogueRow[]> {
      if (row === undefined) return serviceRows(tree.filter);
      if (row.kind === 'note') return [];
      if (row.kind === 'toDo') return toDoRows(row.service, row.rows);
      if (row.kind === 'dismissed') return dismissalRows(row.service, row.rows);
      if (row.kind !== 'group') return row.kind === 'value' ? records(row) : [];
      const found = services.find(row.service);
      const rows = found ? await toDoOf(found) : [];
      const toDo = rows.length > 0 ? [{ kind: 'toDo', service: row.service, rows } as const] : [];
      return [...toDo, ...(tree.filter === '' ? worksheets(row.service) : []), ...(await valueRows(row))];
    },
    getTreeItem: (row: CatalogueRow): vscode.TreeItem => rowItem(row, tree.filter !== ''),
  };
  return tree;
}

/** What was dismissed is behind the rest. */
function toDoRows(service: string, all: readonly ToDoRow[]): CatalogueRow[] {
  const rows = all.filter((row) => row.isDismissed);
  const kinds = all.filter((row) => !row.isDismissed).map((row) => ({ kind: 'rule', service, row }) as const);
  return [...kinds, ...(rows.length > 0 ? [{ kind: 'dismissed', service, rows } as const] : [])];
}

function dismissalRows(service: string, rows: readonly ToDoRow[]): CatalogueRow[] {
  return cutTo(rows, service, ({ rule, label }) => ({ kind: 'dismissal', service, key: rule, label }));
}

/** Commands ask for the numbers of few rows. */
function withIds<T extends { readonly entries: readonly Entry[] }>(row: T): T & { readonly ids: readonly number[] } {
  return Object.defineProperty(row, 'ids', { get: () => row.entries.map(({ id }) => id), enumerable: true }) as T & {
    readonly ids: readonly number[];
  };
}

function records({ service, field, value, entries }: ValueRow): CatalogueRow[] {
  const group = JSON.stringify([field, value]);
  return cutTo(entries, service, (entry) => ({ kind: 'record', service, id: entry.id, entry, group }));
}

function cutTo<T>(all: readonly T[], service: string, toRow: (one: T) => CatalogueRow): CatalogueRow[] {
  const rows = all.slice(0, maxRows).map(toRow);
  const count = all.length - rows.length;
  return count > 0 ? [...rows, { kind: 'more', service, count }] : rows;
}
