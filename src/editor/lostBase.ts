import { sameValue } from '../record/changes.ts';
import { parseRecord, type RecordText } from '../record/text.ts';

/** Stands in for a lost base: what both agree on. All else then is a conflict, for the user to decide. */
export function agreement(edited: RecordText, theirs: RecordText): RecordText {
  const same = [...edited.fields.values()].filter(({ key, raw }) => {
    const other = theirs.fields.get(key);
    return other !== undefined && sameValue(raw, other.raw);
  });
  return parseRecord(`{${same.map(({ key, raw }) => `${JSON.stringify(key)}:${raw}`).join(',')}}`);
}
