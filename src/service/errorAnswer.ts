import { allowedMethods } from './answerHead.ts';
import { type Call, hostOf, isWrite } from './call.ts';
import { type ErrorMessages, errorMessages } from './errorMessages.ts';
import type { AnswerHead } from './exchange.ts';
import { RecordError, type RecordErrorKind } from './recordError.ts';
import { parseRetryAfter } from './retry.ts';

const MESSAGES_SHOWN = 3;

const KINDS: Readonly<Record<number, RecordErrorKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  405: 'notAllowed',
  407: 'proxy',
  408: 'unavailable',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  413: 'tooLarge',
  422: 'invalid',
  425: 'unavailable',
  429: 'rateLimited',
  501: 'notAllowed',
};

/** What an answer with a status of 400 or more means. `text` is empty where its body could not be read. */
export function errorAnswer(call: Call, { status, headers }: AnswerHead, text: string): RecordError {
  const { general, fields } = errorMessages(text, call.secrets);
  const kind = kindOf(call, status);
  const allow = allowedMethods(headers);
  const retryAfter = parseRetryAfter(headers['retry-after']);
  return new RecordError(kind, sentences(kind, call, status, { general, fields }), {
    status,
    method: call.method,
    address: call.address,
    fields,
    ...(allow === undefined ? {} : { allow }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

function kindOf(call: Call, status: number): RecordErrorKind {
  // A gateway that lost its server may have passed the write on before.
  if (isWrite(call) && (status === 502 || status === 504)) {
    return 'unknownOutcome';
  }
  return KINDS[status] ?? (status >= 500 ? 'unavailable' : 'rejected');
}

function sentences(kind: RecordErrorKind, call: Call, status: number, messages: ErrorMessages): string {
  const said = [
    ...messages.general,
    ...Object.entries(messages.fields)
      .filter(([field]) => field !== 'non_field_errors')
      .map(([field, texts]) => `${field}: ${texts.join(' ')}`),
  ];
  const shown = said.slice(0, MESSAGES_SHOWN).map(endSentence);
  const rest = said.length - shown.length;
  return [sentence(kind, call, status), ...shown, ...(rest > 0 ? [`(${rest} more)`] : [])].join(' ');
}

function sentence(kind: RecordErrorKind, call: Call, status: number): string {
  const service = `The service at ${hostOf(call)}`;
  const record = `record ${call.id}`;
  switch (kind) {
    case 'notFound':
      return `${service} has no ${record}, or does not show it to you (status ${status}).`;
    case 'unauthorized':
      return `${service} asks for a valid credential for ${record} (${call.method}, status ${status}).`;
    case 'forbidden':
      return `${service} does not allow you to ${isWrite(call) ? 'change' : 'read'} ${record} (${call.method}, status ${status}).`;
    case 'invalid':
      return `${service} did not accept the ${call.method} of ${record} (status ${status}).`;
    case 'conflict':
      return status === 412
        ? `Record ${call.id} was changed on ${hostOf(call)} in the meantime (status ${status}).`
        : `${service} says that the ${call.method} of ${record} conflicts with something that it holds (status ${status}).`;
    case 'notAllowed':
      return `${service} does not offer ${call.method} for ${record} (status ${status}).`;
    case 'tooLarge':
      return `${service} says that ${record} is too large (status ${status}).`;
    case 'rateLimited':
      return `${service} asks for fewer requests (status ${status}). Try again later.`;
    case 'proxy':
      return `The proxy on the way to ${hostOf(call)} asks for authentication (status ${status}). Check the proxy settings.`;
    case 'unknownOutcome':
      return `A gateway before ${hostOf(call)} lost the service (status ${status}). It is not known whether the change to ${record} was stored.`;
    case 'unavailable':
      return `${service} could not handle the ${call.method} of ${record} (status ${status}). Try again later.`;
    default:
      return `${service} rejected the ${call.method} of ${record} (status ${status}).`;
  }
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
