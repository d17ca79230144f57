import * as vscode from 'vscode';
import { recordUri } from '../document/recordUri.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { formatValue } from '../record/format.ts';
import { type RecordText, recordFrom } from '../record/text.ts';
import { showChanges, showDiff } from '../workbench/diffs.ts';
import { showMessage } from '../workbench/prompts.ts';
import { isChanged, type RowFacts } from './facts.ts';
import { words } from './messages.ts';
import { rowFields } from './text.ts';
import type { Worksheet } from './worksheet.ts';

export type WorksheetReview = ReturnType<typeof worksheetReview>;

/** Both sides are read-only: in a multi-diff editor, Ctrl+S would save every document that can be written. */
const sideScheme = 'videoworksheetside';

export function worksheetReview() {
  const texts = readOnlyTexts(
    [sideScheme],
    () => `${vscode.l10n.t('This comparison is over. Review the worksheet again to see its changes.')}\n`,
  );
  let count = 0;
  /** A new URI each time, so that no text is left of an earlier review. */
  const side = (worksheet: Worksheet, id: number, record: RecordText, which: string) => {
    const { path, authority } = recordUri({ service: worksheet.name.service, id });
    const uri = vscode.Uri.from({ scheme: sideScheme, authority, path, query: `${which}=${count}` });
    texts.set(uri, sideText(record, worksheet.name.fields));
    return uri;
  };

  return {
    /** The changed records beside their bases. */
    async review(worksheet: Worksheet, changed: readonly RowFacts[] = worksheet.facts().filter(isChanged)) {
      count += 1;
      const resources = changed.flatMap(({ id, row, edits }) => {
        if (id === undefined || !row.record) return [];
        const base = side(worksheet, id, edits?.base ?? noFields, 'base');
        const mine = side(worksheet, id, row.record, 'mine');
        return [[recordUri({ service: worksheet.name.service, id }), base, mine] as const];
      });
      if (resources.length === 0) {
        return void showMessage(vscode.l10n.t('The worksheet has no unsaved changes.'));
      }
      // VS Code waits for all documents of a multi-diff editor before it shows any.
      await Promise.all(
        resources.flatMap(([, ...sides]) => sides.map((uri) => vscode.workspace.openTextDocument(uri))),
      );
      await showChanges(words.reviewTitle(resources.length), resources);
    },
    /** A row beside what the service has. */
    async compare(worksheet: Worksheet, { id = 0, row }: RowFacts, theirs: RecordText) {
      count += 1;
      const left = side(worksheet, id, theirs, 'theirs');
      const right = side(worksheet, id, row.record ?? noFields, 'mine');
      await showDiff(left, right, vscode.l10n.t('Record {0} (Service ↔ Worksheet)', id));
    },
    dispose: () => texts.dispose(),
  };
}

const noFields: RecordText = { text: '{}', fields: new Map() };

/** The fields of the worksheet in the form of a record's own editor. */
function sideText(record: RecordText, chosen: readonly string[] | undefined): string {
  const id = record.fields.get('id');
  const shown = [...(id ? [id] : []), ...rowFields(record, chosen)];
  return recordFrom(shown.map(({ key, raw }) => ({ key, raw: formatValue(raw) }))).text;
}
