import { shortened } from '../record/shortened.ts';
import {
  isRecordError,
  type RecordError,
  type RecordErrorDetails,
  type RecordErrorKind,
  type RecordErrorReason,
} from '../service/recordError.ts';

const messagesShown = 3;

/** What a failure says to the user. */
export function messageOf(failure: unknown): string {
  if (isRecordError(failure)) return failureMessage(failure);
  return failure instanceof Error ? failure.message : String(failure);
}

/** Why a check fails; undefined where it doesn't. */
export function complaintOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (failure) {
    return messageOf(failure);
  }
}

/** What happened, in whole sentences, followed by the service's own words. */
function failureMessage({ kind, details }: RecordError): string {
  const { said = [], fields = {} } = details;
  const perField = Object.entries(fields).filter(([field]) => field !== 'non_field_errors');
  const shown = [
    ...said.slice(0, messagesShown),
    ...perField.slice(0, messagesShown).map(([field, texts]) => `${field}: ${texts.join(' ')}`),
  ]
    .slice(0, messagesShown)
    .map(endSentence);
  const rest = said.length + perField.length - shown.length;
  return [sentences[details.reason ?? kind](facts(details)), ...shown, ...(rest > 0 ? [`(${rest} more)`] : [])].join(
    ' ',
  );
}

interface Facts extends RecordErrorDetails {
  /** In quotes. */
  readonly service: string;
  readonly record: string;
  readonly isWrite: boolean;
}

function facts(details: RecordErrorDetails): Facts {
  return {
    ...details,
    service: details.service === undefined ? 'The service' : `"${shortened(details.service, 100)}"`,
    ...(details.subject === undefined ? {} : { subject: shortened(details.subject, 500) }),
    record: `record ${details.id}`,
    isWrite: details.method === 'PATCH' || details.method === 'PUT',
  };
}

type Sentence = (about: Facts) => string;

const notKnown = (record: string) => `It is not known whether ${record} was saved.`;
const checkProxy = 'Check the proxy settings.';
const setCredentialAgain = 'Set the credential again.';

