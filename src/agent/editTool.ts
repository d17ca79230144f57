import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import { formatValue } from '../record/format.ts';
import { validateChanges } from '../record/validation.ts';
import type { RecordName } from '../service/services.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { oneLine } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import type { WorksheetValues } from '../worksheet/edits.ts';
import type { ChangedRecord } from '../worksheet/worksheets.ts';
import { type Answer, failedRecord, type QuotedRecord, quotedChanges } from './toolAnswers.ts';
import { type ToolInput, ToolRefusal } from './toolInputs.ts';
import { refuseWrites, serviceNamed, type ToolParts } from './toolTargets.ts';

/** Puts values into a record's editor, or into a worksheet of several, as unsaved changes. Nothing is sent. */
export async function editRecords(
  { services, records: documents, worksheets }: ToolParts,
  { service: given, records: named }: ToolInput<'edit'>,
): Promise<Answer> {
  const service = serviceNamed(services, given);
  refuseWrites(service);
  const values = givenValues(named);
  const [first, ...more] = values;
  if (!first || more.length > 0) return editMany(worksheets, service.name, values);
  return editOne(documents, { service: service.name, id: first[0] }, first[1]);
}

async function editOne(
  documents: ToolParts['records'],
  name: RecordName,
  values: ReadonlyMap<string, string>,
): Promise<Answer> {
  const uri = await documents.fill(name, values);
  const edits = await documents.edits(await vscode.workspace.openTextDocument(uri));
  if (!edits) throw new Error('The text in the editor is not a record.');
  const record = editedRecord(name, edits);
  const says = `The editor of record ${name.id} shows these unsaved changes against the service's version. Nothing was sent. ${nextStep([record])}`;
  return { says, records: [record], label: 'changes' };
}

async function editMany(
  worksheets: ToolParts['worksheets'],
  service: string,
  values: WorksheetValues,
): Promise<Answer> {
  const ids = [...values.keys()];
  const fields = [...new Set([...values.values()].flatMap((one) => [...one.keys()]))];
  const uri = await worksheets.open({ service, ids, fields }, values);
  let changed: readonly ChangedRecord[];
  try {
    changed = await worksheets.changed(uri);
  } catch (failure) {
    const says = `The values are in the worksheet ${uri.toString()}, but its text can not be saved as it is. Nothing was sent.`;
    return { says, records: [failedRecord({ service }, failure)] };
  }
  const records = changed.map(({ name, edits }) => editedRecord(name, edits));
  const others = ids.length - changed.length;
  const says = [
    `The worksheet ${uri.toString()} shows these unsaved changes of ${changed.length} records against the service's version. Nothing was sent.`,
    ...(others > 0
      ? [`${others} of the named records are not changed: they could not be read, or have these values.`]
      : []),
    nextStep(records),
  ];
  return { says: says.join(' '), records, label: 'changes' };
}

function nextStep(records: readonly QuotedRecord[]): string {
  if (records.every(({ values }) => values?.size === 0))
    return 'No value differs from the service: there is nothing to save.';
  return records.some(({ facts }) => 'errors' in facts)
    ? 'What has errors can not be saved until they are corrected.'
    : 'Use videoRecords_save to ask the user to save, or leave the changes to them.';
}

const maxProblems = 20;

function editedRecord(name: RecordName, { edited, changes }: Edits): QuotedRecord {
  const problems = validateChanges(edited, changes);
  const messages = (severity: 'error' | 'warning') =>
    problems.flatMap((problem) => (problem.severity === severity ? [oneLine(fieldProblemMessage(problem), 300)] : []));
  const [errors, warnings] = [messages('error'), messages('warning')];
  return {
    facts: {
      ...name,
      ...(errors.length > 0 && { errors: errors.slice(0, maxProblems) }),
      ...(warnings.length > 0 && { warnings: warnings.slice(0, maxProblems) }),
    },
    values: quotedChanges(changes),
  };
}

type GivenRecord = ToolInput<'edit'>['records'][number];

/** The values of each record as JSON text, as they will stand in its document. */
function givenValues(records: readonly GivenRecord[]): WorksheetValues {
  const values = new Map<number, ReadonlyMap<string, string>>();
  for (const record of records) {
    if (values.has(record.id)) throw refusal(`record ${record.id} is named twice.`);
    values.set(record.id, valuesOf(record));
  }
  return values;
}

function valuesOf({ id, fields = {}, fieldsAsJson = {} }: GivenRecord): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [field, value] of Object.entries(fields)) {
    if (!isExact(value)) {
      throw refusal(
        `a number in "${oneLine(field, 60)}" of record ${id} may have lost digits on its way here. Pass the value in fieldsAsJson, as JSON text such as "1.50".`,
      );
    }
    values.set(field, formatValue(JSON.stringify(value)));
  }
  for (const [field, json] of Object.entries(fieldsAsJson)) {
    const name = `"${oneLine(field, 60)}" of record ${id}`;
    if (values.has(field)) throw refusal(`${name} is in both fields and fieldsAsJson.`);
    try {
      values.set(field, formatValue(json));
    } catch (failure) {
      throw refusal(`${name} in fieldsAsJson is not JSON text. ${oneLine(messageOf(failure), 300)}`);
    }
  }
  if (values.has('id')) throw refusal(`the ID of record ${id} can not be changed.`);
  if (values.size === 0) throw refusal(`no field of record ${id} was given a value.`);
  return values;
}

/**
 * A number has become one of JavaScript before it gets here. Only whole numbers below 2^53 are sure to have all their
 * digits; all others must come as text.
 */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

function refusal(reason: string): ToolRefusal {
  return new ToolRefusal(`Nothing was changed: ${reason}`);
}
