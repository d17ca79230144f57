import { formatValue } from '../record/format.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { oneLine } from '../workbench/plainText.ts';
import type { WorksheetValues } from '../worksheet/edits.ts';
import type { ToolInput } from './toolInputs.ts';
import { ToolRefusal } from './toolTargets.ts';

type GivenRecord = ToolInput<'edit'>['records'][number];

/** The values of each record as JSON text, as they will stand in its document. */
export function givenValues(records: readonly GivenRecord[]): WorksheetValues {
  const values = new Map<number, ReadonlyMap<string, string>>();
  for (const record of records) {
    if (values.has(record.id)) throw refusal(`record ${record.id} is named twice.`);
    values.set(record.id, valuesOf(record));
  }
  return values;
}

function valuesOf({ id, fields = {}, fieldsAsJson = {} }: GivenRecord): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [field, value] of Object.entries(fields)) {
    if (!isExact(value)) {
      throw refusal(
        `a number in "${oneLine(field, 60)}" of record ${id} may have lost digits on its way here. Pass the value in fieldsAsJson, as JSON text such as "1.50".`,
      );
    }
    values.set(field, formatValue(JSON.stringify(value)));
  }
  for (const [field, json] of Object.entries(fieldsAsJson)) {
    const name = `"${oneLine(field, 60)}" of record ${id}`;
    if (values.has(field)) throw refusal(`${name} is in both fields and fieldsAsJson.`);
    try {
      values.set(field, formatValue(json));
    } catch (failure) {
      throw refusal(`${name} in fieldsAsJson is not JSON text. ${oneLine(messageOf(failure), 300)}`);
    }
  }
  if (values.has('id')) throw refusal(`the ID of record ${id} can not be changed.`);
  if (values.size === 0) throw refusal(`no field of record ${id} was given a value.`);
  return values;
}

/**
 * A number has become one of JavaScript before it gets here. Only whole numbers below 2^53 are sure to have all their
 * digits; all others must come as text.
 */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

function refusal(reason: string): ToolRefusal {
  return new ToolRefusal(`Nothing was changed: ${reason}`);
}
