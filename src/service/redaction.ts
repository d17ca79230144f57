import { type RecordText, recordFrom } from '../record/text.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import type { RecordVersion } from './answer.ts';
import { withoutSecrets } from './call.ts';

type KeptVersion = Pick<RecordVersion, 'record' | 'etag' | 'weakEtag'>;

/** What may be kept of a version: no secret that the service repeats in it. */
export function redactedVersion(version: KeptVersion, secrets: readonly string[]): KeptVersion {
  const { etag = '', weakEtag = '' } = version;
  const isInEtag = secrets.some((secret) => etag.includes(secret) || weakEtag.includes(secret));
  const record = redactedRecord(version.record, secrets);
  return isInEtag ? { record } : { ...version, record };
}

function redactedRecord(record: RecordText, secrets: readonly string[]): RecordText {
  if (redactedJson(record.text, secrets) === record.text) return record;
  const values = new Map<string, string>();
  for (const { key, raw } of record.fields.values())
    values.set(withoutSecrets(key, secrets), redactedJson(raw, secrets));
  return recordFrom(Array.from(values, ([key, raw]) => ({ key, raw })));
}

/** JSON without the secrets in it, however they are written; the same text if there is none. */
export function redactedJson(json: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return json;
  const spelled = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  // A record may write any character as an escape.
  const plain = JSON.stringify(JSON.parse(json));
  if (!spelled.some((secret) => plain.includes(secret))) return json;
  const rest = withoutSecrets(plain, spelled);
  return jsonOrUndefined(rest) === undefined ? '"…"' : rest;
}
