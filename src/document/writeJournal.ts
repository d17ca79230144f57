import { type Change, sameField } from '../record/changes.ts';
import type { WriteMethod } from '../record/plan.ts';
import { fieldText, type RecordText } from '../record/text.ts';
import type { RecordVersion } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import type { PlannedWrite } from './outcome.ts';

/** Records every write that a service stored or may have stored. */
export interface WriteJournal {
  /** Resolves when the write is recorded. Never rejects: the outcome of the save does not depend on it. */
  record(write: RecordedWrite): Promise<void>;
}

/** Values are JSON texts; a field without one was not in the record. */
export interface RecordedWrite extends RecordName {
  readonly title: string;
  /** The base address of the service. */
  readonly serviceAddress: string;
  /** The address the write was sent to. */
  readonly address: string;
  readonly method: WriteMethod;
  readonly fields: readonly WrittenField[];
  /** What a PUT sent: more than the changed fields. */
  readonly body?: string;
  /** Names the writes of one worksheet save. */
  readonly batch?: string;
  /** It is not known whether the service stored the write: there was no clear answer, and reading it back did not tell. */
  readonly unconfirmed?: true;
}

export interface WrittenField {
  readonly field: string;
  readonly before?: string;
  /** What was sent. */
  readonly after?: string;
  /** What the service stored, if that differs from what was sent. Null: it has no such field. */
  readonly stored?: string | null;
}

/** `before` is what the service had, `now` what it has, where that is known. */
export function recordedWrite(
  { service, id }: RecordName,
  write: PlannedWrite,
  before: RecordVersion,
  now: RecordVersion | undefined,
): RecordedWrite {
  const { record, serviceAddress } = now ?? before;
  return {
    service,
    id,
    title: fieldText(record, 'title') ?? '',
    serviceAddress,
    address: write.address,
    method: write.method,
    fields: write.changes.map((change) => writtenField(change, now?.record)),
    ...(write.method === 'PUT' && { body: write.body }),
  };
}

function writtenField({ field, before, after }: Change, now: RecordText | undefined): WrittenField {
  const has = now ? now.fields.get(field)?.raw : after;
  return {
    field,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(!sameField(has, after) && { stored: has ?? null }),
  };
}
