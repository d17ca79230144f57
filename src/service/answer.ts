import { parseRecord, RecordTextError } from '../record/text.ts';
import { allowedMethods, lastModified, strongEtag } from './answerHead.ts';
import { type Call, hostOf } from './call.ts';
import { connectionError } from './connectionError.ts';
import { decodeExactly, decompress, Undecodable } from './decode.ts';
import { htmlTitle } from './errorMessages.ts';
import { type AnswerHead, AnswerTooLarge } from './exchange.ts';
import { RecordError } from './recordError.ts';

export interface Answer {
  /** Decoded and known to be one JSON object; not formatted. */
  readonly text: string;
  /** The address that was asked, before any redirect. */
  readonly address: string;
  /** The address that answered, behind redirects within the origin: a write goes there too. */
  readonly foundAt: string;
  /** In upper case. */
  readonly allow?: readonly string[];
  /** Strong ones only: fit for `If-Match`. */
  readonly etag?: string;
  readonly lastModified?: string;
  readonly status: number;
}

/** The record in an answer, or a `RecordError` that says what is there instead. */
export async function toAnswer(
  call: Call,
  head: AnswerHead,
  bytes: Buffer,
  foundAt: URL,
  maxBytes: number,
): Promise<Answer> {
  const etag = strongEtag(head.headers);
  const modified = lastModified(head.headers);
  const allow = allowedMethods(head.headers);
  return {
    text: await recordText(call, head, bytes, maxBytes),
    address: call.address,
    // A query could hold a secret, and this address may get into a message.
    foundAt: foundAt.origin + foundAt.pathname,
    status: head.status,
    ...(allow === undefined ? {} : { allow }),
    ...(etag === undefined ? {} : { etag }),
    ...(modified === undefined ? {} : { lastModified: modified }),
  };
}

async function recordText(call: Call, head: AnswerHead, bytes: Buffer, maxBytes: number): Promise<string> {
  let text: string | undefined;
  try {
    text = decodeExactly(await decompress(bytes, head.headers, maxBytes), head.headers);
    parseRecord(text);
    return text;
  } catch (cause) {
    if (cause instanceof AnswerTooLarge) {
      throw connectionError(cause, { call, maxBytes, timeout: 0, proxy: undefined, sent: true });
    }
    if (!(cause instanceof Undecodable || cause instanceof RecordTextError)) {
      throw cause;
    }
    const message = `The answer of ${hostOf(call)} for record ${call.id} can't be used: ${whatItIs(text, cause, call)}`;
    throw new RecordError('badAnswer', message, {
      status: head.status,
      method: call.method,
      address: call.address,
      cause,
    });
  }
}

function whatItIs(text: string | undefined, cause: Undecodable | RecordTextError, { secrets }: Call): string {
  if (cause instanceof Undecodable) {
    return `it is ${cause.message}.`;
  }
  if (text !== undefined && /^\s*</.test(text)) {
    const title = htmlTitle(text, secrets);
    return `it is a web page${title === undefined ? '' : ` titled "${title}"`}, not a record.`;
  }
  return text?.trim() === '' ? 'it is empty.' : `it is not a record. ${cause.message}`;
}
