import { l10n } from 'vscode';
import { InvalidReferenceError } from '../record/references.ts';
import { shortened } from '../record/textEdits.ts';
import { RecordTextError } from '../record/textError.ts';
import {
  isRecordError,
  type RecordError,
  type RecordErrorDetails,
  type RecordErrorKind,
  type RecordErrorReason,
} from '../service/recordError.ts';
import { localNumber, type PlainText, plainText } from './plainText.ts';
import { referenceMessage, textErrorMessage } from './problemMessages.ts';

const messagesShown = 3;

/** What a failure says to the user. */
export function messageOf(failure: unknown): string {
  if (isRecordError(failure)) return failureMessage(failure);
  if (failure instanceof RecordTextError) return textErrorMessage(failure);
  if (failure instanceof InvalidReferenceError) return referenceMessage(failure);
  return failure instanceof Error ? failure.message : String(failure);
}

/** Why a check fails; undefined if it passes. */
export function complaintOf(check: () => void): PlainText | undefined {
  try {
    check();
    return undefined;
  } catch (failure) {
    return plainText(messageOf(failure), 600);
  }
}

/** What happened, in whole sentences, followed by what the service said about it. */
function failureMessage({ kind, details }: RecordError): string {
  // To a read of a missing record, services say nothing but that.
  const { said = [], fields = {} } = kind === 'notFound' && details.method === 'GET' ? {} : details;
  const perField = Object.entries(fields).filter(([field]) => field !== 'non_field_errors');
  const shown = [
    ...said.slice(0, messagesShown),
    ...perField.slice(0, messagesShown).map(([field, texts]) => `${field}: ${texts.join(' ')}`),
  ]
    .slice(0, messagesShown)
    .map(endSentence);
  const rest = said.length + perField.length - shown.length;
  const more = rest > 0 ? [l10n.t('({0} more)', localNumber(rest))] : [];
  return [sentences[details.reason ?? kind](facts(details)), ...shown, ...more].join(' ');
}

/** Each sentence uses only the details that its failures have. */
function facts(details: RecordErrorDetails) {
  const all = { service: '', id: 0, status: 0, method: '', address: '', subject: '', limit: 0, ...details };
  const isWrite = all.method === 'PATCH' || all.method === 'PUT';
  return { ...all, service: shortened(all.service, 100), subject: shortened(all.subject, 500), isWrite };
}

const outcomeUnknown = (id: number) => l10n.t('It is not known whether record {0} was saved.', id);

