import { readableRecord } from '../../src/record/text.ts';

/** A record's text as the editor shows it. */
export function formatRecord(text: string): string {
  return readableRecord(text).text;
}
