import { invalidMessage } from '../document/saveMessages.ts';
import type { Saved, SaveOutcome } from '../document/saveRecord.ts';
import type { Change } from '../record/changes.ts';
import type { RecordName } from '../service/services.ts';
import { failedRecord, type QuotedRecord, quotedChanges } from './toolAnswers.ts';

/** How the save of a record went, or why it was not tried. */
export type ToolOutcome =
  | SaveOutcome
  | { readonly kind: 'failed'; readonly failure: unknown }
  /** A worksheet leaves out a record whose own editor has unsaved changes. */
  | { readonly kind: 'openElsewhere' }
  /** The save was cancelled before it was this record's turn. */
  | { readonly kind: 'notStarted' }
  | { readonly kind: 'nothingUnsaved' };

/** For the model. Field names and messages may be the record's or the service's own words, so all of it is quoted. */
export function outcomeRecord(name: RecordName, outcome: ToolOutcome, changes: readonly Change[] = []): QuotedRecord {
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

function reasonOf(name: RecordName, outcome: Exclude<ToolOutcome, { readonly kind: 'failed' }>): object {
  const { kind } = outcome;
  switch (kind) {
    case 'conflict':
      return {
        reason: kind,
        fields: outcome.conflicts.map(({ field }) => field),
        advice: 'Someone else changed the same fields. Only the user can decide: ask them to save and choose.',
      };
    case 'invalid':
      return { reason: kind, message: invalidMessage(name, outcome.problems) };
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
    case 'nothingUnsaved':
      return { reason: kind, advice: 'No editor has unsaved changes of this record. Use videoRecords_edit.' };
    case 'notStarted':
      return { reason: 'cancelled' };
    case 'saved':
    case 'unchanged':
      return { reason: 'noChange', advice: 'The service already has these values.' };
  }
}
