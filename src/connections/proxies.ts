import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isThisComputer } from '../service/ownNetwork.ts';
import type { Route } from '../service/transport.ts';

interface ProxyParts {
  /** The exports of VS Code's proxy module; undefined where there is none. */
  readonly module: () => unknown;
  /** A value of the `http` settings, of whatever type. */
  readonly setting: (key: 'proxy' | 'noProxy' | 'proxySupport') => unknown;
  readonly warn: (message: string) => void;
}

const rememberedMs = 30_000;

/** The proxies of VS Code's own requests: of its settings, the environment, the system, or a PAC script. */
export function proxies({ module, setting, warn }: ProxyParts) {
  const known = new Map<string, { readonly route: Promise<Route>; readonly until: number }>();
  let isReported = false;
  const find = async (origin: string): Promise<Route> => {
    const isHere = isThisComputer(new URL(origin).hostname);
    // VS Code leaves this setting to the callers of its resolver.
    if (setting('proxySupport') === 'off') return { via: 'direct' };
    try {
      const address = await answerOf(module(), `${origin}/`);
      // A remote proxy can't reach services of this machine, and would see what is meant for them.
      if (address === undefined || (isHere && !isThisComputer(URL.parse(address)?.hostname ?? '')))
        return { via: 'direct' };
      return { via: 'proxy', address };
    } catch (failure) {
      const why = failure instanceof NoAnswer ? failure.message : 'it failed';
      if (!isReported) warn(`VS Code's proxy resolver can't be used (${why}): http.proxy and the environment decide.`);
      isReported = true;
      return isHere ? { via: 'direct' } : bySettings(setting('proxy'), setting('noProxy'));
    }
  };
  return {
    routeTo(origin: string): Promise<Route> {
      const remembered = known.get(origin);
      if (remembered && performance.now() < remembered.until) return remembered.route;
      const route = find(origin);
      known.set(origin, { route, until: performance.now() + rememberedMs });
      return route;
    },
    /** Asks again for each origin. */
    forget: () => known.clear(),
  };
}

/** VS Code puts its resolver on the exports of its own module. That is no public API, so anything may be missing. */
export function proxyModule(appRoot: string): unknown {
  const load = createRequire(join(appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      return load(join(appRoot, folder, '@vscode', 'proxy-agent'));
    } catch {
      // The desktop has the one, a server the other.
    }
  }
  return undefined;
}

class NoAnswer extends Error {}

const patienceMs = 5000;

async function answerOf(module: unknown, url: string): Promise<string | undefined> {
  const resolve = typeof module === 'object' && module !== null ? Reflect.get(module, 'resolveProxyURL') : undefined;
  if (typeof resolve !== 'function') throw new NoAnswer('it is missing');
  const impatience = Promise.withResolvers<never>();
  const timer = setTimeout(() => impatience.reject(new NoAnswer('it did not answer')), patienceMs);
  try {
    const address: unknown = await Promise.race([resolve(url), impatience.promise]);
    if (address === undefined || typeof address === 'string') return address || undefined;
    throw new NoAnswer('its answer is unknown');
  } finally {
    clearTimeout(timer);
  }
}

function bySettings(proxy: unknown, noProxy: unknown): Route {
  return {
    via: 'environment',
    proxy: typeof proxy === 'string' ? proxy.trim() : '',
    noProxy: Array.isArray(noProxy) ? noProxy.join() : '',
  };
}
