import type { LogOutputChannel } from 'vscode';
import type { RequestReport } from '../service/client.ts';

/** One line a request: no bodies, no headers, hence no secrets. */
export function logRequest(log: LogOutputChannel, request: RequestReport): void {
  const { method, address, status, milliseconds, bytes, attempt, failure } = request;
  const outcome = failure ? `${status ?? 'no answer'} (${failure})` : status;
  const line = `${method} ${address} ${outcome} ${Math.round(milliseconds)} ms ${bytes} bytes, attempt ${attempt}`;
  if (failure) log.warn(line);
  else log.info(line);
}
