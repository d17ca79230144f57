import { isVideoRequest, requestAddress } from '../record/linkAddresses.ts';
import { isObject, jsonOrUndefined } from '../record/valueShapes.ts';
import { codeOf, tlsCode } from './connectionError.ts';
import type { AnswerHead, Exchange } from './exchange.ts';
import { locationOf } from './followUp.ts';

/** What is known of an address, and why. `status` is that of the last answer. */
export interface LinkVerdict {
  readonly verdict: 'works' | 'gone' | 'unknown';
  readonly reason: LinkReason;
  readonly status?: number;
}

// biome-ignore format: one line is enough.
export const linkReasons = ['status', 'host', 'video', 'embedding', 'redirect', 'noAnswer', 'tls', 'ownNetwork', 'skipped'] as const;
export type LinkReason = (typeof linkReasons)[number];

/** Sends one request; never rejects. */
export type LinkSend = (url: URL, method: 'HEAD' | 'GET', maxBytes: number) => Promise<Exchange>;

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** YouTube describes a video in less than a kilobyte. */
const maxDescription = 64 * 1024;

/** Asks a second time unless the first answer is good: some servers refuse HEAD, and nothing is gone after one look. */
export async function linkVerdict(address: URL, send: LinkSend): Promise<LinkVerdict> {
  const ask = isVideoRequest(address)
    ? () => videoVerdict(address, send)
    : (method: 'HEAD' | 'GET') => pageVerdict(address, method, send);
  const first = await ask('HEAD');
  return first.verdict === 'works' || first.reason === 'ownNetwork' ? first : ask('GET');
}

/** Why there is no answer. Whoever asks knows better whether a host that was not found exists. */
export function failureReason(failure: unknown): LinkReason {
  const code = codeOf(failure);
  if (code === 'OWN_NETWORK') return 'ownNetwork';
  if (code === 'ENOTFOUND') return 'host';
  if (code === 'LINK_SKIPPED') return 'skipped';
  return tlsCode.test(code) ? 'tls' : 'noAnswer';
}

async function pageVerdict(address: URL, method: 'HEAD' | 'GET', send: LinkSend): Promise<LinkVerdict> {
  let url = address;
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const { head, broken } = await send(url, method, 0);
    if (!head) {
      const verdict = withoutAnswer(broken?.reason);
      // A host that does not exist says nothing about the one that led to it.
      return verdict.verdict === 'gone' && url !== address ? { verdict: 'unknown', reason: 'redirect' } : verdict;
    }
    if (!redirects.has(head.status)) return answered(head, address, url);
    const target = locationOf(head.headers, url);
    if (!target || !/^https?:$/.test(target.protocol)) break;
    const request = new URL(requestAddress(target));
    if (isVideoRequest(request)) return videoVerdict(request, send);
    url = target;
  }
  return { verdict: 'unknown', reason: 'redirect' };
}

function answered({ status }: AnswerHead, address: URL, url: URL): LinkVerdict {
  if (status === 404 || status === 410) return { verdict: 'gone', reason: 'status', status };
  if (status < 200 || status >= 300) return { verdict: 'unknown', reason: 'status', status };
  const isElsewhere = [isStartPage, isLogin].some((is) => is(url) && !is(address));
  return isElsewhere ? { verdict: 'unknown', reason: 'redirect' } : { verdict: 'works', reason: 'status', status };
}

/** Also of a language. */
function isStartPage({ pathname }: URL): boolean {
  return /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.\w+)?$/i.test(pathname);
}

function isLogin({ hostname, pathname }: URL): boolean {
  return /(?:^|[/._-])(?:log-?in|sign-?in|sso|o?auth2?|accounts?)(?:[/._-]|$)/i.test(hostname + pathname);
}

/** Anything but a description in JSON means nothing: it may be a page that asks for consent. */
async function videoVerdict(request: URL, send: LinkSend): Promise<LinkVerdict> {
  const { head, bytes, broken } = await send(request, 'GET', maxDescription);
  if (!head) return withoutAnswer(broken?.reason);
  const { status } = head;
  if (status === 404 || status === 400) return { verdict: 'gone', reason: 'video', status };
  if (status === 401) return { verdict: 'unknown', reason: 'embedding', status };
  if (status !== 200) return { verdict: 'unknown', reason: 'status', status };
  const isDescribed = isObject(jsonOrUndefined(bytes.toString()));
  return { verdict: isDescribed ? 'works' : 'unknown', reason: 'video', status };
}

function withoutAnswer(failure: unknown): LinkVerdict {
  const reason = failureReason(failure);
  return { verdict: reason === 'host' ? 'gone' : 'unknown', reason };
}
