import * as vscode from 'vscode';
import type { FoundRecords, KnownRecord, KnownRecords, RecordCatalogue } from '../document/knownRecord.ts';
import type { ReferenceLimit } from '../record/references.ts';
import type { Service, Services } from '../service/services.ts';
import type { PlainText } from '../workbench/plainText.ts';
import { createPick, onceClosed } from '../workbench/prompts.ts';
import { longestInput, type OpenChoice, openChoices } from './choices.ts';
import { type Item, row } from './pickItem.ts';
import { choiceTexts, knownTexts, noMatchTexts, pickWords, problemTexts, searchTitle } from './pickRows.ts';
import { asWorksheet, nothingFound } from './searchRows.ts';

interface OpenPickParts {
  readonly services: Services;
  readonly title: PlainText;
  /** Several rows can be picked, and this many records named. Without it, one row. */
  readonly several?: ReferenceLimit;
  /** The service for a number alone, and those that are offered for it as well. */
  readonly preferred: Service | undefined;
  readonly others: readonly Service[];
  readonly search: KnownRecords['search'];
  readonly find: RecordCatalogue['find'];
}

const maxShown = 100;
const separator = vscode.QuickPickItemKind.Separator;

/** Asks for records: recent ones, a number or an address. Undefined if the user cancels. */
export function pickRecords(parts: OpenPickParts): Promise<readonly OpenChoice[] | undefined> {
  const pick = emptyPick(parts);
  const { promise, resolve } = Promise.withResolvers<readonly OpenChoice[] | undefined>();
  let isDrawn = false;
  /** Picked rows, also those that the typed text does not match. */
  const checked = new Map<string, Item>();
  /** What the catalogues have for the typed text, a moment later. */
  let listed: readonly FoundRecords[] | undefined;
  const search = latestSearch(parts.find);
  /** Enter was pressed before they answered, and means what they find first. */
  let isAccepted = false;
  const accept = () => {
    const records = pick.canSelectMany ? recordChoices([...checked.values()]) : [];
    const row = isAccepted ? firstRecord(pick.items) : chosenRow(pick, isDrawn);
    const picked = records.length > 0 ? records : row?.opens;
    isAccepted = !picked && pick.busy;
    if (!picked && row?.types !== undefined) pick.value = row.types;
    // A row that only explains keeps the pick open.
    if (!picked && !row?.run) return;
    resolve(picked && [picked].flat());
    pick.hide();
    if (!picked) row?.run?.();
  };
  const look = async () => {
    // Enter right after a key must not open what matched before it.
    listed = undefined;
    isAccepted = false;
    pick.busy = isQuery(pick.value);
    show();
    const found = await search.for(pick.value);
    if (!found) return;
    listed = pick.busy ? found : undefined;
    pick.busy = false;
    show();
    if (isAccepted) accept();
  };
  const show = () => {
    isDrawn = false;
    pick.title = searchTitle(parts.title, listed ?? []);
    const several = pick.canSelectMany ? (parts.several ?? { max: maxShown, cuts: true }) : undefined;
    draw(pick, itemsFor(pick.value, { ...parts, several }, listed), checked);
  };
  onceClosed(pick, () => {
    resolve(undefined);
    search.stop();
    pick.dispose();
  });
  show();
  pick.onDidTriggerButton(() => {
    Object.assign(pick, { canSelectMany: true, buttons: [] });
    show();
  });
  pick.onDidChangeValue(look);
  pick.onDidChangeActive(() => {
    isDrawn = true;
  });
  pick.onDidChangeSelection((selected) => {
    if (pick.canSelectMany) keepChecked(checked, pick.items, selected);
  });
  pick.onDidAccept(accept);
  pick.show();
  return promise;
}

/** Shows these rows, then the picked ones that are not among them. */
function draw(pick: vscode.QuickPick<Item>, found: readonly Item[], checked: ReadonlyMap<string, Item>): void {
  const keys = new Set(found.map(keyOf));
  const items = [...found, ...[...checked].flatMap(([key, item]) => (keys.has(key) ? [] : [item]))];
  pick.items = items;
  // VS Code sorts rows by where their label matches; Enter is for what was typed.
  const first = firstRecord(items);
  if (pick.value !== '' && first) pick.activeItems = [first];
  if (pick.canSelectMany) pick.selectedItems = items.filter((item) => checked.has(keyOf(item)));
}

function firstRecord(items: readonly Item[]): Item | undefined {
  return items.find(({ opens }) => opens !== undefined);
}

/** Searches the catalogues for one text at a time. Resolves to undefined if another one is searched for meanwhile. */
function latestSearch(find: RecordCatalogue['find']) {
  let searching = new AbortController();
  return {
    async for(text: string): Promise<readonly FoundRecords[] | undefined> {
      searching.abort();
      searching = new AbortController();
      const { signal } = searching;
      const found = isQuery(text) ? await find(text, undefined, signal).catch(() => []) : [];
      return signal.aborted ? undefined : found;
    },
    stop: () => searching.abort(),
  };
}

/** With Enter right after the last key, VS Code still selects a row of the previous list. */
function chosenRow({ selectedItems, activeItems, items }: vscode.QuickPick<Item>, isDrawn: boolean): Item | undefined {
  if (isDrawn) return selectedItems[0] ?? activeItems[0];
  return firstRecord(items) ?? items.find(({ kind }) => kind !== separator);
}

