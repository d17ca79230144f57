import * as vscode from 'vscode';
import type { FoundRecords, KnownRecord, KnownRecords, RecordCatalogue } from '../document/knownRecord.ts';
import type { ReferenceLimit } from '../record/references.ts';
import type { Service, Services } from '../service/services.ts';
import type { PlainText } from '../workbench/plainText.ts';
import { createPick } from '../workbench/prompts.ts';
import { longestInput, type OpenChoice, openChoices } from './choices.ts';
import { choiceTexts, knownTexts, noMatchTexts, pickWords, problemTexts, searchTitle } from './pickRows.ts';

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

type Item = vscode.QuickPickItem & { readonly opens?: OpenChoice };

const maxShown = 100;
const separator = vscode.QuickPickItemKind.Separator;

/** Asks for records: recent ones, a number or an address. Undefined if the user cancels. */
export function pickRecords(parts: OpenPickParts): Promise<readonly OpenChoice[] | undefined> {
  const pick = emptyPick(parts);
  const { promise, resolve } = Promise.withResolvers<readonly OpenChoice[] | undefined>();
  let offered: readonly Item[] = [];
  let isDrawn = false;
  /** Picked rows, also those that the typed text does not match. */
  const checked = new Map<string, Item>();
  /** What the catalogues have for the typed text, a moment later. */
  let listed: readonly FoundRecords[] = [];
  const search = latestSearch(parts.find);
  /** Enter was pressed before they answered, and means what they find first. */
  let isAccepted = false;
  const accept = () => {
    const several = parts.several ? recordChoices([...checked.values()]) : [];
    const picked = several.length > 0 ? several : chosenRow(pick, isDrawn)?.opens;
    isAccepted = !picked && pick.busy;
    // A row that only explains keeps the pick open.
    if (!picked) return;
    resolve([picked].flat());
    pick.hide();
  };
  const look = async () => {
    // Enter right after a key must not open what matched before it.
    listed = [];
    isAccepted = false;
    pick.busy = isQuery(pick.value);
    show();
    const found = await search.for(pick.value);
    if (!found) return;
    pick.busy = false;
    listed = found;
    if (found.length > 0) show();
    if (isAccepted) accept();
  };
  const show = () => {
    isDrawn = false;
    pick.title = searchTitle(parts.title, listed);
    const found = itemsFor(pick.value, parts, offered, listed);
    const keys = new Set(found.map(keyOf));
    const items = [...found, ...[...checked].flatMap(([key, item]) => (keys.has(key) ? [] : [item]))];
    pick.items = items;
    // VS Code sorts rows by where their label matches; Enter is for what was typed.
    const [first] = items;
    if (pick.value !== '' && first?.opens) pick.activeItems = [first];
    if (parts.several) pick.selectedItems = items.filter((item) => checked.has(keyOf(item)));
  };
  // In a browser, reading the clipboard asks for permission or shows an error.
  if (vscode.env.uiKind === vscode.UIKind.Desktop)
    void clipboardItems(parts).then((items) => {
      offered = items;
      if (items.length > 0 && pick.value === '') show();
    });
  show();
  pick.onDidChangeValue(look);
  pick.onDidChangeActive(() => {
    isDrawn = true;
  });
  pick.onDidChangeSelection((selected) => keepChecked(checked, pick.items, selected));
  pick.onDidAccept(accept);
  pick.onDidHide(() => {
    resolve(undefined);
    search.stop();
    pick.dispose();
  });
  pick.show();
  return promise;
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
  return isDrawn ? (selectedItems[0] ?? activeItems[0]) : items.find(({ kind }) => kind !== separator);
}

function emptyPick({ title, several, others, preferred }: OpenPickParts) {
  const placeholder = pickWords.placeholder(others.length === 0 ? preferred?.name : undefined);
  // A walkthrough takes the focus a moment after Enter in the command palette. Its tab has no input.
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return Object.assign(createPick<Item>(title, placeholder), {
    canSelectMany: several !== undefined,
    ignoreFocusOut: tab !== undefined && tab.input === undefined,
    matchOnDescription: true,
    matchOnDetail: true,
  });
}

function itemsFor(
  text: string,
  parts: OpenPickParts,
  offered: readonly Item[],
  listed: readonly FoundRecords[],
): Item[] {
  const rows = (records: readonly KnownRecord[]) => records.slice(0, maxShown).map((record) => knownItem(record));
  const found = text.length > longestInput ? { pins: [], recents: [] } : parts.search(text);
  const [pins, recents] = [rows(found.pins), rows(found.recents)];
  const typed = text.trim() === '' ? [...offered, ...firstSteps(parts.services)] : typedItems(text, parts);
  const isExplained = typed.some(({ opens }) => !opens);
  const known = new Set([...pins, ...recents].map(keyOf));
  const others = listed.flatMap(({ records }) => rows(records).filter((row) => !known.has(keyOf(row))));
  const { several } = parts;
  const all = several ? listed.flatMap((found) => allItems(found, text, several)) : [];
  const showTyped = !isExplained || pins.length + recents.length + others.length === 0;
  return [
    ...(showTyped ? typed : []),
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

function typedItems(text: string, { services, preferred, others, several }: OpenPickParts): Item[] {
  try {
    const choices = openChoices(text, services, preferred, { limit: several, others });
    return choices.length > 1 ? choices.map(serviceItem) : choices.map((choice) => choiceItem(choice));
  } catch (problem) {
    return [row('info', noMatchTexts(text) ?? problemTexts(problem)), ...firstSteps(services)];
  }
}

/** One of several services for a number. VS Code sorts rows by their label if that matches what was typed. */
function serviceItem(choice: OpenChoice): Item {
  const item = choiceItem(choice);
  return choice.kind === 'records' ? { ...item, label: choice.service, description: item.label } : item;
}

function choiceItem(choice: OpenChoice, description = ''): Item {
  return { ...row(icons[choice.kind], choiceTexts(choice), choice), description };
}

/** A row that VS Code shows whatever was typed. */
function row(icon: string, texts: Pick<Item, 'label' | 'detail'>, opens?: Item['opens']): Item {
  return { ...texts, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true, ...(opens && { opens }) };
}

const icons: Readonly<Record<OpenChoice['kind'], string>> = { records: 'go-to-file', add: 'add', sample: 'play' };

/** Without a service nothing can be opened, so the pick offers to add or start one. */
function firstSteps(services: Services): Item[] {
  if (services.all().length > 0) return [];
  const step = (label: string, kind: 'add' | 'sample') => row(icons[kind], { label }, { kind, ids: [] });
  return [step(pickWords.addService(), 'add'), step(pickWords.startSample(), 'sample')];
}

/** Offers only addresses: a number in the clipboard may be anything. */
async function clipboardItems({ services, preferred }: OpenPickParts): Promise<readonly Item[]> {
  try {
    const text = (await vscode.env.clipboard.readText()).trim();
    if (!text.includes('://')) return [];
    return openChoices(text, services, preferred).map((choice) => choiceItem(choice, pickWords.fromClipboard()));
  } catch {
    // No permission, or not the address of a record.
    return [];
  }
}
