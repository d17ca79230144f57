import { aboutCall, type Call } from './call.ts';
import {
  isRecordError,
  RecordError,
  type RecordErrorDetails,
  type RecordErrorKind,
  type RecordErrorReason,
} from './recordError.ts';

interface ConnectionContext {
  readonly call: Call;
  /** Milliseconds the whole call may take. */
  readonly timeout: number;
  /** Whether the request was written to a connected socket. */
  readonly sent: boolean;
}

/**
 * Nothing reached the service: the proxy can't be used, could not be reached, or refused to pass the request on. It is
 * named without user name and password.
 */
export function proxyFailure(
  reason: RecordErrorReason,
  proxy: string,
  details: Pick<RecordErrorDetails, 'status' | 'cause'> = {},
): RecordError {
  return new RecordError('proxy', { reason, subject: proxy, ...details });
}

type Explanation = readonly [RecordErrorKind, RecordErrorDetails?];

export const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|CRL_|ERROR_IN_CERT_|UNSPECIFIED$|EPROTO$|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Why there is no complete answer, decided by the error's code and never by its text. */
export function connectionError(reason: unknown, context: ConnectionContext): RecordError {
  const [kind, details = {}] = explain(codeOf(reason), reason, context);
  return new RecordError(kind, { ...aboutCall(context.call), ...details, cause: withoutData(reason) });
}

export function codeOf(reason: unknown): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return typeof code === 'string' ? code : '';
}

function explain(code: string, reason: unknown, context: ConnectionContext): Explanation {
  if (code === 'CALL_CANCELLED') return ['cancelled'];
  if (code === 'CALL_TIMED_OUT') return ['timeout', { limit: context.timeout }];
  if (isRecordError(reason)) return [reason.kind, reason.details];
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return ['timeout', { reason: 'connectTimeout' }];
  if (tlsCode.test(code)) return ['tls', { subject: code }];
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || isUnparsable(reason)) return ['badAnswer', { reason: 'notHttp' }];
  return explainNetwork(code, context);
}

/** undici's parser errors have no code, but the bytes they failed on; none if the answer ended too early. */
function isUnparsable(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'HTTPParserError' && 'data' in reason && reason.data !== '';
}

function explainNetwork(code: string, { call, sent }: ConnectionContext): Explanation {
  const { host } = new URL(call.address);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['network', { reason: 'hostNotFound', subject: host }];
  if (code === 'ECONNREFUSED') return ['network', { reason: 'connectionRefused', subject: host }];
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return ['network', { reason: 'connectionClosed' }];
  return sent ? ['network', { reason: 'connectionLost' }] : ['network', { subject: host }];
}

/** A parser error carries bytes of the answer, and an error may end up in a log. */
function withoutData(reason: unknown): unknown {
  if (!(reason instanceof Error) || !('data' in reason)) return reason;
  return Object.assign(new Error(reason.message), { code: codeOf(reason) });
}
