import { l10n } from 'vscode';
import { fieldType } from '../record/fields.ts';
import { onOneLine } from '../record/format.ts';
import { parseJson } from '../record/json.ts';
import { withValues } from '../record/splice.ts';
import { recordFrom } from '../record/text.ts';
import { type Problem, validateChanges } from '../record/validation.ts';
import { orUndefined } from '../record/valueShapes.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import { replaceRows } from '../worksheet/edits.ts';
import { problemMessage, words } from '../worksheet/messages.ts';
import type { WorksheetFile } from '../worksheet/worksheetFile.ts';
import type { CellEdit } from './protocol.ts';

/** Why these values can't be written, whatever the text is. Undefined if they can. */
export function valueProblem(open: WorksheetFile, cells: readonly CellEdit[]): string | undefined {
  const { service, fields } = open.worksheet.name;
  if (open.isLocked()) return words.readOnly(service);
  for (const { field, text } of cells) {
    if (field === 'id') return l10n.t("The ID of a record can't be changed.");
    if (fields && !fields.includes(field)) return problemMessage({ kind: 'otherField', field });
    const problem = text === null ? undefined : problemOf(field, text);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(field: string, text: string): string | undefined {
  const wrongType: Problem = { field, code: 'type', severity: 'error', offset: 0, length: 0 };
  if (!orUndefined(() => parseJson(text))) {
    return fieldType(field) ? fieldProblemMessage(wrongType) : l10n.t('The value is not valid JSON.');
  }
  const record = recordFrom([{ key: field, raw: text }]);
  const found = validateChanges(record, [{ field, kind: 'added', after: text }]);
  const error = found.find(({ severity }) => severity === 'error');
  return error && fieldProblemMessage(error);
}

/**
 * Writes values that have no problem into the text, as one edit. Returns why not, if it did not: all of them are written, or none. The text is
 * the only state of a table, so whoever edits it meanwhile is first, and the values are held against it again.
 */
export async function writeCells(open: WorksheetFile, cells: readonly CellEdit[]): Promise<string | undefined> {
  for (;;) {
    await open.ready();
    const { document } = open.file;
    const version = document?.version;
    const rows = editedRows(open, cells);
    if (!document || version === undefined || !rows) return words.edited();
    if (await replaceRows(document, version, rows)) return undefined;
    if (document.version === version) return words.edited();
  }
}

/** The rows with their new texts. Undefined if one is not as the page saw it. */
function editedRows({ worksheet }: WorksheetFile, cells: readonly CellEdit[]) {
  const byId = Map.groupBy(cells, ({ id }) => id);
  const rows = worksheet.facts().flatMap(({ row, offset, id, problem }) => {
    const own = id === undefined || problem ? undefined : byId.get(id);
    if (!own || !row.record) return [];
    const { record } = row;
    if (own.some(({ field, old }) => (record.fields.get(field)?.raw ?? null) !== old)) return [];
    const values = own.map(({ field, text }) => [field, text ?? undefined] as const);
    return [{ row, offset, next: withValues(record, new Map(values)) }];
  });
  return rows.length === byId.size ? rows : undefined;
}

/** A new value is written on one line. The old one stays as it is laid out. */
export function laidOut({ old, text }: CellEdit): string | null {
  return text === null || text === old ? text : onOneLine(text);
}
