import { parseIfRecord } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { ReplacedValues } from './edits.ts';
import type { KeptBase } from './recordDocument.ts';

/** A base as it is kept on disk. */
export function storedBase({ record, serviceAddress, replaced }: KeptBase): object {
  return { address: serviceAddress, text: record.text, replaced: Object.fromEntries(replaced) };
}

/** Undefined if it is damaged. */
export function restoredBase({ address, text, replaced }: Readonly<Record<string, unknown>>): KeptBase | undefined {
  const record = typeof text === 'string' ? parseIfRecord(text) : undefined;
  if (!record || typeof address !== 'string') return undefined;
  return { record, serviceAddress: address, replaced: restoredValues(replaced) };
}

/** JSON has no `undefined`: a field that did not exist is `null`. */
function restoredValues(stored: unknown): ReplacedValues {
  const values = new Map<string, readonly (string | undefined)[]>();
  for (const [field, raws] of Object.entries(isObject(stored) ? stored : {})) {
    if (Array.isArray(raws))
      values.set(
        field,
        raws.map((raw) => (typeof raw === 'string' ? raw : undefined)),
      );
  }
  return values;
}
