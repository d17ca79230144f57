import { parseIfRecord } from '../record/text.ts';
import { isObject } from '../record/valueShapes.ts';
import type { RecordVersion } from '../service/client.ts';
import type { ReplacedValues } from './edits.ts';

/** The version of the service that edits are compared with; after a restart, what was kept of it on disk. */
export type Base = Pick<RecordVersion, 'record' | 'serviceAddress'>;

/** A base with what is kept beside it on disk. */
export interface KeptBase extends Base {
  readonly replaced: ReplacedValues;
  /** A program put values into the text that no one has saved yet. */
  readonly isFilled: boolean;
}

export function storedBase({ record, serviceAddress, replaced, isFilled }: KeptBase): object {
  const keys = Array.from(replaced, ([field, values]) => [field, [...values]]);
  return { address: serviceAddress, text: record.text, replaced: Object.fromEntries(keys), isFilled };
}

/** Undefined if it is damaged. */
export function restoredBase(stored: unknown): KeptBase | undefined {
  const { address, text, replaced, isFilled } = isObject(stored) ? stored : {};
  const record = typeof text === 'string' ? parseIfRecord(text) : undefined;
  if (!record || typeof address !== 'string') return undefined;
  return { record, serviceAddress: address, replaced: restoredValues(replaced), isFilled: isFilled === true };
}

function restoredValues(stored: unknown): ReplacedValues {
  const fields = Object.entries(isObject(stored) ? stored : {});
  const keysOf = (keys: unknown) => (Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
  return new Map(fields.map(([field, keys]) => [field, new Set(keysOf(keys))]));
}
