// The types of the API for other extensions. The VSIX has this file as dist/api.d.ts, so it imports nothing.

/** Why a call of the API failed. */
export type VideoRecordsErrorKind =
  /** The arguments are wrong, or there is no service with that name. */
  | 'badRequest'
  | 'notFound'
  /** The service wants a credential, or another one. */
  | 'unauthorized'
  | 'forbidden'
  /** A value has the wrong type, or the service did not accept it. */
  | 'invalid'
  /** Someone else changed the same field. */
  | 'conflict'
  /** The record or the service can't be written. */
  | 'readOnly'
  /** The user, or the service's access setting, did not allow the save. */
  | 'declined'
  /** The record's `id` was changed, or PATCH can't remove a field. */
  | 'refused'
  /** The service did not store the changes, or it is not known whether it did. */
  | 'notStored'
  /** The write got no clear answer: it is not known whether it was stored. */
  | 'unknownOutcome'
  | 'notAllowed'
  | 'tooLarge'
  | 'rateLimited'
  | 'unavailable'
  | 'timeout'
  | 'cancelled'
  | 'network'
  | 'tls'
  | 'proxy'
  /** The service's answer is no record. */
  | 'badAnswer'
  | 'redirect'
  | 'badAddress'
  | 'rejected';

export interface VideoRecordsError extends Error {
  readonly kind: VideoRecordsErrorKind;
}

/** A record of a configured service. */
export interface RecordReference {
  readonly service: string;
  readonly id: number;
}

/** Records of a configured service, as one document. */
export interface WorksheetReference {
  readonly service: string;
  /** In the order they are to be shown, up to 2,000. */
  readonly ids: readonly number[];
  /** The fields to show besides `id`. All, if there are none. */
  readonly fields?: readonly string[];
}

/** The fields of a record, each as the JSON text the service sent: not a digit of a number is lost. */
export type RecordFields = Readonly<Record<string, string>>;

/**
 * What `activate()` returns to other extensions. Every method rejects with a `VideoRecordsError`. Credentials are never
 * given out, and a save follows the service's access setting and the workspace's trust like any other.
 */
export interface VideoRecordsApi {
  /** Rises when something is added. What is there stays. */
  readonly version: 2;
  /** Opens a record in an editor and resolves to its URI. */
  open(record: RecordReference): Promise<string>;
  /** Reads a record from the service. */
  read(record: RecordReference): Promise<RecordFields>;
  /**
   * Saves values, as JSON text, of some fields of a record and resolves to the record as the service has it then. It is
   * the same save as the editor's, with the same checks, merge and questions. The values replace what the service has
   * when this is called, also if that was changed since `read`. What is changed after that is a conflict, and is kept.
   */
  save(record: RecordReference, changes: RecordFields): Promise<RecordFields>;
  /** Opens records as one document and resolves to its URI. Records that can't be read are left out. */
  openWorksheet(worksheet: WorksheetReference): Promise<string>;
}
