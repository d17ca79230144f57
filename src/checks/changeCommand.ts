import * as vscode from 'vscode';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { fieldNames, fieldType } from '../record/fields.ts';
import { formatString } from '../record/format.ts';
import { withValues } from '../record/splice.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { UserError } from '../workbench/commands.ts';
import { runCommand } from '../workbench/failure.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { pickValue } from '../workbench/pickValue.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { pickOne } from '../workbench/prompts.ts';
import { replaceRows } from '../worksheet/edits.ts';
import { problemMessage, words } from '../worksheet/messages.ts';
import type { ReplacedRow } from '../worksheet/rows.ts';
import { selectedRows, targetWorksheet, worksheetOf } from '../worksheet/uri.ts';
import type { WholeRow, Worksheets } from '../worksheet/worksheets.ts';
import { changedValue, changeProblem, isListField, type RowChange } from './changeRows.ts';
import { changeWords } from './checkMessages.ts';

interface FieldChange {
  readonly field: string;
  readonly change: RowChange;
}

export interface ChangeRowsParts {
  readonly worksheets: Pick<Worksheets, 'rows' | 'selectedIds'>;
  readonly services: Services;
  readonly catalogue: Pick<RecordCatalogue, 'counts'>;
}

/** Changes a field in the rows of a worksheet, without saving. Resolves to how many rows it changed. */
export async function changeRows(parts: ChangeRowsParts, argument?: unknown): Promise<number> {
  const { worksheets, services, catalogue } = parts;
  const given = isObject(argument) && 'field' in argument ? argument : undefined;
  const uri = targetWorksheet(given && String(given.uri));
  const name = uri && worksheetOf(uri);
  if (!name) throw new UserError(words.noneActive());
  if (services.find(name.service)?.access === 'readOnly') throw new UserError(words.readOnly(name.service));
  const all = await worksheets.rows(uri);
  if (given) {
    const wanted = { field: String(given.field), change: changeIn(given) };
    const problem = problemOf(wanted, name.fields);
    if (problem) throw new UserError(problem, { kind: 'invalid' });
    return applyChange(uri, all, wanted);
  }
  const chosen = selectedRows(await vscode.workspace.openTextDocument(uri), all, worksheets.selectedIds(uri));
  const wanted = await askChange(chosen, name.fields, (field) => catalogue.counts(name.service, field));
  const shown = isNewColumn(wanted.field, name.fields) ? await withColumn(uri, wanted.field) : uri;
  if (!shown) return 0;
  // The worksheet may have been edited while the user was asked.
  const ids = new Set(chosen.map(({ id }) => id));
  const rows = (await worksheets.rows(shown)).filter(({ id }) => ids.has(id));
  return applyChange(shown, rows, wanted);
}

/** Another worksheet that also shows the field. Undefined if that failed, which was reported. */
function withColumn(uri: vscode.Uri, field: string): Promise<vscode.Uri | undefined> {
  return runCommand(commandIds.worksheetAction, { uri: uri.toString(), action: 'reopenWith', field });
}

/** The user chose a field that the worksheet does not show. */
function isNewColumn(field: string, fields: readonly string[] | undefined): boolean {
  return fields !== undefined && !fields.includes(field);
}

async function applyChange(uri: vscode.Uri, rows: readonly WholeRow[], wanted: FieldChange): Promise<number> {
  const document = await vscode.workspace.openTextDocument(uri);
  const changed = changedRows(rows, wanted);
  if (!(await replaceRows(document, document.version, changed))) throw new UserError(words.edited());
  return changed.length;
}

function changeIn({ set, add, remove, replace, by }: Record<string, unknown>): RowChange {
  if (typeof set === 'string') return { set };
  if (typeof add === 'string') return { add };
  if (typeof remove === 'string') return { remove };
  if (typeof replace === 'string' && typeof by === 'string') return { replace, by };
  throw new TypeError('A change is { set }, { add }, { remove } or { replace, by }, with values as JSON text.');
}

