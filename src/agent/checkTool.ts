import type { Answer } from './toolAnswers.ts';
import type { ToolInput } from './toolInputs.ts';
import { serviceNamed, type ToolParts } from './toolTargets.ts';

/** Looks for common mistakes in records. Nothing is opened and nothing is changed. */
export async function checkRecords(
  { services, checks }: ToolParts,
  { service: given, ids, query = '' }: ToolInput<'check'>,
  signal: AbortSignal,
): Promise<Answer> {
  const service = serviceNamed(services, given);
  const { findings, count } = await checks.find(service.name, ids ? [...new Set(ids)] : query);
  signal.throwIfAborted();
  const where = ids
    ? `${count} of ${ids.length} records of the service "${service.name}" were read and checked`
    : `${count} records of the service "${service.name}" were checked, as they are in the catalogue`;
  const says = `${where}: ${findings.length} findings.`;
  if (findings.length === 0) return { says };
  return {
    says: `${says} A finding is a hint: read the record before you act on it. "fix" is the new value of the field as JSON text, for fieldsAsJson of videoRecords_edit; a finding without it needs judgment.`,
    records: findings.map((finding) => ({ facts: { ...finding } })),
  };
}
