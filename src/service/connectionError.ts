import { type Call, hostOf } from './call.ts';
import { ProxyFailure } from './proxyFailure.ts';
import { RecordError, type RecordErrorKind } from './recordError.ts';

export interface ConnectionContext {
  readonly call: Call;
  /** Milliseconds the whole call may take. */
  readonly timeout: number;
  readonly maxBytes: number;
  readonly proxy: string | undefined;
  /** Whether the request had been handed to a connected socket. */
  readonly sent: boolean;
}

const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|CRL_|EPROTO$|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

const TLS_REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not known',
  CERT_REVOKED: 'it was revoked',
};

/** Why there is no whole answer, told by the error's code and never by its text. */
export function connectionError(reason: unknown, context: ConnectionContext): RecordError {
  const code = codeOf(reason);
  const [kind, message] = explain(code, reason, context);
  const { method, address } = context.call;
  const status = reason instanceof ProxyFailure && reason.status !== undefined ? { status: reason.status } : {};
  return new RecordError(kind, message, { ...status, method, address, cause: withoutData(reason) });
}

export function codeOf(reason: unknown): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return typeof code === 'string' ? code : '';
}

function explain(code: string, reason: unknown, context: ConnectionContext): [RecordErrorKind, string] {
  const host = hostOf(context.call);
  if (code === 'CALL_CANCELLED') {
    return ['cancelled', `The request to ${host} was cancelled.`];
  }
  if (code === 'CALL_TIMED_OUT') {
    return ['timeout', `The service at ${host} did not answer within ${seconds(context.timeout)}.`];
  }
  if (code === 'ANSWER_TOO_LARGE') {
    const limit = `${Number((context.maxBytes / 2 ** 20).toPrecision(3))} MiB`;
    return ['tooLarge', `The answer of ${host} for record ${context.call.id} is larger than the limit of ${limit}.`];
  }
  if (context.proxy !== undefined && isProxyFault(code, context)) {
    return ['proxy', proxyMessage(reason, context.proxy)];
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return ['timeout', `The service at ${host} could not be reached in time.`];
  }
  if (TLS_CODE.test(code)) {
    const why = TLS_REASONS[code];
    return ['tls', `The connection to ${host} is not secure: its certificate was refused${why ? `, ${why}` : ''}.`];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || isUnparsable(reason)) {
    return ['badAnswer', `The server at ${host} sent something that is not a valid HTTP answer.`];
  }
  return explainNetwork(code, host, context.sent);
}

/** undici's parser gives its errors no code, but the bytes that it stumbled on; none where the answer ended too early. */
function isUnparsable(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'HTTPParserError' && 'data' in reason && reason.data !== '';
}

function explainNetwork(code: string, host: string, sent: boolean): [RecordErrorKind, string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return ['network', `The name ${host} could not be resolved. Check the address and your network connection.`];
  }
  if (code === 'ECONNREFUSED') {
    return ['network', `The service at ${host} refused the connection. Check that it is running.`];
  }
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') {
    return ['network', `The connection to ${host} was closed because the network settings changed. Try again.`];
  }
  return ['network', sent ? `The connection to ${host} was lost.` : `The service at ${host} could not be reached.`];
}

/** For a plain http address the only connection there is leads to the proxy. */
function isProxyFault(code: string, { call, sent }: ConnectionContext): boolean {
  return code === 'PROXY_FAILURE' || code.startsWith('UND_ERR_PRX_') || (!sent && call.address.startsWith('http:'));
}

function proxyMessage(reason: unknown, proxy: string): string {
  const status = reason instanceof ProxyFailure ? reason.status : undefined;
  if (status === 407) {
    return `The proxy ${proxy} asks for authentication. Check the proxy settings.`;
  }
  return status === undefined
    ? `The proxy ${proxy} could not be reached. Check the proxy settings.`
    : `The proxy ${proxy} refused the connection (status ${status}). Check the proxy settings.`;
}

/** A parser error carries bytes of the answer, and an error may end in a log. */
function withoutData(reason: unknown): unknown {
  if (!(reason instanceof Error) || !('data' in reason)) {
    return reason;
  }
  return Object.assign(new Error(reason.message), { code: codeOf(reason) });
}

function seconds(milliseconds: number): string {
  const value = Math.round(milliseconds / 100) / 10;
  return value === 1 ? '1 second' : `${value} seconds`;
}
