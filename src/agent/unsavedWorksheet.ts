import type * as vscode from 'vscode';
import type { Edits } from '../document/edits.ts';
import type { Change } from '../record/changes.ts';
import { validateChanges } from '../record/validation.ts';
import type { RecordName } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { outcomeRecord, type ToolOutcome } from './saveOutcomes.ts';
import type { UnsavedChanges } from './saveQuestion.ts';
import { failedRecord, failureFacts } from './toolAnswers.ts';
import type { GivenValues } from './toolValues.ts';

/** Worksheets, as far as the tools use them. */
export interface EditedWorksheets {
  open(
    name: { readonly service: string; readonly ids: readonly number[]; readonly fields: readonly string[] },
    values: GivenValues,
  ): Promise<vscode.Uri>;
  changed(uri: vscode.Uri): Promise<readonly ChangedRecord[]>;
  saveAgreed(
    uri: vscode.Uri,
    agreed: ReadonlyMap<number, readonly Change[]>,
  ): Promise<ReadonlyMap<number, ToolOutcome>>;
}

export interface ChangedRecord {
  readonly name: RecordName;
  readonly edits: Edits;
}

const baseLost =
  'The version that this row was made from is not known, so neither is what it changes. Ask the user to save.';

/** What is unsaved in an open worksheet, against the versions that it was made from. */
export async function unsavedInWorksheet(worksheets: EditedWorksheets, uri: vscode.Uri): Promise<UnsavedChanges> {
  const review = () => runCommand(commandIds.worksheetAction, { uri: uri.toString(), action: 'review' });
  let changed: readonly ChangedRecord[];
  try {
    changed = await worksheets.changed(uri);
  } catch (failure) {
    const facts = { worksheet: uri.toString(), failure: failureFacts(failure) };
    return { planned: [], refused: [{ facts }], review, save: async () => [] };
  }
  const { known = [], unknown = [] } = Object.groupBy(changed, ({ edits }) => (edits.base ? 'known' : 'unknown'));
  const plans = known.map(({ name, edits: { edited, changes, reverts } }) => {
    const errors = validateChanges(edited, changes).filter(({ severity }) => severity === 'error');
    return { name, changes, reverts, errors };
  });
  const planned = plans.filter(({ errors }) => errors.length === 0);
  return {
    planned,
    refused: [
      ...plans.flatMap(({ name, errors }) =>
        errors.length > 0 ? [outcomeRecord(name, { kind: 'invalid', problems: errors })] : [],
      ),
      ...unknown.map(({ name }) => failedRecord(name, new Error(baseLost))),
    ],
    review,
    async save() {
      const outcomes = await worksheets.saveAgreed(
        uri,
        new Map(planned.map(({ name, changes }) => [name.id, changes])),
      );
      return planned.map(({ name, changes }) => {
        const outcome = outcomes.get(name.id) ?? { kind: 'nothingUnsaved' };
        return outcomeRecord(name, outcome, changes);
      });
    },
  };
}
