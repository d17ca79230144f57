import { parseIfRecord } from '../record/text.ts';
import type { Base } from './recordDocument.ts';

/** A base as it is kept on disk. JSON has no `undefined`: a field that did not exist is `null` there. */
export function storedBase({ record, serviceAddress, replaced }: Base): object {
  return { address: serviceAddress, text: record.text, replaced: [...(replaced ?? [])] };
}

/** Undefined if it is damaged. */
export function restoredBase({ address, text, replaced }: Readonly<Record<string, unknown>>): Base | undefined {
  const record = typeof text === 'string' ? parseIfRecord(text) : undefined;
  if (!record || typeof address !== 'string') return undefined;
  const entries: [string, (string | null)[]][] = Array.isArray(replaced) ? replaced : [];
  const values = entries.map(([field, raws]) => [field, raws.map((raw) => raw ?? undefined)] as const);
  return { record, serviceAddress: address, replaced: new Map(values) };
}
