import type { Change } from './changes.ts';
import { type Field, type RecordText, toAscii } from './text.ts';

export type WriteMethod = 'PATCH' | 'PUT';

export type Plan = { readonly kind: 'nothing' } | { readonly kind: 'request'; readonly body: string } | Refusal;

export interface Refusal {
  readonly kind: 'refused';
  /** `otherRecord`: the text is that of another record. */
  readonly code: 'idChanged' | 'fieldRemoved' | 'otherRecord';
  readonly field: string;
  /** The ID of the record, or the one in the text, as JSON. */
  readonly id?: string;
}

/** Every value is sent as the slice of text that the user wrote, never parsed and written again. */
export function planSave(edited: RecordText, changes: readonly Change[], method: WriteMethod): Plan {
  if (changes.length === 0) return { kind: 'nothing' };
  const idChange = changes.find(({ field }) => field === 'id');
  if (idChange) {
    const { before: id } = idChange;
    return { kind: 'refused', code: 'idChanged', field: 'id', ...(id !== undefined && { id }) };
  }
  if (method === 'PUT') return { kind: 'request', body: toAscii(edited.text.trim()) };
  const removed = changes.find((change) => change.kind === 'removed');
  if (removed) return { kind: 'refused', code: 'fieldRemoved', field: removed.field };
  return { kind: 'request', body: patchBody(edited, changes) };
}

function patchBody(edited: RecordText, changes: readonly Change[]): string {
  const slice = ({ keyOffset, keyLength, raw }: Field) =>
    `${edited.text.slice(keyOffset, keyOffset + keyLength)}:${raw}`;
  const slices = changes.flatMap(({ field }) => edited.fields.get(field) ?? []).map(slice);
  return toAscii(`{${slices.join(',')}}`);
}
