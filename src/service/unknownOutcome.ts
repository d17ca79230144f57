import type { Call } from './call.ts';
import { RecordError } from './recordError.ts';

/** The write may have been stored or not: only reading the record again can tell. */
export function unknownOutcome({ method, address, id }: Call, cause: RecordError): RecordError {
  const status = cause.status === undefined ? {} : { status: cause.status };
  const message = `${cause.message} It is not known whether the change to record ${id} was stored.`;
  return new RecordError('unknownOutcome', message, { ...status, method, address, cause });
}
