import * as vscode from 'vscode';
import type { Access, RecordName, Service } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { plainText } from '../workbench/plainText.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { ConfiguredServices } from './configuredServices.ts';

const quietMs = 100;

const looks: Readonly<Record<Access, { readonly icon: string; readonly meaning: () => string }>> = {
  readWrite: { icon: 'database', meaning: () => vscode.l10n.t('Saves without asking.') },
  confirm: { icon: 'shield', meaning: () => vscode.l10n.t('Asks before each save.') },
  readOnly: { icon: 'lock', meaning: () => vscode.l10n.t('Records can be read but not edited.') },
};

/** Shows in the status bar where a save of the active record goes. */
export function statusBar(
  services: ConfiguredServices,
  activeRecord: () => RecordName | undefined,
  records: { lockReason(record: RecordName): Promise<string | undefined> },
  onDidHappen: vscode.Event<unknown>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('videoRecords.service', vscode.StatusBarAlignment.Right, 90);
  item.name = vscode.l10n.t('Video Records Service');

  let latest = 0;
  const refresh = async () => {
    latest += 1;
    const turn = latest;
    const record = activeRecord();
    if (!record) return item.hide();
    const lock = await records.lockReason(record);
    if (turn !== latest) return;
    show(item, record, services.find(record.service), lock);
    item.show();
  };
  // VS Code fires three events for a new editor, and each update of an item lays out the whole bar.
  const timer = quietTimers();
  const refreshSoon = () => timer.schedule('', quietMs, () => void refresh());
  return vscode.Disposable.from(
    item,
    timer,
    services.onDidChange(refreshSoon),
    onDidHappen(refreshSoon),
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
  const { icon, text, meaning, warns } = service ? configured(service, lock) : unknown(record.service);
  item.text = `$(${icon}) ${text} #${record.id}`;
  item.tooltip = `${vscode.l10n.t('Record {0}.', record.id)} ${plainText(meaning)}`;
  const label = `${vscode.l10n.t('Record {0}, {1}.', record.id, text)} ${plainText(meaning)}`;
  item.accessibilityInformation = { label, role: 'button' };
  item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.command = service
    ? {
        title: vscode.l10n.t('Service Actions'),
        command: commandIds.serviceActions,
        arguments: [{ service: service.name }],
      }
    : { title: vscode.l10n.t('Add Service'), command: commandIds.addService };
}

function configured({ name, address, access }: Service, lock: string | undefined) {
  const shown = lock === undefined ? access : 'readOnly';
  const { icon, meaning } = looks[shown];
  const where = vscode.l10n.t('Service "{0}" at {1}.', name, address.href);
  // A service that asks before each save is one where a mistake is seen: production.
  return { icon, text: name, meaning: `${where} ${lock ?? meaning()}`, warns: shown === 'confirm' };
}

/** The name comes from the document's URI, not from the settings: anyone may have written it. */
function unknown(name: string) {
  const text = vscode.l10n.t('{0} (not configured)', name.replace(/[^\w.-]/g, '').slice(0, 40));
  const meaning = vscode.l10n.t("Its service is not configured, so it can't be saved.");
  return { icon: 'debug-disconnect', text, meaning, warns: true };
}
