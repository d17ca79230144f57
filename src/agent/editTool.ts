import * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { RecordDocuments } from '../document/recordDocuments.ts';
import { validateChanges } from '../record/validation.ts';
import type { RecordName, Services } from '../service/services.ts';
import { oneLine } from '../workbench/plainText.ts';
import { fieldProblemMessage } from '../workbench/problemMessages.ts';
import { type Answer, failedRecord, type QuotedRecord, quotedChanges } from './toolAnswers.ts';
import type { ToolInput } from './toolInputs.ts';
import { refuseWrites, serviceNamed, ToolRefusal } from './toolTargets.ts';
import { givenValues } from './toolValues.ts';

export interface EditParts {
  readonly services: Services;
  readonly documents: Pick<RecordDocuments, 'fill' | 'edits'>;
}

/** Puts values into records as unsaved changes. Nothing is sent to the service. */
export async function editRecords(
  { services, documents }: EditParts,
  { service: given, records }: ToolInput<'edit'>,
): Promise<Answer> {
  const service = serviceNamed(services, given);
  refuseWrites(service);
  const values = givenValues(records);
  const [first, ...more] = values;
  if (!first) throw new ToolRefusal('Nothing was changed: no record was named.');
  if (more.length > 0) throw new ToolRefusal('Nothing was changed: edit one record at a time.');
  const [id, fields] = first;
  return editOne(documents, { service: service.name, id }, fields);
}

async function editOne(
  documents: EditParts['documents'],
  name: RecordName,
  values: ReadonlyMap<string, string>,
): Promise<Answer> {
  try {
    const uri = await documents.fill(name, values);
    const edits = await documents.edits(await vscode.workspace.openTextDocument(uri));
    if (!edits) throw new Error('The text in the editor is not a record.');
    return {
      says: `The editor of record ${name.id} shows these unsaved changes against the service's version. Nothing was sent. ${nextStep(edits)}`,
      records: [editedRecord(name, edits)],
      label: 'changes',
    };
  } catch (failure) {
    return { says: 'Nothing was changed.', records: [failedRecord(name, failure)] };
  }
}

function nextStep({ edited, changes }: Pick<Edits, 'edited' | 'changes'>): string {
  if (changes.length === 0) return 'No value differs from the service: there is nothing to save.';
  return validateChanges(edited, changes).some(({ severity }) => severity === 'error')
    ? 'It can not be saved until the problems are corrected.'
    : 'Use videoRecords_save to ask the user to save, or leave the changes to them.';
}

const mostProblems = 20;

function editedRecord(name: RecordName, { edited, changes }: Edits): QuotedRecord {
  const problems = validateChanges(edited, changes).map(
    (problem) => `${problem.severity}: ${oneLine(fieldProblemMessage(problem), 300)}`,
  );
  return {
    facts: { ...name, ...(problems.length > 0 && { problems: problems.slice(0, mostProblems) }) },
    values: quotedChanges(changes),
  };
}
