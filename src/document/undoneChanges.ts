import { changesBetween, sameField } from '../record/changes.ts';
import { spliceFields } from '../record/splice.ts';
import { parseIfRecord } from '../record/text.ts';

/** A version of the service that came into a document, in place of what it showed. Undo takes it back. */
export interface Brought {
  /** What the edits of the shown text were measured against. */
  readonly base: string;
  /** What the service held, before it was written to. */
  readonly theirs: string;
  readonly before: string;
  readonly after: string;
}

const mostCharacters = 8_000_000;

/** The latest are kept, as many as are not too large. */
export function withBrought(earlier: readonly Brought[], latest: Brought): readonly Brought[] {
  if (latest.before === latest.after) return earlier;
  let room = mostCharacters - latest.after.length;
  const kept = earlier.toReversed().filter(({ after }) => {
    room -= after.length;
    return room >= 0;
  });
  return [...kept.reverse(), latest];
}

/**
 * What an edited text is measured against after an undo. Undo also takes back what somebody else had changed and a save
 * or a reload had brought in, and nobody meant that. A field that shows an earlier value again is measured against the
 * version that this value was measured against before: what the user had not written stays as it is on the service, and
 * what both had changed is merged, or asked about, once more.
 */
export function baseAfterUndo(
  base: string,
  edited: string,
  brought: readonly Brought[],
): { readonly base: string; readonly undone: readonly string[] } {
  const [from, to] = [parseIfRecord(base), parseIfRecord(edited)];
  if (!from || !to) return { base, undone: [] };
  const replaced = brought.map(replacedValues);
  const fields = new Map([...from.fields.values()].map(({ key, raw }) => [key, raw]));
  const undone: string[] = [];
  let found = false;
  for (const { field, after } of changesBetween(from, to)) {
    const known = replaced
      .map((values) => values.get(field))
      .findLast((value) => value && sameField(value.shown, after));
    if (!known) continue;
    found = true;
    if (known.base === undefined) fields.delete(field);
    else fields.set(field, known.base);
    if (sameField(known.base, known.shown)) undone.push(field);
  }
  return { base: found ? spliceFields(from, [...fields.keys()], fields) : base, undone };
}

/** Undefined where the field was not there. */
interface Replaced {
  readonly shown: string | undefined;
  readonly base: string | undefined;
}

/** Values that gave way to somebody else's. What a service makes of the user's own value is between those two. */
function replacedValues({ base, theirs, before, after }: Brought): ReadonlyMap<string, Replaced> {
  const [measured, held, from, to] = [base, theirs, before, after].map(parseIfRecord);
  const replaced = new Map<string, Replaced>();
  for (const { field, before: shown } of from && to ? changesBetween(from, to) : []) {
    const [earlier, other] = [measured?.fields.get(field)?.raw, held?.fields.get(field)?.raw];
    if (!sameField(earlier, other) || sameField(earlier, shown)) replaced.set(field, { shown, base: earlier });
  }
  return replaced;
}
