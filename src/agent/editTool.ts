import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import { validateChanges } from '../record/validation.ts';
import type { RecordName } from '../service/services.ts';
import { oneLine } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import type { WorksheetValues } from '../worksheet/edits.ts';
import type { ChangedRecord } from '../worksheet/worksheets.ts';
import { type Answer, failedRecord, failureFacts, type QuotedRecord, quotedChanges } from './toolAnswers.ts';
import type { ToolInput } from './toolInputs.ts';
import { refuseWrites, serviceNamed, type ToolParts } from './toolTargets.ts';
import { givenValues } from './toolValues.ts';

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
  try {
    const uri = await documents.fill(name, values);
    const edits = await documents.edits(await vscode.workspace.openTextDocument(uri));
    if (!edits) throw new Error('The text in the editor is not a record.');
    const record = editedRecord(name, edits);
    const says = `The editor of record ${name.id} shows these unsaved changes against the service's version. Nothing was sent. ${nextStep([record])}`;
    return { says, records: [record], label: 'changes' };
  } catch (failure) {
    return { says: 'The record was not edited.', records: [failedRecord(name, failure)] };
  }
}

async function editMany(
  worksheets: ToolParts['worksheets'],
  service: string,
  values: WorksheetValues,
): Promise<Answer> {
  const ids = [...values.keys()];
  const fields = [...new Set([...values.values()].flatMap((one) => [...one.keys()]))];
  let uri: vscode.Uri;
  try {
    uri = await worksheets.open({ service, ids, fields }, values);
  } catch (failure) {
    return { says: 'The records were not edited.', records: [{ facts: { service, failure: failureFacts(failure) } }] };
  }
  try {
    return editedWorksheet(uri, ids.length, await worksheets.changed(uri));
  } catch (failure) {
    const says = `The values are in the worksheet ${uri.toString()}, but its text can not be saved as it is. Nothing was sent.`;
    return { says, records: [{ facts: { service, failure: failureFacts(failure) } }] };
  }
}

function editedWorksheet(uri: vscode.Uri, given: number, changed: readonly ChangedRecord[]): Answer {
  const records = changed.map(({ name, edits }) => editedRecord(name, edits));
  const others = given - changed.length;
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
