import { sameField, sameValue } from '../record/changes.ts';
import { spliceFields } from '../record/splice.ts';
import { parseRecord, type RecordText } from '../record/text.ts';

/** What the user's version and the service's have in common: the base, as far as it is known and still true. */
export function mergeBase(
  base: RecordText | undefined,
  mine: RecordText,
  theirs: RecordText,
  rewritten: ReadonlyMap<string, string> = new Map(),
): RecordText {
  return base ? sinceRewritten(base, mine, theirs, rewritten) : agreement(mine, theirs);
}

/** Where somebody typed on in a field while the service stored it in its own way, both began with the same value. */
function sinceRewritten(
  base: RecordText,
  mine: RecordText,
  theirs: RecordText,
  rewritten: ReadonlyMap<string, string>,
): RecordText {
  const rawOf = ({ fields }: RecordText, field: string) => fields.get(field)?.raw;
  const values = [...rewritten].filter(
    ([field, raw]) => sameField(rawOf(theirs, field), raw) && !sameField(rawOf(mine, field), rawOf(base, field)),
  );
  return values.length === 0 ? base : parseRecord(spliceFields(base, [...base.fields.keys()], new Map(values)));
}

/** Stands in for a lost base: what both agree on. All else then is a conflict, for the user to decide. */
function agreement(mine: RecordText, theirs: RecordText): RecordText {
  const same = [...mine.fields.values()].filter(({ key, raw }) => {
    const other = theirs.fields.get(key);
    return other !== undefined && sameValue(raw, other.raw);
  });
  return parseRecord(`{${same.map(({ key, raw }) => `${JSON.stringify(key)}:${raw}`).join(',')}}`);
}