function emptyPick({ title, several, others, preferred }: OpenPickParts) {
  const placeholder = pickWords.placeholder(others.length === 0 ? preferred?.name : undefined);
  // A walkthrough takes the focus a moment after Enter in the command palette. Its tab has no input.
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return Object.assign(createPick<Item>(title, placeholder), {
    canSelectMany: several !== undefined,
    buttons: several ? [] : [{ iconPath: new vscode.ThemeIcon('checklist'), tooltip: pickWords.selectSeveral() }],
    ignoreFocusOut: tab !== undefined && tab.input === undefined,
    matchOnDescription: true,
    matchOnDetail: true,
  });
}

function itemsFor(
  text: string,
  parts: Omit<OpenPickParts, 'several'> & { readonly several: ReferenceLimit | undefined },
  searched: readonly FoundRecords[] | undefined,
): Item[] {
  const listed = searched ?? [];
  const rows = (records: readonly KnownRecord[]) => records.slice(0, maxShown).map((record) => knownItem(record));
  const found = text.length > longestInput ? { pins: [], recents: [] } : parts.search(text);
  const [pins, recents] = [rows(found.pins), rows(found.recents)];
  const typed = text.trim() === '' ? firstSteps(parts.services) : typedItems(text, parts);
  const isExplained = typed.some(({ opens }) => !opens);
  const known = new Set([...pins, ...recents].map(keyOf));
  const others = listed.flatMap(({ records }) => rows(records).filter((row) => !known.has(keyOf(row))));
  const { several } = parts;
  const all = listed.flatMap((found) =>
    several ? allItems(found, found.query ?? text, several) : asWorksheet(found, found.query ?? text, maxShown),
  );
  const isNothing = pins.length + recents.length + others.length === 0;
  const hasServices = parts.services.all().length > 0;
  const explained = isExplained && searched && isNothing && hasServices ? nothingFound(text, searched) : [];
  return [
    ...explained,
    ...(isExplained && (!isNothing || explained.length > 0) ? [] : typed),
    ...all,
    ...section(pickWords.pinned(), pins),
    ...section(pickWords.recent(), recents),
    ...others,
  ];
}

/** A number or an address means itself. */
function isQuery(text: string): boolean {
  return text.trim() !== '' && text.length <= longestInput && !/^[\s#\d,-]*$|:\/\//.test(text);
}

/** All records that match a query, for a worksheet. */
function allItems({ service, records, instead }: FoundRecords, query: string, { max }: ReferenceLimit): Item[] {
  if (records.length < 2) return [];
  const ids = records.map(({ id }) => id).sort((one, other) => one - other);
  const named = { kind: 'records', service, ids: ids.slice(0, max), isCut: ids.length > max } as const;
  // What is only similar to the query is not found with it again.
  const choice: OpenChoice = instead ? named : { ...named, query };
  return [{ ...choiceItem(choice), detail: pickWords.allOf(ids.length) }];
}

function keepChecked(checked: Map<string, Item>, shown: readonly Item[], selected: readonly Item[]): void {
  for (const item of shown) {
    if (selected.includes(item)) checked.set(keyOf(item), item);
    else checked.delete(keyOf(item));
  }
}

/** What a row opens, as long as it is listed. */
function keyOf({ opens, label }: Item): string {
  return JSON.stringify(opens ?? label);
}

function recordChoices(items: readonly Item[]): OpenChoice[] {
  return items.flatMap(({ opens }) => (opens?.kind === 'records' ? [opens] : []));
}

function section(label: string, items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : [{ label, kind: separator }, ...items];
}

function knownItem(record: KnownRecord): Item {
  const { service, id } = record;
  return {
    ...knownTexts(record),
    // Already matched: VS Code would look for all words in one line.
    alwaysShow: true,
    opens: { kind: 'records', service, ids: [id] },
  };
}

function typedItems(text: string, { services, preferred, others, several }: Parameters<typeof itemsFor>[1]): Item[] {
  try {
    const choices = openChoices(text, services, preferred, { limit: several, others });
    return choices.map(choices.length > 1 ? serviceItem : choiceItem);
  } catch (problem) {
    return [row('info', noMatchTexts(text) ?? problemTexts(problem)), ...firstSteps(services)];
  }
}

/** One of several services for a number. VS Code sorts rows by their label if that matches what was typed. */
function serviceItem(choice: OpenChoice): Item {
  const item = choiceItem(choice);
  return choice.kind === 'records' ? { ...item, label: choice.service, description: item.label } : item;
}

function choiceItem(choice: OpenChoice): Item {
  return row(icons[choice.kind], choiceTexts(choice), choice);
}

const icons: Readonly<Record<OpenChoice['kind'], string>> = { records: 'go-to-file', add: 'add', sample: 'play' };

/** Without a service nothing can be opened, so the pick offers to add or start one. */
function firstSteps(services: Services): Item[] {
  if (services.all().length > 0) return [];
  const step = (label: string, kind: 'add' | 'sample') => row(icons[kind], { label }, { kind, ids: [] });
  return [step(pickWords.addService(), 'add'), step(pickWords.startSample(), 'sample')];
}
