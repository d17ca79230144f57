import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RecordCatalogue } from '../../document/knownRecord.ts';
import { linksIn } from '../../record/linkAddresses.ts';
import type { Services } from '../../service/services.ts';
import type { PlainText } from '../../workbench/plainText.ts';
import { withProgress } from '../../workbench/progress.ts';
import { askOrCancel } from '../../workbench/prompts.ts';
import { check, lookAt, type Source } from '../checking.ts';
import type { CheckResult, IsDismissed } from '../checkRecords.ts';
import { ruleIds } from '../rules.ts';
import { linkChecker } from './checkLinks.ts';
import { type LinkVerdicts, linkCache } from './linkCache.ts';
import { linkWords } from './linkMessages.ts';
import { hostsInOwnNetwork, linkNetwork } from './linkNetwork.ts';

const onlyLinks = Object.fromEntries(ruleIds.filter((rule) => rule !== 'links').map((rule) => [rule, false]));

/**
 * Asks for the addresses in records that have no recent verdict, if the user agrees. Cancel keeps what was found, and what
 * was not asked for keeps the verdict from before.
 */
export function linkChecks(
  services: Pick<Services, 'network'>,
  catalogue: Pick<RecordCatalogue, 'folder'>,
  verdictsBefore: (service: string) => Promise<LinkVerdicts | undefined>,
) {
  const checkLinks = linkChecker();
  return async (service: string, each: Source, isDismissed: IsDismissed): Promise<CheckResult> => {
    const requests = await requestsIn(each);
    const cache = linkCache(join(await catalogue.folder(service), 'links'));
    const verdicts = await cache.read();
    const addresses = requests.filter((request) => !verdicts.has(request));
    const written: Promise<void>[] = [];
    const send = async (signal: AbortSignal, report: (message: PlainText, percent: number) => void) => {
      const settings = await services.network();
      const own = await hostsInOwnNetwork(addresses, settings, signal);
      if (signal.aborted) throw new vscode.CancellationError();
      const { wanted, agreed } = await withoutOwnNetwork(addresses, own);
      const network = linkNetwork(settings, agreed);
      await checkLinks(wanted, { network, timeout: settings.connectTimeout, signal }, (address, verdict) => {
        verdicts.set(address, verdict);
        // Without room on the disk, the next check asks again.
        written.push(cache.add(address, verdict).catch(() => {}));
        report(linkWords.progress(written.length, wanted.length), (written.length / wanted.length) * 100);
      });
      // A connection that is being made ends later, after Cancel too.
      void network.close();
    };
    if (addresses.length > 0) {
      await askBeforeSending(addresses);
      await withProgress(linkWords.checking(), send);
    }
    await Promise.all(written);
    const summary = linkWords.summary(requests.map((request) => verdicts.get(request)?.verdict));
    const before = await verdictsBefore(service);
    for (const request of requests) {
      const verdict = verdicts.get(request) ?? before?.get(request);
      if (verdict) verdicts.set(request, verdict);
    }
    return { ...(await check(each, { links: verdicts, isDismissed }, onlyLinks)), summary };
  };
}

async function requestsIn(each: Source): Promise<readonly string[]> {
  const requests = new Set<string>();
  await lookAt(each, (all) =>
    all((record) => {
      for (const { request } of linksIn((field) => record.text(field))) requests.add(request);
    }),
  );
  return [...requests];
}

/** Also for a program: other people's hosts will see the requests. Not even a name is looked up before the user agrees. */
async function askBeforeSending(addresses: readonly string[]): Promise<void> {
  const hosts = [...new Set(addresses.map(hostOf))];
  await askOrCancel(linkWords.question(addresses.length, hosts.length), linkWords.seen(hosts), linkWords.check());
}

/** The addresses to ask for, and the hosts of one's own network that the user agreed to. */
async function withoutOwnNetwork(addresses: readonly string[], own: ReadonlySet<string>) {
  const others = addresses.filter((address) => !own.has(hostOf(address)));
  const message = linkWords.own(addresses.length - others.length, [...own]);
  const chosen = own.size > 0 && (await askOrCancel(message, '', linkWords.leaveOwn(), linkWords.askOwn()));
  const isAgreed = chosen === linkWords.askOwn();
  return isAgreed ? { wanted: addresses, agreed: own } : { wanted: others, agreed: new Set<string>() };
}

function hostOf(address: string): string {
  return new URL(address).host;
}
