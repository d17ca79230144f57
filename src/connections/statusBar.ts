import * as vscode from 'vscode';
import { activeRecord, recordFieldOf, recordOf } from '../document/recordUri.ts';
import { activeUri } from '../files/tabs.ts';
import type { RecordName, Service } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { plainText } from '../workbench/plainText.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { accessLooks } from '../workbench/views.ts';
import { activeWorksheet } from '../worksheet/uri.ts';
import type { ConfiguredServices } from './configuredServices.ts';

const quietMs = 100;

/** Where a save goes. A worksheet has no ID. */
type Active = Pick<RecordName, 'service'> & Partial<RecordName>;

/** The record or worksheet that the active editor shows, or the record whose field it shows as text. */
export function activeSaved(): Active | undefined {
  const uri = activeUri();
  const field = uri && recordFieldOf(uri);
  return activeRecord() ?? activeWorksheet() ?? (field && recordOf(field.record));
}

/** Shows in the status bar where a save in the active editor goes. Its service is the one used last. */
export function statusBar(
  services: ConfiguredServices,
  records: { lockReason(record: RecordName): string | undefined },
  onDidHappen: vscode.Event<unknown>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('videoRecords.service', vscode.StatusBarAlignment.Right, 90);
  item.name = vscode.l10n.t('Video Records Service');

  const refresh = () => {
    const active = activeSaved();
    if (!active) return item.hide();
    const { service, id } = active;
    const lock = id === undefined ? undefined : records.lockReason({ service, id });
    show(item, active, services.find(service), lock);
    item.show();
  };
  // VS Code fires three events for a new editor, and each update of an item lays out the whole bar.
  const timer = quietTimers();
  const refreshSoon = () => timer.schedule('', quietMs, refresh);
  const follow = () => {
    const active = activeSaved();
    if (active) services.markUsed(active.service);
    refreshSoon();
  };
  follow();
  return vscode.Disposable.from(
    item,
    timer,
    services.onDidChange(refreshSoon),
    onDidHappen(refreshSoon),
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.tabGroups.onDidChangeTabs(refreshSoon),
    vscode.window.tabGroups.onDidChangeTabGroups(refreshSoon),
  );
}

function show(
  item: vscode.StatusBarItem,
  { service: name, id }: Active,
  service: Service | undefined,
  lock: string | undefined,
): void {
  const { icon, text, meaning, warns } = service ? configured(service, lock) : unknown(name);
  item.text = id === undefined ? `$(${icon}) ${text}` : `$(${icon}) ${text} #${id}`;
  const [title, spoken] =
    id === undefined
      ? [vscode.l10n.t('Worksheet.'), vscode.l10n.t('Worksheet, {0}.', text)]
      : [vscode.l10n.t('Record {0}.', id), vscode.l10n.t('Record {0}, {1}.', id, text)];
  item.tooltip = `${title} ${plainText(meaning)}`;
  item.accessibilityInformation = { label: `${spoken} ${plainText(meaning)}`, role: 'button' };
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
  const { icon, meaning } = accessLooks[shown];
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
