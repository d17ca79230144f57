import type { LogOutputChannel } from 'vscode';
import type { RequestReport } from '../service/client.ts';
import { messageOf } from './failureMessages.ts';
import { oneLine } from './plainText.ts';

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

/** One bounded line, whatever a service made of the message. */
export function logFailure(log: Pick<LogOutputChannel, 'error'>, failure: unknown): void {
  log.error(oneLine(messageOf(failure), maxLine));
}
