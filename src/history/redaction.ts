import { isDeepStrictEqual } from 'node:util';
import type { RecordedWrite } from '../document/writeJournal.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import { withoutSecrets } from '../service/call.ts';
import type { KeptWrite } from './entry.ts';

/** The write without a credential that the service repeats in its record. */
export function withoutCredential(write: RecordedWrite, secrets: readonly string[]): KeptWrite {
  if (secrets.length === 0) return write;
  const spelled = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  const clean = (json: string) => {
    // A record may write any character as an escape.
    const plain = JSON.stringify(JSON.parse(json));
    if (!spelled.some((secret) => plain.includes(secret))) return json;
    const rest = withoutSecrets(plain, spelled);
    return jsonOrUndefined(rest) === undefined ? '"…"' : rest;
  };
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
