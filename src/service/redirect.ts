import { type Call, hostOf, isWrite } from './call.ts';
import type { AnswerHead } from './exchange.ts';
import { RecordError } from './recordError.ts';
import { unknownOutcome } from './unknownOutcome.ts';

export const MAX_REDIRECTS = 3;

const FOLLOWED_BY_READS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** "See other" is what a service says after it has done what it was asked to; older ones say "found". */
const SENT_AFTER_STORING: ReadonlySet<number> = new Set([302, 303]);
const FOLLOWED_BY_WRITES: ReadonlySet<number> = new Set([307, 308]);

/** Where the answer sends us, or an error if we don't go there. Credentials stay safe: the origin never changes. */
export function redirectTarget(call: Call, from: URL, { status, headers }: AnswerHead, followed: number): URL {
  const refuse = (why: string) => {
    const details = { status, method: call.method, address: call.address };
    const error = new RecordError('redirect', `The service at ${hostOf(call)} ${why}`, details);
    return isWrite(call) && SENT_AFTER_STORING.has(status) ? unknownOutcome(call, error) : error;
  };
  const target = headers.location === undefined ? null : URL.parse(headers.location, from.href);
  if (target === null) {
    throw refuse(`redirected the request for record ${call.id} without saying where to (status ${status}).`);
  }
  if (target.origin !== from.origin) {
    throw refuse(
      `redirected to ${originOf(target)}. If that is the right service, change its address in the settings.`,
    );
  }
  if (!(isWrite(call) ? FOLLOWED_BY_WRITES : FOLLOWED_BY_READS).has(status)) {
    throw refuse(`answered the ${call.method} of record ${call.id} with a redirect (status ${status}), not followed.`);
  }
  if (followed >= MAX_REDIRECTS) {
    throw refuse(`redirected more than ${MAX_REDIRECTS} times for record ${call.id}.`);
  }
  target.username = '';
  target.password = '';
  target.hash = '';
  return target;
}

function originOf(url: URL): string {
  return url.origin === 'null' ? `an address that starts with ${url.protocol}` : url.origin;
}
