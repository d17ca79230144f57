import type { SuggestedField } from '../record/fields.ts';
import type { RecordText } from '../record/text.ts';
import type { RecordName } from '../service/services.ts';

/** What is known of a record without asking its service. What is not known is missing or empty. */
export interface KnownRecord extends RecordName, Readonly<Partial<Record<KnownText, string>>> {
  readonly title: string;
  /** Milliseconds since 1970; 0 if it was never opened, or nobody knows when. */
  readonly openedAt: number;
  readonly speakers?: readonly string[];
  readonly tags?: readonly string[];
  readonly gone?: boolean;
  readonly readOnly?: boolean;
}

/** The state is JSON, as the service sent it. */
type KnownText = 'category' | 'language' | 'copyright_text' | 'recorded' | 'source_url' | 'state';

export const maxTitle = 300;
/** Longer texts are no values that records share. */
export const maxValue = 200;
const maxItems = 100;

/** Never cut, because completion offers it again: a long value is left out. */
export function shortText(value: unknown): string {
  return typeof value === 'string' && value.length <= maxValue ? value : '';
}

export function shortTexts(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value.slice(0, maxItems) : [];
  return items.map(shortText).filter((text) => text !== '');
}

/** The pinned and recent records. */
export interface KnownRecords {
  /** Those that match all words of a text. */
  search(text: string): { readonly pins: readonly KnownRecord[]; readonly recents: readonly KnownRecord[] };
  get(name: RecordName): KnownRecord | undefined;
}

/** The catalogues of the services, as other features use them. */
export interface RecordCatalogue {
  /**
   * What matches a query, by service; services without a catalogue are left out. What is only spelled nearly the same is
   * found where nothing matches in any of them. Rejects if the signal is aborted.
   */
  find(query: string, service?: string, signal?: AbortSignal): Promise<readonly FoundRecords[]>;
  /**
   * Tells the values that the service's records have in a field, the most frequent first. Nobody waits for it: what is
   * not in memory yet is missing, and loaded for the next time.
   */
  values(service: string): Promise<(field: SuggestedField) => readonly string[]>;
  /** How many of the service's records have each value in a field, the most frequent first. */
  counts(service: string, field: string): Promise<ReadonlyMap<string, number>>;
  /** Tells which numbers the service is known not to have. Nobody waits for it either. */
  missing(service: string): Promise<(id: number) => boolean>;
  /** Hands over the texts of these records, or of those that match a query, with pauses. False without a catalogue. */
  each(
    service: string,
    wanted: string | readonly number[],
    task: (id: number, record: string) => void,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Where more is kept about a service's records. It is deleted with the catalogue; To Do only if a person agrees. */
  folder(service: string): Promise<string>;
  /** What is left to do in a service's records may have changed. */
  toDoChanged(): void;
}

/** What is left to do in the records of services. It is kept in a file of the catalogue's folder. */
export interface ToDoLists {
  toDo(service: string): Promise<readonly ToDoRow[]>;
  /** A record was saved, and may be done. */
  saved(name: RecordName, record: RecordText): Promise<void>;
}

export const toDoFile = 'to-do.json';

/** What is left to do of a kind, with the number of its records, or what the user dismissed. */
export interface ToDoRow {
  readonly rule: string;
  readonly label: string;
  readonly count?: string;
  readonly isDismissed?: boolean;
}

export interface FoundRecords {
  readonly service: string;
  /** What was searched for, where the text began with the name of the service. */
  readonly query?: string;
  /** Every record was at least as new as this, in milliseconds since 1970. */
  readonly asOf: number;
  /** The last update was stopped: there may be more records. */
  readonly isIncomplete?: boolean;
  readonly records: readonly KnownRecord[];
  /** Nothing matches as typed; these words were searched for instead. */
  readonly instead?: readonly string[];
  readonly noField?: UnknownField;
}

/** A query names a field that no record has. */
export interface UnknownField {
  readonly name: string;
  /** The field that is spelled most like it. */
  readonly near?: string;
}
