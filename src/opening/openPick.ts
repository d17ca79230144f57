import * as vscode from 'vscode';
import type { Recent } from '../recent/recent.ts';
import { isolated, openedText } from '../recent/recentFacts.ts';
import type { RecentSearch } from '../recent/recentSearch.ts';
import type { RecentStore } from '../recent/recentStore.ts';
import { InvalidReferenceError } from '../record/references.ts';
import type { RecordName, Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { reportFailure } from '../workbench/failure.ts';
import { iconsAsText } from '../workbench/plainText.ts';
import { choiceLabel, type OpenChoice, openChoices } from './openChoices.ts';

export interface OpenPickParts {
  readonly store: RecentStore;
  readonly services: Services;
  readonly search: RecentSearch;
}

export type Picked = OpenChoice | { readonly kind: 'command'; readonly command: string };
type Item = vscode.QuickPickItem & { readonly opens?: Picked | 'clipboard' };

/** Short, as an entry is cut where the list ends. */
const accepted = 'Type an id (12), several (12, 15 20-25), a record’s address, or words of a recent record.';
const mostShown = 100;
const longestClipboard = 2000;

/** Asks for records: by what is remembered of them, by number, or by address. Undefined: the user went away. */
export function pickRecords(parts: OpenPickParts): Promise<Picked | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = 'Open Record';
  pick.placeholder = 'Number, several numbers (12, 15-20), address of a record, or words of a recent one';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const inBrowser = vscode.env.uiKind === vscode.UIKind.Web;
  let offered: readonly Item[] = [];
  let shown = false;
  const show = () => {
    shown = false;
    pick.items = [...itemsFor(pick.value, parts, offered), ...(inBrowser && pick.value === '' ? pasteItems : [])];
  };
  const offer = (items: readonly Item[]) => {
    offered = items;
    if (items.length > 0 && pick.value === '') show();
  };
  if (!inBrowser) void clipboardItems(parts.services).then(offer);
  const paste = async () => {
    pick.value = (await clipboardText()).trim();
    show();
  };
  show();
  return new Promise((resolve) => {
    pick.onDidChangeValue(show);
    pick.onDidChangeActive(() => {
      shown = true;
    });
    pick.onDidAccept(() => {
      // Enter right after the last key: what is selected is an entry of the list before, what is meant is what was typed.
      const accepted = shown ? pick.selectedItems[0] : pick.items.find(isEntry);
      const picked = accepted?.opens;
      // An entry that only explains keeps the question open.
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

function itemsFor(text: string, { store, services, search }: OpenPickParts, offered: readonly Item[]): Item[] {
  const now = Date.now();
  const item = (recent: Recent) => recentItem(recent, now);
  const pins = search(store.pins(), text).slice(0, mostShown).map(item);
  const recents = search(store.recents(), text).slice(0, mostShown).map(item);
  const typed = text.trim() === '' ? [...offered, ...firstSteps(services)] : typedItems(text, services);
  const explains = typed.some(({ opens }) => !opens);
  const found = pins.length + recents.length > 0;
  return [...(explains && found ? [] : typed), ...section('Pinned', pins), ...section('Recent', recents)];
}

function isEntry({ kind }: Item): boolean {
  return kind !== vscode.QuickPickItemKind.Separator;
}

function section(label: string, items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function recentItem(recent: Recent, now: number): Item {
  const { service, id, title, category, speakers } = recent;
  const opened = openedText(recent.openedAt, now, vscode.env.language);
  // The number stands here, as a long title leaves no room beside it.
  const facts = [`#${id} on ${service}`, speakers?.map(isolated).join(', '), category && isolated(category)];
  return {
    label: iconsAsText(isolated(title)),
    detail: iconsAsText([...facts, opened && `opened ${opened}`].filter(Boolean).join(' · ')),
    // What matches is decided here: VS Code would want all words in one of the three lines.
    alwaysShow: true,
    opens: { kind: 'records', on: service, names: [{ service, id }] satisfies RecordName[] },
  };
}

function typedItems(text: string, services: Services): Item[] {
  try {
    return openChoices(text, services).map((choice) => choiceItem(choice));
  } catch (problem) {
    const [first, ...rest] = (problem as Error).message.split(/(?<=\.) /);
    const detail = problem instanceof InvalidReferenceError ? accepted : rest.join(' ');
    const label = iconsAsText(first ?? '');
    const explanation: Item = { label, detail, iconPath: new vscode.ThemeIcon('info'), alwaysShow: true };
    return [explanation, ...firstSteps(services)];
  }
}

function choiceItem(choice: OpenChoice, description = ''): Item {
  return {
    label: iconsAsText(choiceLabel(choice)),
    iconPath: new vscode.ThemeIcon('go-to-file'),
    description,
    ...(choice.kind === 'unknown' ? { detail: 'No service has this address yet. It is added first.' } : {}),
    alwaysShow: true,
    opens: choice,
  };
}

/** Without a service nothing can be opened, so the ways to one stand here too. */
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

/** A browser asks, or VS Code complains in it, when the clipboard is looked into. So nobody looks unasked there. */
const pasteItems = section('', [
  { label: 'Paste from Clipboard', iconPath: new vscode.ThemeIcon('clippy'), alwaysShow: true, opens: 'clipboard' },
]);

async function clipboardText(): Promise<string> {
  return (await vscode.env.clipboard.readText()).slice(0, longestClipboard);
}

/** Only addresses: a number in the clipboard may be anything. */
async function clipboardItems(services: Services): Promise<readonly Item[]> {
  try {
    const text = await clipboardText();
    if (!text.includes('://')) return [];
    return openChoices(text, services).map((choice) => choiceItem(choice, 'from the clipboard'));
  } catch {
    // No permission to look, or nothing that names a record.
    return [];
  }
}
