import * as z from 'zod';
import { onOneLine } from '../record/format.ts';
import { parseId } from '../record/references.ts';
import { parseIfRecord, type RecordText } from '../record/text.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';

/** The records as they were exported: the third side of a comparison. Anyone may have written the file. */
export interface BaseFile {
  readonly address: string;
  readonly records: ReadonlyMap<number, RecordText>;
}

const head = z.object({ address: z.string(), exported: z.string() });

export function baseText(address: string, records: Iterable<RecordText>): string {
  const first = JSON.stringify({ address, exported: new Date().toISOString() });
  return [first, ...Array.from(records, ({ text }) => onOneLine(text.trimEnd())), ''].join('\n');
}

/** Undefined for another file. A line that was damaged is left out: nothing is known of its record then. */
export function parseBase(text: string): BaseFile | undefined {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const { data } = head.safeParse(jsonOrUndefined(first));
  const records = lines.flatMap((line) => {
    const record = parseIfRecord(line);
    const id = parseId(record?.fields.get('id')?.raw ?? '');
    return record && id !== undefined ? [[id, record] as const] : [];
  });
  return data && { address: data.address, records: new Map(records) };
}
