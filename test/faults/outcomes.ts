import type { Action } from './action.ts';

/** Faults of one class end alike. */
export type FaultClass =
  /** No request gets through. */
  | 'unreachable'
  /** The request is lost: nothing is stored, no one says so. */
  | 'lostRequest'
  /** The service says no, and stores nothing. */
  | 'refused'
  /** The service doesn't offer the method. */
  | 'notOffered'
  /** The service does as asked, and its answer can't be used. */
  | 'brokenAnswer'
  | 'failsAfterStoring'
  | 'diesAfterStoring'
  /** The connection is lost in the middle of the request, and can be made again at once. */
  | 'restart'
  /** The service says yes and doesn't do it; its answer shows that. */
  | 'ignores'
  /** The service says yes and doesn't do it; its answer shows nothing. */
  | 'pretends'
  | 'rewrites'
  /** All is well, but the connection ends after the answer. */
  | 'hangsUp'
  /** This machine can't keep what belongs to the save: the version it began with, and its entry in the history. */
  | 'diskFull'
  | 'harmless';

/** How an action ends: as asked, for some of its records, or not at all. */
export type Result = 'done' | 'partly' | 'failed';

/** What the service holds afterwards: what it held before, what the user wrote, or something of its own. */
export type Held = 'old' | 'new' | 'other';

export interface Outcome {
  readonly result: Result;
  readonly holds: Held;
}

export interface NotApplicable {
  readonly reason: string;
}

type ActionKind = Pick<Action, 'method' | 'saves' | 'several' | 'hasOtherWay'>;

interface ClassOutcomes {
  readonly reading: Result | NotApplicable;
  readonly writing: Outcome;
  /** Where a save that meets the fault while it reads can't be told from how a reading ends. */
  readonly readingToSave?: NotApplicable;
}

const notSaved: Outcome = { result: 'failed', holds: 'old' };
const saved: Outcome = { result: 'done', holds: 'new' };
const onlyWrites: NotApplicable = {
  reason: 'The fault is about storing, and the request that meets it stores nothing.',
};
const chance: NotApplicable = {
  reason: 'Whether the write still goes out on the connection that ends is chance; if so, it is the fault above.',
};

const outcomes: Readonly<Record<FaultClass, ClassOutcomes>> = {
  unreachable: { reading: 'failed', writing: notSaved },
  lostRequest: { reading: 'failed', writing: notSaved },
  refused: { reading: 'failed', writing: notSaved },
  notOffered: { reading: 'failed', writing: notSaved },
  // The status or another reading tells that the write was stored.
  brokenAnswer: { reading: 'failed', writing: saved },
  failsAfterStoring: { reading: onlyWrites, writing: saved },
  // No one is left to ask: the document stays dirty, and the next save finds that nothing is left to do.
  diesAfterStoring: { reading: onlyWrites, writing: { result: 'failed', holds: 'new' } },
  // A reading is repeated, a write never is.
  restart: { reading: 'done', writing: notSaved },
  ignores: { reading: onlyWrites, writing: notSaved },
  pretends: { reading: onlyWrites, writing: notSaved },
  rewrites: { reading: onlyWrites, writing: { result: 'done', holds: 'other' } },
  hangsUp: { reading: 'done', writing: saved, readingToSave: chance },
  diskFull: { reading: onlyWrites, writing: saved },
  harmless: { reading: 'done', writing: saved },
};

export function expected(fault: FaultClass, action: ActionKind): Outcome | NotApplicable {
  const { reading, writing, readingToSave } = outcomes[fault];
  if (action.method !== 'GET') {
    // Where the service doesn't offer PATCH, the whole record is sent with PUT.
    return fault === 'notOffered' && action.method === 'PATCH' ? saved : writing;
  }
  if (typeof reading !== 'string') return reading;
  if (action.saves) return readingToSave ?? (reading === 'failed' ? notSaved : saved);
  if (action.hasOtherWay && fault !== 'unreachable') return { result: 'done', holds: 'old' };
  // The fault is aimed at one of several records, unless nothing gets through at all.
  const result = action.several && reading === 'failed' && fault !== 'unreachable' ? 'partly' : reading;
  return { result, holds: 'old' };
}

/** The outcome in one or two words, for the table. */
export function word(outcome: Outcome | NotApplicable, { saves }: ActionKind): string {
  if ('reason' in outcome) return outcome === chance ? 'n/a*' : 'n/a';
  if (!saves) return outcome.result;
  if (outcome.result === 'failed') return outcome.holds === 'new' ? 'not known' : 'not saved';
  return outcome.holds === 'new' ? 'saved' : 'reported';
}

/** What the words of the table mean. */
export const legend: Readonly<Record<string, string>> = {
  done: 'The action did what was asked.',
  partly: 'The record that met the fault was not opened or read, others were.',
  failed: 'A message says why in a whole sentence. Open texts are unchanged.',
  saved: 'The service holds the new value, and the document is clean.',
  'not saved': 'The service holds the old value, and the document is dirty with the user’s text.',
  'not known':
    'The service could not be asked whether it stored the write: the document stays dirty, and a message says so.',
  reported:
    'The service accepted the write and has another value. The document shows that value, and a message says so.',
  'n/a': onlyWrites.reason,
  'n/a*': chance.reason,
};