const sentences: Readonly<Record<RecordErrorKind | RecordErrorReason, (about: ReturnType<typeof facts>) => string>> = {
  notFound: ({ service, id, status }) =>
    l10n.t('Record {0} does not exist on "{1}", or is not visible to you (status {2}).', id, service, status),
  unauthorized: ({ service, status }) => l10n.t('"{0}" requires a credential (status {1}).', service, status),
  credentialMissing: ({ service, status }) => l10n.t('No credential is set for "{0}" (status {1}).', service, status),
  credentialRejected: ({ service, status }) =>
    l10n.t('"{0}" rejected the stored credential (status {1}).', service, status),
  credentialUnreadable: ({ service }) => l10n.t('The credential for "{0}" could not be read.', service),
  credentialUnusable: ({ service }) =>
    l10n.t(
      'The credential for "{0}" is empty, has an invalid header name or contains characters that can\'t be sent. Set the credential again.',
      service,
    ),
  credentialUnencrypted: ({ subject }) =>
    l10n.t(
      'The credential was not sent to {0}: the connection is not encrypted, and you did not agree to that. Use an https address, or clear or replace the credential.',
      subject,
    ),
  credentialUnverified: ({ subject }) =>
    l10n.t(
      'The credential was not sent to {0}: its certificate is not verified because the setting http.proxyStrictSSL is off, and you did not agree to that. Turn the setting on, or clear or replace the credential.',
      subject,
    ),
  forbidden: ({ service, id, method, status, isWrite }) =>
    isWrite
      ? l10n.t('You are not allowed to change record {0} on "{1}" ({2}, status {3}).', id, service, method, status)
      : l10n.t('You are not allowed to read record {0} on "{1}" ({2}, status {3}).', id, service, method, status),
  invalid: ({ service, id, method, status, isWrite }) =>
    isWrite
      ? l10n.t('"{0}" did not accept the changes to record {1} ({2}, status {3}).', service, id, method, status)
      : l10n.t('"{0}" did not accept the request for record {1} ({2}, status {3}).', service, id, method, status),
  conflict: ({ service, id, method, status }) =>
    status === 412
      ? l10n.t('Record {0} has changed on "{1}" in the meantime (status {2}).', id, service, status)
      : l10n.t('"{0}" reported a conflict for record {1} ({2}, status {3}).', service, id, method, status),
  notAllowed: ({ service, id, method, status }) =>
    l10n.t('"{0}" does not support {1} for record {2} (status {3}).', service, method, id, status),
  tooLarge: ({ service, id, status }) => l10n.t('Record {0} is too large for "{1}" (status {2}).', id, service, status),
  answerTooLarge: ({ service, id, limit }) =>
    l10n.t(
      'Record {0} from "{1}" is larger than the limit of {2} MiB. You can raise it with the setting videoRecords.maxRecordSize.',
      id,
      service,
      localNumber(Number((limit / 2 ** 20).toPrecision(3))),
    ),
  tooManyValues: ({ service, id, cause }) =>
    `${l10n.t('Record {0} from "{1}" is too large.', id, service)} ${messageOf(cause)}`,
  rateLimited: ({ service, status }) =>
    l10n.t('"{0}" is limiting requests (status {1}). Try again later.', service, status),
  unavailable: ({ service, id, method, status }) =>
    l10n.t(
      '"{0}" could not process the request for record {1} ({2}, status {3}). Try again later.',
      service,
      id,
      method,
      status,
    ),
  rejected: ({ service, id, method, status }) =>
    l10n.t('"{0}" rejected the request for record {1} ({2}, status {3}).', service, id, method, status),
  writeNotAgreed: ({ address }) => l10n.t('Nothing was sent to {0}, because you did not agree to save to it.', address),

  cancelled: ({ service }) => l10n.t('The request to "{0}" was cancelled.', service),
  timeout: ({ service, limit }) =>
    seconds(limit) === 1
      ? l10n.t('"{0}" did not answer within 1 second.', service)
      : l10n.t('"{0}" did not answer within {1} seconds.', service, localNumber(seconds(limit))),
  connectTimeout: ({ service }) => l10n.t('"{0}" could not be reached in time.', service),
  network: ({ service, subject }) => l10n.t('"{0}" could not be reached at {1}.', service, subject),
  hostNotFound: ({ subject }) =>
    l10n.t('The host name {0} could not be found. Check the address and your network connection.', subject),
  connectionRefused: ({ service, subject }) =>
    l10n.t('"{0}" refused the connection at {1}. Check that the service is running.', service, subject),
  connectionClosed: ({ service }) =>
    l10n.t('The connection to "{0}" was closed because the network settings changed. Try again.', service),
  connectionLost: ({ service }) => l10n.t('The connection to "{0}" was lost.', service),
  tls: ({ service, subject }) =>
    Object.hasOwn(certificateProblems, subject)
      ? (certificateProblems[subject]?.(service) ?? '')
      : l10n.t('The certificate of "{0}" was refused.', service),

  proxy: ({ status }) => l10n.t('The proxy requires authentication (status {0}). Check the proxy settings.', status),
  proxyAuthentication: ({ subject }) =>
    l10n.t(
      'The proxy {0} requires authentication. Add a user name and password to the setting http.proxy, or set http.proxyAuthorization.',
      subject,
    ),
  proxyKerberos: ({ subject }) =>
    l10n.t(
      'The proxy {0} requires Kerberos or Windows authentication, which Video Records does not support. Set http.proxy to a proxy that signs in for you, or ask your administrator for an exception for the service.',
      subject,
    ),
  proxyUnreachable: ({ subject }) => l10n.t('The proxy {0} could not be reached. Check the proxy settings.', subject),
  proxyRefused: ({ subject, status }) =>
    l10n.t('The proxy {0} refused the connection (status {1}). Check the proxy settings.', subject, status),
  proxyAddress: () => l10n.t('The address of the proxy in the settings or the environment is not valid.'),
  proxySocks: ({ subject }) =>
    l10n.t(
      'The proxy {0} is a SOCKS proxy, which Video Records does not support. Set http.proxy to an HTTP proxy, or add the service to http.noProxy.',
      subject,
    ),

  badAnswer: ({ service, id }) => l10n.t('"{0}" sent an answer for record {1} that can\'t be used.', service, id),
  unknownEncoding: ({ service, id }) => l10n.t('"{0}" sent record {1} in an unknown content encoding.', service, id),
  brokenEncoding: ({ service, id }) =>
    l10n.t('"{0}" sent record {1} incomplete or damaged: it can\'t be decompressed.', service, id),
  notUtf8: ({ service, id, cause }) =>
    `${l10n.t('"{0}" sent record {1} in an encoding other than UTF-8.', service, id)} ${messageOf(cause)}`,
  emptyAnswer: ({ service, id }) => l10n.t('"{0}" sent an empty answer for record {1}.', service, id),
  webPage: ({ service, id, subject }) =>
    subject === ''
      ? l10n.t('"{0}" sent a web page instead of record {1}.', service, id)
      : l10n.t('"{0}" sent the web page "{1}" instead of record {2}.', service, subject, id),
  notARecord: ({ service, id, cause }) =>
    `${l10n.t('"{0}" sent an answer that is not record {1}.', service, id)} ${messageOf(cause)}`,
  otherRecord: ({ service, id, subject }) =>
    l10n.t('"{0}" sent record {1} instead of record {2}.', service, subject, id),
  notHttp: ({ service }) => l10n.t('"{0}" did not send a valid HTTP response.', service),

  redirect: ({ service, id }) => l10n.t('"{0}" redirected the request for record {1}.', service, id),
  redirectElsewhere: ({ service, subject }) =>
    l10n.t(
      '"{0}" redirected to {1}. If that is the right service, change its address in the settings.',
      service,
      subject,
    ),
  redirectNotFollowed: ({ service, id, method, status }) =>
    l10n.t(
      '"{0}" answered the {1} of record {2} with a redirect that is not followed (status {3}).',
      service,
      method,
      id,
      status,
    ),
  unknownOutcome: ({ service, id, status }) =>
    `${l10n.t('The gateway could not reach "{0}" (status {1}).', service, status)} ${outcomeUnknown(id)}`,
  writeUnanswered: ({ cause, id }) => `${messageOf(cause)} ${outcomeUnknown(id)}`,

  badAddress: () => l10n.t('The address of the service is not a valid web address.'),
  addressEmpty: () => l10n.t('Enter the address of the service.'),
  addressTooLong: () => l10n.t('The address of the service is too long.'),
  addressScheme: () => l10n.t('The address of the service must start with https:// or http://.'),
  addressUserInfo: () =>
    l10n.t('The address of the service must not contain a user name or password. Use Set Credential instead.'),
  addressQuery: () => l10n.t('The address of the service must not contain a query (?…) or fragment (#…).'),
  otherOrigin: ({ subject }) => l10n.t('The record was found outside its service ({0}), so nothing was sent.', subject),
};

const issuerUnknown = (service: string) => l10n.t('The issuer of the certificate of "{0}" is not known.', service);

const certificateProblems: Readonly<Record<string, (service: string) => string>> = {
  CERT_HAS_EXPIRED: (service) => l10n.t('The certificate of "{0}" has expired.', service),
  CERT_NOT_YET_VALID: (service) => l10n.t('The certificate of "{0}" is not valid yet.', service),
  CERT_REVOKED: (service) => l10n.t('The certificate of "{0}" was revoked.', service),
  ERR_TLS_CERT_ALTNAME_INVALID: (service) => l10n.t('The certificate of "{0}" was issued for another name.', service),
  DEPTH_ZERO_SELF_SIGNED_CERT: (service) => l10n.t('The certificate of "{0}" is self-signed.', service),
  SELF_SIGNED_CERT_IN_CHAIN: (service) => l10n.t('The issuer of the certificate of "{0}" is not trusted.', service),
  UNABLE_TO_GET_ISSUER_CERT: issuerUnknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: issuerUnknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: issuerUnknown,
};

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function endSentence(text: string): string {
  const bounded = shortened(text, 500);
  return /[.!?…。！？]$/.test(bounded) ? bounded : `${bounded}.`;
}
