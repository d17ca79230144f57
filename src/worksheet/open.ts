import * as vscode from 'vscode';
import { serviceOf } from '../document/configuredService.ts';
import type { OpenFiles } from '../files/openFiles.ts';
import { isCustom, tabUris } from '../files/tabs.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { failed } from '../workbench/failure.ts';
import { tableType } from '../workbench/ids.ts';
import { fileLabel, localNumber } from '../workbench/plainText.ts';
import { fillRows, type ValuesBasis, type WorksheetValues } from './edits.ts';
import { isUnsettled } from './facts.ts';
import type { WorksheetLoading } from './loading.ts';
import { words } from './messages.ts';
import { writableService } from './saveRows.ts';
import {
  maxFields,
  maxRecords,
  sameWorksheet,
  type WorksheetName,
  type WorksheetView,
  worksheetOf,
  worksheetUri,
  worksheetViewKey,
} from './uri.ts';
import type { WorksheetFile } from './worksheetFile.ts';

interface OpenerParts extends Pick<WorksheetLoading, 'reload'> {
  readonly services: Services;
  readonly memory: vscode.Memento;
  readonly files: OpenFiles<WorksheetFile>;
  ready(uri: vscode.Uri): Promise<WorksheetFile>;
}

/** Opens records as one document. `values` are filled in as unsaved changes. `last`: in the view that was chosen last. */
export type OpenWorksheet = (
  name: WorksheetName,
  values?: WorksheetValues,
  basis?: ValuesBasis,
  view?: WorksheetView | 'last',
) => Promise<vscode.Uri>;

export function worksheetOpener({ services, files, ready, reload, memory }: OpenerParts): OpenWorksheet {
  const open: OpenWorksheet = async (name, values = new Map(), basis, view = 'json') => {
    const wanted = withFieldsIn(name, values);
    if (values.size > 0) writableService(services, wanted);
    else serviceOf(services, wanted);
    // Whatever its label.
    const shown = tabUris().find((uri) => sameWorksheet(worksheetOf(uri), wanted));
    const label = fileLabel(name.label ?? '').trim() || words.label(wanted.ids.length);
    const uri = shown ?? worksheetUri(wanted, label);
    if (!worksheetOf(uri)) {
      const [records, fields] = [localNumber(maxRecords), localNumber(maxFields)];
      throw new UserError(vscode.l10n.t('A worksheet has up to {0} records and {1} fields.', records, fields));
    }
    try {
      await readForValues(files.of(uri), shown !== undefined, [...values.keys()]);
    } catch (failure) {
      throw failed(failure, { service: name.service }, { retry: () => open(name, values, basis, view) });
    }
    const wantedView = view === 'last' ? memory.get<WorksheetView>(worksheetViewKey) : view;
    // One that is open is shown as it is.
    const isTable = shown ? isCustom(shown) : wantedView === 'table';
    const editor = isTable ? tableType : 'default';
    await vscode.commands.executeCommand('vscode.openWith', uri, editor, { preview: false });
    if (values.size > 0) {
      await vscode.workspace.openTextDocument(uri);
      const { worksheet, file } = await ready(uri);
      // Not whether VS Code has something to save: right after a save it still believes so.
      if (basis && worksheet.facts().some(isUnsettled)) throw new UserError(words.saveFirst());
      await fillRows(worksheet, file.document, values, basis);
    }
    return uri;
  };

  /** Values are meant for what the service has now, unless they are to join unsaved changes. */
  const readForValues = async (sheet: WorksheetFile, isTab: boolean, given: readonly number[]) => {
    const { file, worksheet } = sheet;
    if (file.document) await ready(file.uri);
    // VS Code keeps a document for a while after its tab is closed.
    const isCurrent = isTab && file.document !== undefined && file.isUnsaved;
    const rows = new Set(worksheet.facts().map(({ id }) => id));
    if (isCurrent && given.some((id) => !rows.has(id))) throw new UserError(words.saveFirst());
    if (!isCurrent) await reload(sheet);
  };

  return open;
}

/** A worksheet that has the fields of the values too. */
function withFieldsIn({ service, ids, fields }: WorksheetName, values: WorksheetValues): WorksheetName {
  if (!fields?.some((field) => field !== 'id')) return { service, ids };
  const given = [...values.values()].flatMap((some) => [...some.keys()]);
  return { service, ids, fields: [...new Set([...fields, ...given])].filter((field) => field !== 'id') };
}
