import type * as vscode from 'vscode';
import { validateChanges } from '../record/validation.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import type { ChangedRecord } from '../worksheet/worksheets.ts';
import { outcomeRecord } from './saveOutcomes.ts';
import type { UnsavedChanges } from './saveQuestion.ts';
import { failedRecord, failureFacts } from './toolAnswers.ts';
import type { ToolParts } from './toolTargets.ts';

const baseLost =
  'The version that this row was made from is not known, so neither is what it changes. Ask the user to save.';

/** What is unsaved in an open worksheet, against the versions that it was made from. */
export async function unsavedInWorksheet(
  worksheets: ToolParts['worksheets'],
  uri: vscode.Uri,
): Promise<UnsavedChanges> {
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
        return outcomeRecord(name, outcomes.get(name.id), changes);
      });
    },
  };
}
