import * as vscode from 'vscode';
import { fieldNames, fieldType } from '../record/fields.ts';
import { formatString } from '../record/format.ts';
import { withValues } from '../record/splice.ts';
import { editBetween, type TextEdit } from '../record/textEdits.ts';
import { isObject } from '../record/valueShapes.ts';
import type { Services } from '../service/services.ts';
import { UserError } from '../workbench/commands.ts';
import { applyEdits } from '../workbench/edits.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { type PlainText, plainText } from '../workbench/plainText.ts';
import { askText, pickOne } from '../workbench/prompts.ts';
import { problemMessage, words } from '../worksheet/messages.ts';
import { selectedRows, targetWorksheet, worksheetOf } from '../worksheet/uri.ts';
import type { WholeRow, Worksheets } from '../worksheet/worksheets.ts';
import { changedValue, changeProblem, isListField, type RowChange } from './changeRows.ts';
import { changeWords } from './checkMessages.ts';

interface FieldChange {
  readonly field: string;
  readonly change: RowChange;
}

/** Changes a field in the rows of a worksheet, without saving. Resolves to how many rows it changed. */
export async function changeRows(
  worksheets: Pick<Worksheets, 'rows'>,
  services: Services,
  argument?: unknown,
): Promise<number> {
  const given = isObject(argument) && 'field' in argument ? argument : undefined;
  const uri = targetWorksheet(given && String(given.uri));
  const name = uri && worksheetOf(uri);
  if (!name) throw new UserError(words.noneActive());
  if (services.find(name.service)?.access === 'readOnly') throw new UserError(words.readOnly(name.service));
  const document = await vscode.workspace.openTextDocument(uri);
  const all = await worksheets.rows(uri);
  const chosen = given ? all : selectedRows(document, all);
  const wanted = given ? { field: String(given.field), change: changeIn(given) } : await askChange(chosen, name.fields);
  const problem = problemOf(wanted, name.fields);
  if (problem) throw new UserError(problem, { kind: 'invalid' });
  // The worksheet may have been edited while the user was asked.
  const ids = new Set(chosen.map(({ id }) => id));
  const rows = (await worksheets.rows(uri)).filter(({ id }) => ids.has(id));
  const edits = editsOf(rows, wanted);
  if (edits.length > 0 && !(await applyEdits(document, document.version, edits))) throw new UserError(words.edited());
  return edits.length;
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

function editsOf(rows: readonly WholeRow[], { field, change }: FieldChange): TextEdit[] {
  return rows.flatMap(({ row, offset }) => {
    const before = row.record?.fields.get(field)?.raw;
    const after = changedValue(before, change);
    if (!row.record || after === undefined || after === before) return [];
    const edit = editBetween(row.text, withValues(row.record, new Map([[field, after]])));
    return [{ ...edit, offset: offset + edit.offset }];
  });
}

/** Asks for the field, what to do and the value. While it is typed, the user sees how many rows change. */
async function askChange(rows: readonly WholeRow[], fields: readonly string[] | undefined): Promise<FieldChange> {
  const choosable = (fields ?? fieldNames).filter((name) => name !== 'id');
  const items = choosable.map((name) => ({ label: fieldWords(name)?.label ?? name, description: name }));
  const inRows = changeWords.title(rows.length);
  const { description: field } = await pickOne(items, { title: inRows, placeHolder: changeWords.pickField() });
  const ways =
    isListField(field) === false ? (['set', 'replace'] as const) : (['add', 'remove', 'replace', 'set'] as const);
  const { way } = await pickOne(
    ways.map((way) => ({ label: changeWords.ways[way].label(), way })),
    { title: inRows, placeHolder: changeWords.pickWay(field) },
  );
  const words = changeWords.ways[way];
  const title = words.title(field);
  const json = (text: string) => (isText(field, way) ? formatString(text) : text);
  const ask = (prompt: PlainText, changeOf: (value: string) => RowChange) =>
    askText({ title, prompt, validateInput: (text) => preview(rows, { field, change: changeOf(json(text)) }, fields) });
  if (way !== 'replace') {
    const changeOf = (value: string) => ({ [way]: value }) as RowChange;
    return { field, change: changeOf(json(await ask(words.value(), changeOf))) };
  }
  const replace = json(await askText({ title, prompt: words.value() }));
  const by = json(await ask(changeWords.value(), (value) => ({ replace, by: value })));
  return { field, change: { replace, by } };
}

/** Whether what the user types is the value, not its JSON. */
function isText(field: string, way: string): boolean {
  const type = fieldType(field);
  return type === 'text' || type === 'textOrNull' || (isListField(field) === true && way !== 'set');
}

function preview(rows: readonly WholeRow[], wanted: FieldChange, fields: readonly string[] | undefined) {
  const problem = problemOf(wanted, fields);
  if (problem) return problem;
  const message = changeWords.changes(editsOf(rows, wanted).length, rows.length);
  return { message, severity: vscode.InputBoxValidationSeverity.Info };
}
