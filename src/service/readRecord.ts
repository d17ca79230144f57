import { parseRecord } from '../record/text.ts';
import type { Answer, RecordClient, RequestOptions } from './client.ts';
import { RecordError } from './recordError.ts';

/** Reads a record and makes sure that it is the one asked for. */
export async function readRecord(client: RecordClient, id: number, options?: RequestOptions): Promise<Answer> {
  const answer = await client.read(id, options);
  const got = parseRecord(answer.text).fields.get('id')?.raw;
  if (got !== undefined && got !== String(id)) {
    const message = `The service answered with record ${got.slice(0, 20)} when asked for record ${id}.`;
    throw new RecordError('badAnswer', message, { method: 'GET', address: answer.address, status: answer.status });
  }
  return answer;
}
