/** A check of links in plain Node, against undici with the same manners. */
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { linkChecker } from '../../src/checks/links/checkLinks.ts';
import { linkNetwork } from '../../src/checks/links/linkNetwork.ts';
import { severalAtOnce } from '../../src/workbench/scheduling.ts';
import { spawnGuarded } from '../support/vscode/guarded.ts';
import { nodeFlags } from '../support/vscode/project.ts';
import { type Figure, ratioFigure } from './figures.ts';
import { sideBySide, timed } from './measure.ts';

const [count, hostsAtOnce] = [5000, 8];
/** In place of half a second, in which any overhead would be lost. */
const pauseMs = 5;

export async function linksFigure(): Promise<Figure> {
  const service = spawnGuarded([process.execPath, ...nodeFlags, join(import.meta.dirname, 'serveLinks.ts')]);
  const [line] = await once(createInterface(service.stdout), 'line');
  const hosts = String(line).split(' ');
  const addresses = Array.from({ length: count }, (_, at) => `http://${hosts[at % hosts.length]}/talks/${at}`);
  const { signal } = new AbortController();
  const agent = new Agent({ connections: 1 });
  const network = linkNetwork({ connectTimeout: 5000 }, new Set(hosts));
  const raw = () =>
    timed(() =>
      severalAtOnce(hosts, hostsAtOnce, signal, async (host) => {
        for (const address of addresses.filter((one) => one.includes(`//${host}/`))) {
          const { origin, pathname: path } = new URL(address);
          const { statusCode, body } = await agent.request({ origin, path, method: 'HEAD' });
          await body.dump();
          if (statusCode !== 200) throw new Error(`${address} answered with ${statusCode}.`);
          await sleep(pauseMs);
        }
      }),
    );
  const ours = () =>
    timed(async () => {
      let works = 0;
      await linkChecker(pauseMs)(addresses, { network, timeout: 30_000, signal }, (_, { verdict }) => {
        if (verdict === 'works') works += 1;
      });
      if (works !== count) throw new Error(`Only ${works} links work.`);
    });
  try {
    const figure = `checking ${count.toLocaleString('en')} links on ${hosts.length} hosts, ${pauseMs} ms between two of a host`;
    return ratioFigure(figure, await sideBySide(3, 1, ours, raw), 'undici with the same manners', 1.3);
  } finally {
    await Promise.all([agent.close(), network.close(), service.stop()]);
  }
}
