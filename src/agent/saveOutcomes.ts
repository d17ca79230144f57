import type { Saved, SaveOutcome } from '../document/outcome.ts';
import { outcomeMessage } from '../document/outcomeWords.ts';
import type { Change } from '../record/changes.ts';
import type { RecordName } from '../service/services.ts';
import { failedRecord, type QuotedRecord, quotedChanges } from './toolAnswers.ts';

/** How the save of a record went, for the model. Undefined: nothing was unsaved. Field names and messages may be the record's or the service's own words, so all of it is quoted. */
export function outcomeRecord(
  name: RecordName,
  outcome: SaveOutcome | undefined,
  changes: readonly Change[] = [],
): QuotedRecord {
  if (!outcome) return { facts: { ...name, notSaved: nothingUnsaved } };
  if (outcome.kind === 'saved' && changes.length > 0) {
    return { facts: savedFacts(name, outcome), values: quotedChanges(changes) };
  }
  if (outcome.kind === 'failed') return failedRecord(name, outcome.failure);
  return { facts: { ...name, notSaved: reasonOf(name, outcome) } };
}

function savedFacts(name: RecordName, { ignored, rewritten, theirs }: Saved) {
  return {
    ...name,
    saved: true,
    ...(ignored.length > 0 && { notStored: ignored }),
    ...(rewritten.length > 0 && { storedDifferently: rewritten }),
    ...(theirs.length > 0 && { mergedFromOthers: theirs }),
  };
}

function reasonOf(name: RecordName, outcome: Exclude<SaveOutcome, { readonly kind: 'failed' }>): object {
  const { kind } = outcome;
  switch (kind) {
    case 'conflict':
      return {
        reason: kind,
        fields: outcome.conflicts.map(({ field }) => field),
        advice: 'Someone else changed the same fields. Only the user can decide: ask them to save and choose.',
      };
    case 'invalid':
    case 'readOnly':
      return { reason: kind, message: outcomeMessage(name, outcome) };
    case 'refused':
      return { reason: outcome.code, field: outcome.field };
    case 'notStored':
      return {
        reason: kind,
        why: outcome.reason,
        fields: outcome.fields,
        advice: 'Read the record before anything else.',
      };
    case 'declined':
      return { reason: 'changedMeanwhile', advice: 'This is no longer what the user agreed to. Nothing was sent.' };
    case 'openElsewhere':
      return { reason: kind, advice: 'Its own editor has unsaved changes. Save that first, by service and ids.' };
    case 'notStarted':
      return { reason: 'cancelled' };
    case 'saved':
    case 'unchanged':
      return { reason: 'noChange', advice: 'The service already has these values.' };
  }
}

const nothingUnsaved = {
  reason: 'nothingUnsaved',
  advice: 'No editor has unsaved changes of this record. Use videoRecords_edit.',
};
