import type { LogOutputChannel } from 'vscode';
import type { RequestReport } from '../service/client.ts';

/** One line a request: no bodies, no headers, hence no secrets. */
export function logRequest(log: Pick<LogOutputChannel, 'info' | 'warn'>, request: RequestReport): void {
  const { method, address, status, milliseconds, bytes, attempt, failure } = request;
  const outcome = failure ? `${status ?? 'no answer'} (${failure})` : status;
  const line = `${method} ${address} ${outcome} ${Math.round(milliseconds)} ms ${bytes} bytes, attempt ${attempt}`;
  // That a record is not there, or that the user cancelled, is an answer like any other.
  if (failure && failure !== 'cancelled' && failure !== 'notFound') log.warn(line);
  else log.info(line);
}
