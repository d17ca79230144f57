import * as vscode from 'vscode';
import type { Records } from '../document/records.ts';
import { recordFieldOf, recordOf, sameRecord } from '../document/recordUri.ts';
import { openDocument } from '../files/tabs.ts';
import { formatString } from '../record/format.ts';
import { parseRecord, type RecordText } from '../record/text.ts';
import type { RecordName } from '../service/services.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { plainText } from '../workbench/plainText.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { previewGroups, problemsByField } from './model.ts';
import type { PreviewModel } from './protocol.ts';

export interface PreviewRecords extends Pick<Records, 'load' | 'edits'> {
  readonly onDidChangeStanding: vscode.Event<vscode.Uri>;
}

export type LiveModel = ReturnType<typeof liveModel>;

const quietMs = 120;

/** What the preview shows of a record. It follows the record's text. */
export function liveModel(uri: vscode.Uri, records: PreviewRecords, mayLoad: (address: string) => boolean) {
  const key = uri.toString();
  const timers = quietTimers();
  const changed = new vscode.EventEmitter<PreviewModel>();
  const name = recordOf(uri);
  const heading = name ? vscode.l10n.t('#{0} on {1}', name.id, name.service) : '';
  let last: PreviewModel = { record: key, heading, groups: [] };

  const read = async (document: vscode.TextDocument): Promise<PreviewModel> => {
    try {
      const edited = parseRecord(document.getText());
      // The problems of the Problems view: the preview checks nothing itself.
      const found = vscode.languages.getDiagnostics(document.uri).map(({ range, message }) => {
        return { offset: document.offsetAt(range.start), message };
      });
      const problems = problemsByField(edited, found);
      const changes = (await records.edits(document))?.changes ?? [];
      const shown = withFieldTexts(edited, name);
      const typed = [...shown.fields.values()].filter((field) => field !== edited.fields.get(field.key));
      const all = [...typed.map(({ key }) => ({ field: key, kind: 'changed' as const })), ...changes];
      return { record: key, heading, groups: previewGroups({ record: shown, changes: all, problems, mayLoad }) };
    } catch (failure) {
      const reason = plainText(messageOf(failure));
      const notice =
        last.groups.length > 0
          ? vscode.l10n.t('Showing the last valid version. {0}', reason)
          : vscode.l10n.t('There is no valid version to show. {0}', reason);
      return { ...last, notice };
    }
  };

  /** Reads the text again at once. */
  const refresh = async () => {
    try {
      // A restored preview may open before its record's editor, or without one. After the record is closed, the preview
      // stays as it was.
      const document = openDocument(uri) ?? (last.groups.length > 0 ? undefined : await records.load(uri));
      if (document) last = await read(document);
    } catch (failure) {
      last = { ...last, notice: messageOf(failure) };
    }
    return last;
  };
  const refreshSoon = (about: vscode.Uri) => {
    const field = recordFieldOf(about);
    if (about.toString() !== key && !sameRecord(field && recordOf(field.record), name)) return;
    timers.schedule(key, quietMs, async () => changed.fire(await refresh()));
  };

  const subscriptions = vscode.Disposable.from(
    timers,
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document }) => refreshSoon(document.uri)),
    vscode.workspace.onDidOpenTextDocument((document) => refreshSoon(document.uri)),
    vscode.workspace.onDidCloseTextDocument((document) => refreshSoon(document.uri)),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach(refreshSoon)),
    records.onDidChangeStanding(refreshSoon),
  );
  return { onDidChange: changed.event, refresh, dispose: () => subscriptions.dispose() };
}

/** The record with what is typed into the texts of its fields, and not saved into it yet. */
function withFieldTexts(record: RecordText, name: RecordName | undefined): RecordText {
  const fields = new Map(record.fields);
  for (const document of vscode.workspace.textDocuments) {
    const target = document.isDirty ? recordFieldOf(document.uri) : undefined;
    const field = target && sameRecord(recordOf(target.record), name) && fields.get(target.field);
    if (field) fields.set(field.key, { ...field, raw: formatString(document.getText()) });
  }
  return { ...record, fields };
}
