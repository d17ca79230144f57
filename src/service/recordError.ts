/** What a failure means to the user and to the code that handles it. */
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

/** Which of several causes a kind has. `workbench/failureMessages.ts` has a sentence for each. */
export type RecordErrorReason =
  | 'addressEmpty'
  | 'addressTooLong'
  | 'addressScheme'
  | 'addressUserInfo'
  | 'addressQuery'
  | 'otherOrigin'
  | 'credentialMissing'
  | 'credentialRejected'
  | 'credentialUnreadable'
  | 'credentialUnusable'
  | 'credentialUnencrypted'
  | 'credentialUnverified'
  | 'writeNotAgreed'
  | 'answerTooLarge'
  | 'tooManyValues'
  | 'unknownEncoding'
  | 'brokenEncoding'
  | 'notUtf8'
  | 'emptyAnswer'
  | 'webPage'
  | 'notARecord'
  | 'otherRecord'
  | 'notHttp'
  | 'connectTimeout'
  | 'hostNotFound'
  | 'connectionRefused'
  | 'connectionClosed'
  | 'connectionLost'
  | 'proxyAddress'
  | 'proxySocks'
  | 'proxyAuthentication'
  | 'proxyKerberos'
  | 'proxyUnreachable'
  | 'proxyRefused'
  | 'redirectElsewhere'
  | 'redirectNotFollowed'
  | 'writeUnanswered';

export interface RecordErrorDetails {
  readonly reason?: RecordErrorReason;
  /** The name of the service, or its host where it has no name. */
  readonly service?: string;
  readonly id?: number;
  readonly status?: number;
  readonly method?: string;
  /** Never has user info, a query or anything else that could be a secret. */
  readonly address?: string;
  /** What the reason is about: an origin, a proxy, a page's title. */
  readonly subject?: string;
  /** What was exceeded: milliseconds of a timeout, bytes of an answer. */
  readonly limit?: number;
  /** The service's own words about the request as a whole, each on one line, bounded and without secrets. */
  readonly said?: readonly string[];
  /** Its words about single fields, bounded in the same way. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Seconds. */
  readonly retryAfter?: number;
  /** The methods of the answer's `Allow` header, in upper case. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** Every failure of talking to a service. Its `message` is for the log; `failureMessages.ts` words it for people. */
export class RecordError extends Error {
  readonly kind: RecordErrorKind;
  readonly details: RecordErrorDetails;

  constructor(kind: RecordErrorKind, details: RecordErrorDetails = {}) {
    super(summary(kind, details), 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'RecordError';
    this.kind = kind;
    this.details = details;
  }

  get reason(): RecordErrorReason | undefined {
    return this.details.reason;
  }

  get status(): number | undefined {
    return this.details.status;
  }

  get fields(): Readonly<Record<string, readonly string[]>> {
    return this.details.fields ?? {};
  }

  get allow(): readonly string[] | undefined {
    return this.details.allow;
  }
}

/** Of one of these kinds, if any are named. */
export function isRecordError(value: unknown, ...kinds: readonly RecordErrorKind[]): value is RecordError {
  return value instanceof RecordError && (kinds.length === 0 || kinds.includes(value.kind));
}

function summary(kind: RecordErrorKind, { reason, method, address, status }: RecordErrorDetails): string {
  return [kind, reason && `(${reason})`, method, address, status].filter((part) => part !== undefined).join(' ');
}