function problemOf({ field, change }: FieldChange, fields: readonly string[] | undefined): PlainText | undefined {
  if (fields && !fields.includes(field) && field !== 'id') return problemMessage({ kind: 'otherField', field });
  const problem = changeProblem(field, change);
  return problem && plainText(changeWords[problem](field));
}

function changedRows(rows: readonly WholeRow[], wanted: FieldChange): ReplacedRow[] {
  return changesIn(rows, wanted).flatMap(({ row, offset, after }) => {
    if (!row.record) return [];
    return [{ row, offset, next: withValues(row.record, new Map([[wanted.field, after]])) }];
  });
}

/** The rows that change, each with the field's new JSON. */
function changesIn(rows: readonly WholeRow[], { field, change }: FieldChange) {
  return rows.flatMap((row) => {
    const { row: shown, whole } = row;
    const before = (shown.record?.fields.get(field) ?? whole.fields.get(field))?.raw;
    const after = changedValue(before, change);
    return after === undefined || after === before ? [] : [{ ...row, after }];
  });
}

/** Asks for the field, what to do and the value. While it is typed, the user sees how many rows change. */
async function askChange(
  rows: readonly WholeRow[],
  fields: readonly string[] | undefined,
  countsOf: (field: string) => Promise<ReadonlyMap<string, number>>,
): Promise<FieldChange> {
  const inRows = changeWords.title(rows.length);
  const { description: field } = await pickOne(fieldItems(fields), {
    title: inRows,
    placeHolder: changeWords.pickField(),
  });
  const ways =
    isListField(field) === false ? (['set', 'replace'] as const) : (['add', 'remove', 'replace', 'set'] as const);
  const { way } = await pickOne(
    ways.map((way) => ({ label: changeWords.ways[way].label(), way })),
    { title: inRows, placeHolder: changeWords.pickWay(field) },
  );
  const words = changeWords.ways[way];
  const title = words.title(field);
  const json = (text: string) => (isText(field, way) ? formatString(text) : text);
  const counts = isListField(field) && way === 'set' ? new Map<string, number>() : countsOf(field);
  const ask = (placeholder: PlainText, changeOf?: (value: string) => RowChange) =>
    pickValue({
      title,
      placeholder,
      counts,
      ...(changeOf && { note: (text) => preview(rows, { field, change: changeOf(json(text)) }, fields) }),
    });
  if (way !== 'replace') {
    const changeOf = (value: string) => ({ [way]: value }) as RowChange;
    return { field, change: changeOf(json(await ask(words.value(), changeOf))) };
  }
  const replace = json(await ask(words.value()));
  const by = json(await ask(changeWords.value(), (value) => ({ replace, by: value })));
  return { field, change: { replace, by } };
}

/** The fields of the worksheet, then those that would be added to it. */
function fieldItems(fields: readonly string[] | undefined) {
  const item = (name: string) => ({ label: fieldWords(name)?.label ?? name, description: name });
  const isOffered = (name: string) => name !== 'id';
  if (!fields) return fieldNames.filter(isOffered).map(item);
  const others = fieldNames.filter((name) => isOffered(name) && !fields.includes(name));
  const heading = { label: changeWords.otherFields(), description: '', kind: vscode.QuickPickItemKind.Separator };
  return [...fields.filter(isOffered).map(item), heading, ...others.map(item)];
}

/** Whether what the user types is the value, not its JSON. */
function isText(field: string, way: string): boolean {
  const type = fieldType(field);
  return type === 'text' || type === 'textOrNull' || (isListField(field) === true && way !== 'set');
}

function preview(rows: readonly WholeRow[], wanted: FieldChange, fields: readonly string[] | undefined) {
  const isNew = isNewColumn(wanted.field, fields);
  const problem = problemOf(wanted, isNew ? undefined : fields);
  if (problem) return { text: problem, isRefused: true };
  return { text: changeWords.changes(changesIn(rows, wanted).length, rows.length), isRefused: false };
}
