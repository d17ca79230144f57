import { sameField } from '../record/changes.ts';
import type { WriteMethod } from '../record/plan.ts';
import { fieldText } from '../record/text.ts';
import type { RecordName } from '../service/services.ts';
import type { StoredWrite } from './saveRecord.ts';

/** Records every write that a service stored. */
export interface WriteJournal {
  /** Resolves when the write is recorded. Never rejects: the save succeeded anyway. */
  record(write: RecordedWrite): Promise<void>;
}

/** A write that a service stored. Values are JSON texts; a field without one was not in the record. */
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
}

export interface WrittenField {
  readonly field: string;
  readonly before?: string;
  /** What was sent. */
  readonly after?: string;
  /** What the service stored, if that differs from what was sent. Null: it has no such field. */
  readonly stored?: string | null;
}

export function recordedWrite({ service, id }: RecordName, saved: StoredWrite, batch?: string): RecordedWrite {
  const { version, write } = saved;
  const { fields } = version.record;
  return {
    service,
    id,
    title: fieldText(version.record, 'title') ?? '',
    serviceAddress: version.serviceAddress,
    address: write.address,
    method: write.method,
    fields: write.changes.map(({ field, before, after }) => {
      const now = fields.get(field)?.raw;
      return {
        field,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...(!sameField(now, after) && { stored: now ?? null }),
      };
    }),
    ...(write.method === 'PUT' && { body: write.body }),
    ...(batch !== undefined && { batch }),
  };
}
