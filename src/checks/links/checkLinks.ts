import { setTimeout as sleep } from 'node:timers/promises';
import { startDeadline } from '../../service/deadline.ts';
import { type Exchange, exchange } from '../../service/exchange.ts';
import { parseRetryAfter } from '../../service/followUp.ts';
import { failureReason, type LinkSend, type LinkVerdict, linkVerdict } from '../../service/linkVerdict.ts';
import { keyedTurns, severalAtOnce } from '../../workbench/scheduling.ts';
import type { LinkNetwork } from './linkNetwork.ts';

const hostsAtOnce = 8;
const pauseMs = 500;
const longestPauseMs = 60_000;
/** So many requests in a row without a usable answer, and the host is left alone. */
const maxFailures = 4;

const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'VideoRecords (VS Code extension)' };

interface LinkOptions {
  readonly network: LinkNetwork;
  /** Milliseconds for one request. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Asks for each address once, one at a time of each host, also for all who ask at the same time. Ends early after the
 * signal. `pause` is in milliseconds, between two requests to a host.
 */
export function linkChecker(pause = pauseMs) {
  const inTurn = keyedTurns();
  /** When each host may be asked again. */
  const readyAt = new Map<string, number>();

  return async (
    addresses: readonly string[],
    { network, timeout, signal }: LinkOptions,
    found: (address: string, verdict: LinkVerdict) => void,
  ): Promise<void> => {
    /** Of each host, the requests in a row without a usable answer. */
    const failures = new Map<string, number>();
    const send = async (url: URL, start: URL, method: 'HEAD' | 'GET', maxBytes: number): Promise<Exchange> => {
      const { host } = url;
      const failed = failures.get(host) ?? 0;
      if (failed >= maxFailures) return skipped;
      const wait = (readyAt.get(host) ?? 0) - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
      const deadline = startDeadline(timeout, signal);
      const request = { url, method, headers, maxBytes };
      const answer = await exchange(network.dispatcherFor(url, start), request, deadline.signal);
      deadline.clear();
      const askedMs = pauseAskedFor(answer);
      readyAt.set(host, performance.now() + Math.max(pause, Math.min(askedMs, longestPauseMs)));
      failures.set(host, askedMs > longestPauseMs ? maxFailures : isFailure(answer) ? failed + 1 : 0);
      return answer;
    };
    const check = async (address: string) => {
      const start = new URL(address);
      const inHostsTurn: LinkSend = (url, ...request) => inTurn(url.host, () => send(url, start, ...request));
      const verdict = await linkVerdict(start, inHostsTurn);
      if (signal.aborted) return;
      const isDoubtful = verdict.reason === 'host' && !(await network.isOnline());
      found(address, isDoubtful ? { verdict: 'unknown', reason: 'noAnswer' } : verdict);
    };
    const queues = Map.groupBy(new Set(addresses), (address) => new URL(address).host);
    await severalAtOnce(queues.values(), hostsAtOnce, signal, (queue) => severalAtOnce(queue, 1, signal, check));
  };
}

const skipped: Exchange = {
  received: 0,
  head: undefined,
  bytes: Buffer.alloc(0),
  broken: { reason: Object.assign(new Error('The host is left alone.'), { code: 'LINK_SKIPPED' }), sent: false },
};

/** Milliseconds, as the host says when it limits requests. */
function pauseAskedFor({ head }: Exchange): number {
  const isLimited = head?.status === 429 || head?.status === 503;
  return isLimited ? (parseRetryAfter(head.headers['retry-after']) ?? 0) * 1000 : 0;
}

function isFailure({ head, broken }: Exchange): boolean {
  return head ? head.status === 429 : ['noAnswer', 'tls'].includes(failureReason(broken?.reason));
}
