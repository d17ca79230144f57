import { unsavedDocument } from '../document/spellings.ts';
import type { Change } from '../record/changes.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordClient } from '../service/client.ts';
import type { RecordName } from '../service/services.ts';
import { severalAtOnce } from '../workbench/scheduling.ts';
import { type Answer, failedRecord, type QuotedRecord } from './toolAnswers.ts';
import type { ToolInput } from './toolInputs.ts';
import { serviceNamed, type ToolParts } from './toolTargets.ts';

/** Reads records from the service. No editor is opened, and the list of recent records stays as it is. */
export async function readRecords(
  { services, records: documents }: ToolParts,
  { service: given, ids, fields }: ToolInput<'read'>,
  signal: AbortSignal,
): Promise<Answer> {
  const service = serviceNamed(services, given);
  const client = await services.client(service);
  const names = [...new Set(ids)].map((id): RecordName => ({ service: service.name, id }));
  const records = await fourAtATime(names, (name) => readOne(documents, client, name, fields, signal), signal);
  const failed = records.filter(({ facts }) => 'failure' in facts).length;
  const unsaved = records.some(({ facts }) => 'unsavedFields' in facts);
  const says = [
    `${names.length - failed} of ${names.length} records were read from the service "${service.name}".`,
    ...(unsaved
      ? ['Records with "unsavedFields" also have unsaved changes in an editor, which are not in these values.']
      : []),
  ];
  return { says: says.join(' '), records };
}

/** The results in the order of the items. Rejects once it is cancelled. */
export async function fourAtATime<T, R>(
  items: readonly T[],
  task: (item: T) => Promise<R>,
  signal: AbortSignal,
): Promise<R[]> {
  const results: R[] = [];
  await severalAtOnce([...items.entries()], 4, signal, async ([index, item]) => {
    results[index] = await task(item);
  });
  signal.throwIfAborted();
  return results;
}

async function readOne(
  documents: ToolParts['records'],
  client: RecordClient,
  name: RecordName,
  fields: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<QuotedRecord> {
  try {
    const { record } = await client.read(name.id, { signal });
    const document = unsavedDocument(name);
    const edits = document && (await documents.edits(document));
    return quotedRecord(name, record, fields, edits?.changes);
  } catch (failure) {
    return failedRecord(name, failure);
  }
}

function quotedRecord(
  name: RecordName,
  { fields }: RecordText,
  chosen: readonly string[] = [...fields.keys()],
  unsaved: readonly Change[] = [],
): QuotedRecord {
  const values = chosen.flatMap((key) => {
    const raw = fields.get(key)?.raw;
    return raw === undefined ? [] : [[key, raw] as const];
  });
  const absent = chosen.filter((key) => !fields.has(key));
  return {
    facts: {
      ...name,
      ...(unsaved.length > 0 && { unsavedFields: unsaved.map(({ field }) => field) }),
      ...(absent.length > 0 && { absentFields: absent }),
    },
    values: new Map(values),
  };
}

/** Looks for common mistakes in records. Nothing is opened and nothing is changed. */
export async function checkRecords(
  { services, checks }: ToolParts,
  { service: given, ids, query = '' }: ToolInput<'check'>,
  signal: AbortSignal,
): Promise<Answer> {
  const service = serviceNamed(services, given);
  const wanted = ids && [...new Set(ids)];
  const { findings, count } = await checks.find(service.name, wanted ?? query);
  signal.throwIfAborted();
  const where = wanted
    ? `${count} of ${wanted.length} records of the service "${service.name}" were read and checked`
    : `${count} records of the service "${service.name}" were checked, as they are in the catalogue`;
  const dismissed = findings.filter((finding) => 'dismissed' in finding).length;
  const found = `${where}: ${findings.length - dismissed} findings`;
  const says = dismissed > 0 ? `${found}, ${dismissed} more that the user dismissed.` : `${found}.`;
  if (findings.length === 0) return { says };
  return {
    says: `${says} A finding is a hint: read the record before you act on it. "fix" is the new value of the field as JSON text, for fieldsAsJson of videoRecords_edit; a finding without it needs judgment. What is "dismissed" is no mistake: leave it as it is.`,
    records: findings.map((finding) => ({ facts: { ...finding } })),
  };
}
