import * as vscode from 'vscode';
import type { ToDoRow } from '../document/knownRecord.ts';
import { maxValue } from '../document/knownRecord.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { iconsAsText, isolate, isolated, localNumber, visible } from '../workbench/plainText.ts';
import { words as worksheetWords } from '../worksheet/messages.ts';
import { catalogueWords as words } from './messages.ts';
import type { CatalogueRow, RecordRow, ValueRow, WorksheetRow } from './rows.ts';
import { isGroupedByYear } from './valueGroups.ts';

export function rowItem(row: CatalogueRow, isFiltered: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  if (row.kind === 'record') return recordItem(row);
  if (row.kind === 'worksheet') return worksheetItem(row);
  if (row.kind === 'more') {
    const item = new vscode.TreeItem(words.more(row.count));
    item.command = { command: commandIds.filterCatalogue, title: words.filterTitle() };
    return item;
  }
  if (row.kind === 'note') return new vscode.TreeItem(row.label);
  if (row.kind === 'toDo') {
    const item = new vscode.TreeItem(words.toDo(), Expanded);
    item.id = JSON.stringify([row.service]);
    item.iconPath = new vscode.ThemeIcon('checklist');
    return item;
  }
  if (row.kind === 'dismissed') {
    const item = new vscode.TreeItem(words.dismissed(), Collapsed);
    item.id = JSON.stringify([row.service, 'dismissed']);
    return item;
  }
  if (row.kind === 'dismissal') return dismissalItem(row);
  if (row.kind === 'rule') return ruleItem(row.service, row.row);
  if (row.kind === 'group') {
    const item = new vscode.TreeItem(row.service, Expanded);
    item.id = row.service;
    item.description = row.description;
    item.contextValue = 'service';
    item.iconPath = new vscode.ThemeIcon('library');
    return item;
  }
  return valueItem(row, isFiltered ? Expanded : Collapsed, isFiltered);
}

/** Two values that differ only in spaces look the same, so both are shown with quotes and all of their spaces. */
function valueItem(row: ValueRow, state: vscode.TreeItemCollapsibleState, isFiltered: boolean): vscode.TreeItem {
  const { service, field, value, isSimilar, entries } = row;
  const shown = isSimilar ? `"${isolate(visible(value))}"` : isolated(value);
  const item = new vscode.TreeItem(value === '' ? words.none() : shown, state);
  // VS Code keeps rows with the same id open or closed, whatever they should be under a filter.
  item.id = JSON.stringify([service, field, value, isFiltered]);
  const count = localNumber(entries.length);
  item.description = isSimilar ? words.similarValue(count) : count;
  item.contextValue = isChangeable(field, value) ? 'group changeable' : 'group';
  return item;
}

/** A year stands for many values, and what is cut is none. */
function isChangeable(field: string, value: string): boolean {
  return !isGroupedByYear(field) && field !== 'id' && value.length <= maxValue;
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

function ruleItem(service: string, { rule, label, count = '' }: ToDoRow): vscode.TreeItem {
  // The count first: a narrow sidebar cuts the rest.
  const item = new vscode.TreeItem(count);
  item.id = JSON.stringify([service, 'toDo', rule]);
  item.description = label;
  item.command = { command: commandIds.check, title: words.toDo(), arguments: [{ service, rule }] };
  return item;
}

function dismissalItem({ service, key, label }: CatalogueRow & { readonly kind: 'dismissal' }): vscode.TreeItem {
  const item = new vscode.TreeItem(isolated(label));
  item.id = JSON.stringify([service, 'dismissal', key]);
  item.tooltip = iconsAsText(isolated(label));
  item.contextValue = 'dismissal';
  return item;
}

function recordItem({ service, id, group, entry: { facts } }: RecordRow): vscode.TreeItem {
  const item = new vscode.TreeItem(isolated(facts.title) || String(id));
  item.id = JSON.stringify([service, group, id]);
  item.description = [`#${id}`, isolated(facts.speakers.slice(0, 3).join(', '), 80)].filter(Boolean).join(' · ');
  item.tooltip = iconsAsText(isolated(facts.title, 300));
  item.contextValue = 'record';
  item.iconPath = new vscode.ThemeIcon('file');
  item.command = { command: commandIds.open, title: words.openRecord(), arguments: [{ service, id }] };
  return item;
}