const sentences: Readonly<Record<RecordErrorKind | RecordErrorReason, Sentence>> = {
  notFound: ({ service, id, status }) =>
    `Record ${id} does not exist on ${service}, or is not visible to you (status ${status}).`,
  unauthorized: ({ service, status }) => `${service} requires a credential (status ${status}).`,
  credentialMissing: ({ service, status }) => `No credential is set for ${service} (status ${status}).`,
  credentialRejected: ({ service, status }) => `${service} rejected the stored credential (status ${status}).`,
  credentialUnreadable: ({ service }) => `The credential for ${service} could not be read.`,
  credentialHeader: ({ service }) =>
    `The credential for ${service} has a header name that can't be used. ${setCredentialAgain}`,
  credentialValue: ({ service }) =>
    `The credential for ${service} is empty or contains characters that can't be sent. ${setCredentialAgain}`,
  credentialUnencrypted: ({ subject }) =>
    `Nothing was sent to ${subject}: the connection is not encrypted, and you did not agree to send the credential over it. Use an https address, or clear or replace the credential.`,
  credentialUnverified: ({ subject }) =>
    `Nothing was sent to ${subject}: its certificate is not verified because the setting http.proxyStrictSSL is off, and you did not agree to send the credential to it. Turn the setting on, or clear or replace the credential.`,
  forbidden: ({ service, record, method, status, isWrite }) =>
    isWrite
      ? `You are not allowed to change ${record} on ${service} (${method}, status ${status}).`
      : `You are not allowed to read ${record} on ${service} (${method}, status ${status}).`,
  invalid: ({ service, record, method, status, isWrite }) =>
    isWrite
      ? `${service} did not accept the changes to ${record} (${method}, status ${status}).`
      : `${service} did not accept the request for ${record} (${method}, status ${status}).`,
  conflict: ({ service, id, record, method, status }) =>
    status === 412
      ? `Record ${id} has changed on ${service} in the meantime (status ${status}).`
      : `${service} reported a conflict for ${record} (${method}, status ${status}).`,
  notAllowed: ({ service, record, method, status }) =>
    `${service} does not support ${method} for ${record} (status ${status}).`,
  tooLarge: ({ service, record, status }) => `${service} says that ${record} is too large (status ${status}).`,
  answerTooLarge: ({ service, id, limit = 0 }) =>
    `Record ${id} from ${service} is larger than the limit of ${mebibytes(limit)} MiB. You can raise it with the setting videoRecords.maxRecordSize.`,
  rateLimited: ({ service, status }) => `${service} is limiting requests (status ${status}). Try again later.`,
  unavailable: ({ service, record, method, status }) =>
    `${service} could not process the request for ${record} (${method}, status ${status}). Try again later.`,
  rejected: ({ service, record, method, status }) =>
    `${service} rejected the request for ${record} (${method}, status ${status}).`,
  writeNotAgreed: ({ subject, address }) =>
    `Nothing was sent to ${address}, because you did not agree to save to it. ${subject}`,

  cancelled: ({ service }) => `The request to ${service} was cancelled.`,
  timeout: ({ service, limit = 0 }) =>
    seconds(limit) === 1
      ? `${service} did not answer within 1 second.`
      : `${service} did not answer within ${seconds(limit)} seconds.`,
  connectTimeout: ({ service }) => `${service} could not be reached in time.`,
  network: ({ service, subject }) => `${service} could not be reached at ${subject}.`,
  hostNotFound: ({ subject }) =>
    `The host name ${subject} could not be resolved. Check the address and your network connection.`,
  connectionRefused: ({ service, subject }) =>
    `${service} refused the connection at ${subject}. Check that the service is running.`,
  connectionClosed: ({ service }) =>
    `The connection to ${service} was closed because the network settings changed. Try again.`,
  connectionLost: ({ service }) => `The connection to ${service} was lost.`,
  tls: ({ service, subject = '' }) =>
    Object.hasOwn(certificateProblems, subject)
      ? (certificateProblems[subject]?.(service) ?? '')
      : `The connection to ${service} is not secure: its certificate was refused.`,

  proxy: ({ status }) => `The proxy requires authentication (status ${status}). ${checkProxy}`,
  proxyAuthentication: ({ subject }) => `The proxy ${subject} requires authentication. ${checkProxy}`,
  proxyUnreachable: ({ subject }) => `The proxy ${subject} could not be reached. ${checkProxy}`,
  proxyRefused: ({ subject, status }) =>
    `The proxy ${subject} refused the connection (status ${status}). ${checkProxy}`,
  proxyAddress: () => 'The proxy address in the settings is not a valid address.',
  proxyScheme: () => 'The proxy address in the settings must start with http:// or https://.',
  proxyUserInfo: () => 'The user name or password in the proxy address contains an unescaped "%".',

  badAnswer: ({ service, record }) => `${service} sent an answer for ${record} that can't be used.`,
  unknownEncoding: ({ service, id }) => `${service} sent record ${id} in an unknown content encoding.`,
  brokenEncoding: ({ service, id }) => `${service} sent record ${id} incomplete or damaged: it can't be decompressed.`,
  notUtf8: ({ service, id, subject }) => `${service} sent record ${id} in another encoding than UTF-8. ${subject}`,
  emptyAnswer: ({ service, record }) => `${service} sent an empty answer for ${record}.`,
  webPage: ({ service, record, subject }) =>
    subject === undefined
      ? `${service} sent a web page instead of ${record}.`
      : `${service} sent the web page "${subject}" instead of ${record}.`,
  notARecord: ({ service, record, subject }) => `${service} sent something else than ${record}. ${subject}`,
  otherRecord: ({ service, record, subject }) => `${service} sent record ${subject} instead of ${record}.`,
  notHttp: ({ service }) => `${service} did not send a valid HTTP response.`,

  redirect: ({ service, record }) => `${service} redirected the request for ${record}.`,
  redirectWithoutTarget: ({ service, record, status }) =>
    `${service} redirected the request for ${record} without a target (status ${status}).`,
  redirectElsewhere: ({ service, subject }) =>
    `${service} redirected to ${subject}. If that is the right service, change its address in the settings.`,
  redirectNotFollowed: ({ service, record, method, status }) =>
    `${service} answered the ${method} of ${record} with a redirect that is not followed (status ${status}).`,
  redirectTooOften: ({ service, record }) => `${service} redirected the request for ${record} too many times.`,

  unknownOutcome: ({ service, record, status }) =>
    `The gateway could not reach ${service} (status ${status}). ${notKnown(record)}`,
  writeUnanswered: ({ cause, record }) => `${messageOf(cause)} ${notKnown(record)}`,

  badAddress: () => "This service address can't be used.",
  addressEmpty: () => 'Enter the address of the service.',
  addressTooLong: () => 'The address of the service is too long.',
  addressWithoutScheme: () => 'The address of the service must start with https:// or http://.',
  addressUnparsable: () => 'The address of the service is not a valid web address.',
  addressScheme: ({ subject }) => `The address of the service must start with https:// or http://, not ${subject}//.`,
  addressUserInfo: () =>
    'The address of the service must not contain a user name or password. Use Set Credential instead.',
  addressQuery: () => 'The address of the service must not contain a query (?…).',
  addressFragment: () => 'The address of the service must not contain a fragment (#…).',
  otherOrigin: ({ subject }) => `The record was found outside its service (${subject}), so nothing was sent.`,
};

const issuerUnknown = (service: string) =>
  `The connection to ${service} is not secure: the issuer of its certificate is not known.`;

const certificateProblems: Readonly<Record<string, (service: string) => string>> = {
  CERT_HAS_EXPIRED: (service) => `The connection to ${service} is not secure: its certificate has expired.`,
  CERT_NOT_YET_VALID: (service) => `The connection to ${service} is not secure: its certificate is not valid yet.`,
  CERT_REVOKED: (service) => `The connection to ${service} is not secure: its certificate was revoked.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (service) =>
    `The connection to ${service} is not secure: its certificate was issued for another name.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (service) =>
    `The connection to ${service} is not secure: its certificate is self-signed.`,
  SELF_SIGNED_CERT_IN_CHAIN: (service) =>
    `The connection to ${service} is not secure: the issuer of its certificate is not trusted.`,
  UNABLE_TO_GET_ISSUER_CERT: issuerUnknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: issuerUnknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: issuerUnknown,
};

function mebibytes(bytes: number): number {
  return Number((bytes / 2 ** 20).toPrecision(3));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function endSentence(text: string): string {
  const bounded = shortened(text, 500);
  return /[.!?…]$/.test(bounded) ? bounded : `${bounded}.`;
}
