import type { LogOutputChannel } from 'vscode';
import type { RequestReport } from '../service/client.ts';
import { oneLine } from './plainText.ts';
import { UserError } from './userError.ts';

const maxLine = 1000;

/** One line per request, without bodies and headers, hence without secrets. */
export function logRequest(log: Pick<LogOutputChannel, 'info' | 'warn'>, request: RequestReport): void {
  const { method, address, status, milliseconds, bytes, attempt, failure } = request;
  const outcome = failure ? `${status ?? 'no answer'} (${failure})` : status;
  const line = `${method} ${address} ${outcome} ${Math.round(milliseconds)} ms ${bytes} bytes, attempt ${attempt}`;
  // A missing record and a cancelled request are ordinary outcomes.
  if (failure && failure !== 'cancelled' && failure !== 'notFound') log.warn(oneLine(line, maxLine));
  else log.info(oneLine(line, maxLine));
}

/** One bounded line in English, whatever the service sent: the innermost cause that is not worded for the user. */
export function logFailure(log: Pick<LogOutputChannel, 'error'>, failure: unknown): void {
  if (failure instanceof UserError) {
    if (failure.cause !== undefined) logFailure(log, failure.cause);
    return;
  }
  log.error(oneLine(failure instanceof Error ? failure.message : String(failure), maxLine));
}
