export type RecordErrorKind =
  | 'notFound'
  | 'unauthorized'
  | 'forbidden'
  | 'invalid'
  | 'conflict'
  | 'notAllowed'
  | 'tooLarge'
  | 'rateLimited'
  | 'unavailable'
  | 'timeout'
  | 'cancelled'
  | 'network'
  | 'tls'
  | 'proxy'
  | 'badAnswer'
  | 'redirect'
  | 'unknownOutcome'
  | 'badAddress'
  | 'rejected';

export interface RecordErrorDetails {
  readonly status?: number;
  readonly method?: string;
  /** Never holds user info, a query or anything else that could be a secret. */
  readonly address?: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** Whatever went wrong with a record's service. The message is whole sentences for a person. */
export class RecordError extends Error {
  readonly kind: RecordErrorKind;
  readonly status: number | undefined;
  readonly method: string | undefined;
  readonly address: string | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfter: number | undefined;
  readonly allow: readonly string[] | undefined;

  constructor(kind: RecordErrorKind, message: string, details: RecordErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'RecordError';
    this.kind = kind;
    this.status = details.status;
    this.method = details.method;
    this.address = details.address;
    this.fields = details.fields ?? {};
    this.retryAfter = details.retryAfter;
    this.allow = details.allow;
  }
}

export function isRecordError(value: unknown): value is RecordError {
  return value instanceof RecordError;
}
