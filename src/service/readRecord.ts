import { parseRecord } from '../record/text.ts';
import type { Answer, RecordClient, RequestOptions } from './client.ts';
import { RecordError } from './recordError.ts';

/** Reads a record and checks that it is the one asked for. */
export async function readRecord(client: RecordClient, id: number, options?: RequestOptions): Promise<Answer> {
  const answer = await client.read(id, options);
  const got = parseRecord(answer.text).fields.get('id')?.raw;
  if (got !== undefined && got !== String(id)) {
    const { address, status } = answer;
    const details = { method: 'GET', id, address, status, reason: 'otherRecord', subject: got.slice(0, 20) } as const;
    throw new RecordError('badAnswer', details);
  }
  return answer;
}
