import { changesBetween } from './changes.ts';
import { type Field, type RecordText, toAscii } from './text.ts';

export type WriteMethod = 'PATCH' | 'PUT';

export type Plan =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'request';
      readonly method: WriteMethod;
      /** The fields the body holds. */
      readonly fields: readonly string[];
      readonly body: string;
    }
  | { readonly kind: 'refused'; readonly field: string; readonly reason: string };

/** Every value goes out as the slice the user wrote: nothing is parsed and written again on the way. */
export function planSave(base: RecordText, edited: RecordText, method: WriteMethod): Plan {
  const changes = changesBetween(base, edited);
  if (changes.length === 0) return { kind: 'nothing' };
  if (changes.some((change) => change.field === 'id')) return refuseId(base);
  if (method === 'PUT') {
    return { kind: 'request', method, fields: [...edited.fields.keys()], body: toAscii(edited.text.trim()) };
  }
  const removed = changes.find((change) => change.kind === 'removed');
  if (removed) return refuseRemoval(removed.field);
  const fields = changes.map((change) => change.field);
  return { kind: 'request', method, fields, body: patchBody(edited, fields) };
}

function patchBody(edited: RecordText, names: readonly string[]): string {
  const slice = ({ keyOffset, keyLength, raw }: Field) =>
    `${edited.text.slice(keyOffset, keyOffset + keyLength)}:${raw}`;
  const slices = names.flatMap((name) => edited.fields.get(name) ?? []).map(slice);
  return toAscii(`{${slices.join(',')}}`);
}

function refuseId(base: RecordText): Plan {
  const id = base.fields.get('id')?.raw;
  const remedy = id === undefined ? 'Take "id" out again.' : `Set "id" back to ${id}.`;
  return { kind: 'refused', field: 'id', reason: `The id of a record can't be changed. ${remedy}` };
}

function refuseRemoval(field: string): Plan {
  const reason = `PATCH can't remove the field "${field}". Put it back, or use "Video Records: Save with PUT", which sends the whole record.`;
  return { kind: 'refused', field, reason };
}
