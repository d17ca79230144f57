import { sameField } from '../record/changes.ts';
import { fieldType } from '../record/fields.ts';
import { itemSources } from '../record/json.ts';
import { listText } from '../record/replaceValues.ts';
import { fieldSchema } from '../record/validation.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';

/** A change of one field in many rows. Values are JSON text. */
export type RowChange =
  | { readonly set: string }
  | { readonly add: string }
  | { readonly remove: string }
  | { readonly replace: string; readonly by: string };

/** Why a change makes no sense for a field, whatever its value. Undefined if it does. */
export function changeProblem(field: string, change: RowChange): 'json' | 'id' | 'type' | 'notAList' | undefined {
  const values = Object.values(change).map(jsonOrUndefined);
  if (values.includes(undefined)) return 'json';
  if (field === 'id') return 'id';
  const isList = isListField(field);
  if (('add' in change || 'remove' in change) && isList === false) return 'notAList';
  const result = 'set' in change ? values[0] : values.at(-1);
  if (isList && !('set' in change)) return typeof result === 'string' ? undefined : 'type';
  return fieldSchema(field)?.safeParse(result).success === false ? 'type' : undefined;
}

/** Undefined for a field that the interface doesn't name. */
export function isListField(field: string): boolean | undefined {
  const type = fieldType(field);
  return type && (type === 'texts' || type === 'list');
}

/** A field's JSON after a change that has no problem; the same text where there is nothing to change. */
export function changedValue(raw: string | undefined, change: RowChange): string | undefined {
  if ('set' in change) return sameField(raw, change.set) ? raw : change.set;
  if (raw === undefined || !raw.startsWith('[')) {
    return 'replace' in change && sameField(raw, change.replace) ? change.by : raw;
  }
  const items = itemSources(raw);
  const has = (value: string) => items.some((item) => sameField(item, value));
  if ('add' in change) return has(change.add) ? raw : listText(raw, [...items, change.add]);
  const gone = 'remove' in change ? change.remove : change.replace;
  if (!has(gone) || ('by' in change && sameField(change.by, gone))) return raw;
  const others = 'by' in change && !has(change.by) ? [change.by] : [];
  const first = items.findIndex((item) => sameField(item, gone));
  return listText(
    raw,
    items.flatMap((item, at) => (at === first ? others : sameField(item, gone) ? [] : [item])),
  );
}
