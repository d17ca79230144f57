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
  if (kind === 'saved' || kind === 'unchanged') {
    return { reason: 'noChange', advice: 'The service already has these values.' };
  }
  return { reason: kind, message: outcomeMessage(name, outcome), advice: advices[kind] };
}

const advices: Readonly<Partial<Record<SaveOutcome['kind'], string>>> = {
  conflict: 'Only the user can decide: ask them to save and choose.',
  notStored: 'Read the record before anything else.',
  declined: 'This is no longer what the user agreed to. Nothing was sent.',
  openElsewhere: 'Save that first, by service and ids.',
};

const nothingUnsaved = {
  reason: 'nothingUnsaved',
  advice: 'No editor has unsaved changes of this record. Use videoRecords_edit.',
};
