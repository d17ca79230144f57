import { isDeepStrictEqual } from 'node:util';
import type { RecordedWrite } from '../document/writeJournal.ts';
import { withoutSecrets } from '../service/call.ts';
import { redactedJson } from '../service/redaction.ts';
import type { KeptWrite } from './entry.ts';

/** The write without a credential that the service repeats in its record. */
export function withoutCredential(write: RecordedWrite, secrets: readonly string[]): KeptWrite {
  if (secrets.length === 0) return write;
  const clean = (json: string) => redactedJson(json, secrets);
  const { body, ...kept } = write;
  return {
    ...kept,
    title: withoutSecrets(kept.title, secrets),
    fields: kept.fields.map(({ field, ...values }) => {
      const cleaned = Object.entries(values).map(([key, json]) => [key, json && clean(json)]);
      const rest = { field: withoutSecrets(field, secrets), ...Object.fromEntries(cleaned) };
      return isDeepStrictEqual(rest, { field, ...values }) ? rest : { ...rest, redacted: true };
    }),
    ...(body !== undefined && clean(body) === body && { body }),
  };
}
