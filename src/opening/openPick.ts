import * as vscode from 'vscode';
import { InvalidReferenceError } from '../record/references.ts';
import type { Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { reportFailure } from '../workbench/failure.ts';
import { longestInput, type OpenChoice, openChoices } from './openChoices.ts';
import { choiceTexts, type KnownRecord, knownTexts, problemTexts } from './pickRows.ts';

export interface OpenPickParts {
  readonly services: Services;
  /** The pinned and recent records that match all words of a text. */
  readonly search: (text: string) => {
    readonly pins: readonly KnownRecord[];
    readonly recents: readonly KnownRecord[];
  };
}

export type Picked = OpenChoice | { readonly kind: 'command'; readonly command: string };
type Item = vscode.QuickPickItem & { readonly opens?: Picked | 'clipboard' };

/** Short, because VS Code cuts a row at the edge of the list. */
const accepted = 'Type an id (12), several (12, 15 20-25), a record’s address, or words of a recent record.';
const mostShown = 100;
const separator = vscode.QuickPickItemKind.Separator;

/** Asks for records: recent ones, a number or an address. Undefined if the user cancels. */
export function pickRecords(parts: OpenPickParts): Promise<Picked | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = 'Open Record';
  pick.placeholder = 'Number, several numbers (12, 15-20), address of a record, or words of a recent one';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const inBrowser = vscode.env.uiKind === vscode.UIKind.Web;
  let offered: readonly Item[] = [];
  let isDrawn = false;
  const show = () => {
    isDrawn = false;
    pick.items = [...itemsFor(pick.value, parts, offered), ...(inBrowser && pick.value === '' ? pasteItems : [])];
  };
  const offer = (items: readonly Item[]) => {
    offered = items;
    if (items.length > 0 && pick.value === '') show();
  };
  if (!inBrowser) void clipboardItems(parts.services).then(offer);
  const paste = async () => {
    pick.value = await clipboardText();
    show();
  };
  show();
  return new Promise((resolve) => {
    pick.onDidChangeValue(show);
    pick.onDidChangeActive(() => {
      isDrawn = true;
    });
    pick.onDidAccept(() => {
      // With Enter right after the last key, VS Code still selects a row of the previous list.
      const row = isDrawn ? pick.selectedItems[0] : pick.items.find(({ kind }) => kind !== separator);
      const picked = row?.opens;
      // A row that only explains keeps the pick open.
      if (!picked) return;
      if (picked === 'clipboard') return void paste().catch(reportFailure);
      resolve(picked);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemsFor(text: string, { services, search }: OpenPickParts, offered: readonly Item[]): Item[] {
  const now = Date.now();
  const rows = (records: readonly KnownRecord[]) => records.slice(0, mostShown).map((record) => knownItem(record, now));
  const found = text.length > longestInput ? { pins: [], recents: [] } : search(text);
  const [pins, recents] = [rows(found.pins), rows(found.recents)];
  const typed = text.trim() === '' ? [...offered, ...firstSteps(services)] : typedItems(text, services);
  const isExplained = typed.some(({ opens }) => !opens);
  const showTyped = !isExplained || pins.length + recents.length === 0;
  return [...(showTyped ? typed : []), ...section('Pinned', pins), ...section('Recent', recents)];
}

function section(label: string, items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : [{ label, kind: separator }, ...items];
}

function knownItem(record: KnownRecord, now: number): Item {
  const { service, id } = record;
  return {
    ...knownTexts(record, now, vscode.env.language),
    // Already matched: VS Code would look for all words in one line.
    alwaysShow: true,
    opens: { kind: 'records', on: service, names: [{ service, id }] },
  };
}

function typedItems(text: string, services: Services): Item[] {
  try {
    return openChoices(text, services).map((choice) => choiceItem(choice));
  } catch (problem) {
    const help = problem instanceof InvalidReferenceError ? accepted : undefined;
    const texts = problemTexts(problem as Error, help);
    return [{ ...texts, iconPath: new vscode.ThemeIcon('info'), alwaysShow: true }, ...firstSteps(services)];
  }
}

function choiceItem(choice: OpenChoice, description = ''): Item {
  const iconPath = new vscode.ThemeIcon('go-to-file');
  return { ...choiceTexts(choice), iconPath, description, alwaysShow: true, opens: choice };
}

/** Without a service nothing can be opened, so the pick offers the ways to one. */
function firstSteps(services: Services): Item[] {
  if (services.all().length > 0) return [];
  const step = (label: string, icon: string, command: string): Item => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    alwaysShow: true,
    opens: { kind: 'command', command },
  });
  return [
    step('Add a Service', 'add', commandIds.addService),
    step('Try the Sample Service', 'play', commandIds.startSampleService),
  ];
}

/** In a browser, reading the clipboard asks for permission or shows an error, so it is read only on request. */
const pasteItems = section('', [
  { label: 'Paste from Clipboard', iconPath: new vscode.ThemeIcon('clippy'), alwaysShow: true, opens: 'clipboard' },
]);

/** Whatever is longer is refused as too long, not taken for its beginning. */
async function clipboardText(): Promise<string> {
  return (await vscode.env.clipboard.readText()).trim().slice(0, longestInput + 1);
}

/** Offers only addresses: a number in the clipboard may be anything. */
async function clipboardItems(services: Services): Promise<readonly Item[]> {
  try {
    const text = await clipboardText();
    if (!text.includes('://')) return [];
    return openChoices(text, services).map((choice) => choiceItem(choice, 'from the clipboard'));
  } catch {
    // No permission, or no record's address.
    return [];
  }
}
