import * as vscode from 'vscode';
import type { Access, RecordName, Service } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { quietTimers } from '../workbench/quietTimers.ts';
import type { ConfiguredServices } from './configuredServices.ts';

export interface RecordLocks {
  /** Why a record can't be written, where it can't. */
  lockReason(name: RecordName): Promise<string | undefined>;
  /** Something was learnt of a record. */
  readonly onDidHappen: vscode.Event<unknown>;
}

const quietMs = 100;

const looks: Readonly<Record<Access, { readonly icon: string; readonly note: string; readonly told: string }>> = {
  readWrite: { icon: 'database', note: '', told: 'Saves are sent without asking.' },
  confirm: { icon: 'warning', note: ' (confirm)', told: 'Every save asks before it is sent.' },
  readOnly: { icon: 'lock', note: ' (read-only)', told: 'Its records are read-only.' },
};

/** Where a save of the active record would go, in the status bar. */
export function statusBar(
  services: ConfiguredServices,
  activeRecord: () => RecordName | undefined,
  locks: RecordLocks,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('videoRecords.service', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Video Records Service';

  let latest = 0;
  const refresh = async () => {
    latest += 1;
    const turn = latest;
    const record = activeRecord();
    if (!record) return item.hide();
    const lock = await locks.lockReason(record);
    if (turn !== latest) return;
    show(item, record, services.find(record.service), lock);
    item.show();
  };
  // VS Code tells of a new editor three times, and lays out the whole bar for an item while it should show the text.
  const timer = quietTimers();
  const refreshSoon = () => timer.schedule('', quietMs, () => void refresh());
  refreshSoon();
  return vscode.Disposable.from(
    item,
    timer,
    services.onDidChange(refreshSoon),
    locks.onDidHappen(refreshSoon),
    vscode.window.onDidChangeActiveTextEditor(refreshSoon),
    vscode.window.tabGroups.onDidChangeTabs(refreshSoon),
    vscode.window.tabGroups.onDidChangeTabGroups(refreshSoon),
  );
}

function show(
  item: vscode.StatusBarItem,
  record: RecordName,
  service: Service | undefined,
  lock: string | undefined,
): void {
  const { icon, text, told, warn } = service ? known(service, lock) : unknown(record.service);
  item.text = `$(${icon}) ${text} #${record.id}`;
  item.tooltip = `Record ${record.id}. ${told}`;
  item.accessibilityInformation = { label: `Record ${record.id}, service ${text}. ${told}`, role: 'button' };
  item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.command = service
    ? { title: 'Service Actions', command: commandIds.serviceActions, arguments: [{ service: service.name }] }
    : { title: 'Add Service', command: commandIds.addService };
}

function known({ name, address, access }: Service, lock: string | undefined) {
  const { icon, note, told } = looks[lock === undefined ? access : 'readOnly'];
  const warn = access === 'confirm' && lock === undefined;
  return { icon, text: name + note, told: `Service ${name} at ${address.href}. ${lock ?? told}`, warn };
}

/** The name comes from the document's address, not from the settings: anyone may have written it. */
function unknown(name: string) {
  const text = `${name.replace(/[^\w.-]/g, '').slice(0, 40)} (not set up)`;
  return { icon: 'debug-disconnect', text, told: 'Its service is not set up.', warn: false };
}
