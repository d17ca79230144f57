import * as z from 'zod';
import type { WrittenField } from '../document/writeJournal.ts';
import { jsonOrUndefined } from '../record/valueShapes.ts';
import type { Service, Services } from '../service/services.ts';
import type { LinePlace } from '../workbench/lineFiles.ts';

const text = z.string();
const maybeText = text.exactOptional();
const flag = z.literal(true).exactOptional();

const keptField = z.object({
  field: text,
  before: maybeText,
  after: maybeText,
  stored: text.nullable().exactOptional(),
  /** A credential was removed from it, so it must not be written again. */
  redacted: flag,
});

/** A recorded write as a line of the journal. */
const writeEntry = z.object({
  /** Names this write. */
  entry: text,
  /** When it was recorded. */
  time: z.iso.datetime(),
  service: text,
  id: z.int(),
  title: text,
  serviceAddress: text,
  address: text,
  method: z.enum(['PATCH', 'PUT']),
  fields: z.array(keptField.readonly()).readonly(),
  body: maybeText,
  batch: maybeText,
  unconfirmed: flag,
  /** The values were too large to keep. */
  tooLarge: flag,
});

export type KeptField = Readonly<z.infer<typeof keptField>>;
export type WriteEntry = Readonly<z.infer<typeof writeEntry>>;
export type KeptWrite = Omit<WriteEntry, 'entry' | 'time'>;

/** A write without its values, and where to find them. */
export interface WriteSummary extends Omit<WriteEntry, 'time' | 'fields' | 'body'> {
  readonly time: number;
  readonly fields: readonly string[];
  readonly place: LinePlace;
}

/** Undefined for a line that is torn, or that another version of the extension wrote in another way. */
export function parseEntry(line: string): WriteEntry | undefined {
  return writeEntry.safeParse(jsonOrUndefined(line)).data;
}

/** The service that a write went to. It may have another name by now, but not another address. */
export function serviceAt(
  { service, serviceAddress }: Pick<WriteEntry, 'service' | 'serviceAddress'>,
  services: Services,
): Service | undefined {
  const named = services.find(service);
  return [...(named ? [named] : []), ...services.all()].find(({ address }) => address.href === serviceAddress);
}

/** What the service had after the write. */
export function storedValue({ after, stored }: WrittenField): string | undefined {
  return stored === undefined ? after : (stored ?? undefined);
}
