import type { ToDoRow } from '../document/knownRecord.ts';
import type { RecordName } from '../service/services.ts';
import type { Entry } from './entry.ts';
import type { NamedWorksheet } from './namedWorksheets.ts';

/** A row of the view. Commands on a service accept a group, and commands on records the rows of records and values. */
export type CatalogueRow =
  | GroupRow
  | WorksheetRow
  | ValueRow
  | RecordRow
  | { readonly kind: 'more'; readonly service: string; readonly count: number }
  | { readonly kind: 'note'; readonly label: string }
  | { readonly kind: 'toDo'; readonly service: string; readonly rows: readonly ToDoRow[] }
  | { readonly kind: 'dismissed'; readonly service: string; readonly rows: readonly ToDoRow[] }
  | { readonly kind: 'rule'; readonly service: string; readonly row: ToDoRow }
  | { readonly kind: 'dismissal'; readonly service: string; readonly key: string; readonly label: string };

/** A service. Under a filter it stands for what matches: all that the query finds, or the records with near spellings. */
export interface GroupRow {
  readonly kind: 'group';
  readonly service: string;
  readonly description: string;
  readonly entries: readonly Entry[];
  readonly query?: string;
  readonly ids?: readonly number[];
}

/** Open Worksheet and Copy VS Code Link accept it as it is. */
export interface WorksheetRow extends Omit<NamedWorksheet, 'address'> {
  readonly kind: 'worksheet';
  readonly service: string;
}

/** The records with one value in a field. Commands on several records accept it as it is. */
export interface ValueRow {
  readonly kind: 'value';
  readonly service: string;
  readonly field: string;
  /** Empty: the records that have none. */
  readonly value: string;
  readonly isSimilar: boolean;
  readonly entries: readonly Entry[];
  readonly ids: readonly number[];
}

export interface RecordRow extends RecordName {
  readonly kind: 'record';
  readonly entry: Entry;
  /** A record may be in several groups. */
  readonly group: string;
}
