import { decodeRecord, type RecordText, readableRecord } from '../record/text.ts';
import { RecordTextError } from '../record/textError.ts';
import { aboutCall, type Call, isWrite, withoutSecrets } from './call.ts';
import { decompress, methodsAndEtag, type RecordHeaders } from './decode.ts';
import { htmlTitle } from './errorAnswer.ts';
import { type AnswerHead, answerTooLarge } from './exchange.ts';
import { isRecordError, RecordError, type RecordErrorDetails } from './recordError.ts';
import type { Understand } from './send.ts';

/** One answer of the service with a record, parsed once, when it arrives. */
export interface RecordVersion extends RecordHeaders {
  /** In readable form. */
  readonly record: RecordText;
  /** The base address of the service. */
  readonly serviceAddress: string;
  /** The address that answered, behind redirects within the origin: a write goes there too. */
  readonly foundAt: string;
  /**
   * A version is as old as its request: of two, the one with the greater order is newer, whichever answer came first. On
   * the clock of `performance.now`; the answer to a write counts from its arrival, so a read that was sent before is older.
   */
  readonly order: number;
}

/** The record in an answer, or a `RecordError` that says what the answer is instead. */
export function recordAnswer(serviceAddress: string, maxBytes: number): Understand<RecordVersion> {
  return async (head, bytes, call, { origin, pathname }) => ({
    order: isWrite(call) ? performance.now() : head.sentAt,
    record: await recordIn(call, head, bytes, maxBytes),
    serviceAddress,
    // A query could contain a secret, and this address may get into a message.
    foundAt: origin + pathname,
    ...methodsAndEtag(head.headers),
  });
}

async function recordIn(call: Call, head: AnswerHead, bytes: Buffer, maxBytes: number): Promise<RecordText> {
  let text: string | undefined;
  try {
    // A record is UTF-8, whatever character set its content type declares.
    text = decodeRecord(await decompress(bytes, head.headers, maxBytes));
    return readableRecord(text, maxBytes);
  } catch (cause) {
    const { kind, details } = unusable(cause, text, call, maxBytes);
    throw new RecordError(kind, { ...aboutCall(call), status: head.status, ...details });
  }
}

function unusable(cause: unknown, text: string | undefined, { secrets }: Call, maxBytes: number): RecordError {
  if (isRecordError(cause)) return cause;
  if (!(cause instanceof RecordTextError)) throw cause;
  if (cause.kind === 'tooLarge') return answerTooLarge(maxBytes);
  if (cause.kind === 'tooMany') return new RecordError('tooLarge', { reason: 'tooManyValues', cause });
  const { field = '' } = cause.details;
  const isShown = withoutSecrets(field, secrets) === field;
  return new RecordError('badAnswer', { ...whatItIs(text, secrets), ...(isShown && { cause }) });
}

function whatItIs(text: string | undefined, secrets: readonly string[]): RecordErrorDetails {
  if (text === undefined) return { reason: 'notUtf8' };
  if (/^\s*</.test(text)) {
    const title = htmlTitle(text, secrets);
    return { reason: 'webPage', ...(title === undefined ? {} : { subject: title }) };
  }
  return text.trim() === '' ? { reason: 'emptyAnswer' } : { reason: 'notARecord' };
}
