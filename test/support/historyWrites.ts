import type { RecordedWrite } from '../../src/document/writeJournal.ts';

/** A write as a save hands it to the journal. */
export function aWrite(id: number, more: Partial<RecordedWrite> = {}): RecordedWrite {
  return {
    service: 'desk',
    id,
    title: `Talk ${id}`,
    serviceAddress: 'https://videos.example.org',
    address: `https://videos.example.org/api/v2/video/${id}`,
    method: 'PATCH',
    fields: [{ field: 'title', before: '"Before"', after: `"Talk ${id}"` }],
    ...more,
  };
}
