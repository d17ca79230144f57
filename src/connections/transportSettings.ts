import type { TransportSettings } from '../service/transport.ts';
import { isLoopback, loopbackHosts } from './loopback.ts';

/** The `http.*` settings of VS Code. */
export interface HttpSettings {
  readonly proxy: string;
  readonly noProxy: readonly string[];
  readonly proxyAuthorization: string;
  readonly proxyStrictSSL: boolean;
  readonly proxySupport: string;
  readonly systemCertificates: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;
export type Protocol = 'http:' | 'https:';
export type ProxySettings = Omit<TransportSettings, 'connectTimeout' | 'extraCertificates'>;

/** A settings file may hold anything. What is no answer to the question counts as the default, the safe one for TLS. */
export function parseHttpSettings(get: (key: keyof HttpSettings) => unknown): HttpSettings {
  const text = (key: keyof HttpSettings) => {
    const value = get(key);
    return typeof value === 'string' ? value : '';
  };
  const noProxy = get('noProxy');
  return {
    proxy: text('proxy'),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    proxyAuthorization: text('proxyAuthorization'),
    proxyStrictSSL: get('proxyStrictSSL') !== false,
    proxySupport: text('proxySupport'),
    systemCertificates: get('systemCertificates') !== false,
  };
}

/** Which proxy the settings and the environment ask for. As in VS Code itself, a setting goes before a variable. */
export function proxySettings(protocol: Protocol, http: HttpSettings, environment: Environment): ProxySettings {
  const strictSSL = http.proxyStrictSSL;
  const proxy = http.proxy.trim() || environmentProxy(protocol, environment);
  if (http.proxySupport === 'off' || !proxy) return { strictSSL };
  const noProxy = http.noProxy.length > 0 ? http.noProxy : environmentNoProxy(environment);
  return {
    proxy,
    strictSSL,
    // A proxy elsewhere can't reach this machine's own services, and would see what is meant for them.
    noProxy: isLoopback(hostOfProxy(proxy)) ? noProxy : [...noProxy, ...loopbackHosts],
    ...(http.proxyAuthorization ? { proxyAuthorization: http.proxyAuthorization } : {}),
  };
}

function hostOfProxy(proxy: string): string {
  return URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`)?.hostname ?? '';
}

function environmentProxy(protocol: Protocol, environment: Environment): string | undefined {
  const plain = variable(environment, 'http_proxy');
  return protocol === 'https:' ? (variable(environment, 'https_proxy') ?? plain) : plain;
}

function environmentNoProxy(environment: Environment): readonly string[] {
  const list = variable(environment, 'no_proxy') ?? '';
  return list.split(/[\s,]+/).filter((entry) => entry !== '');
}

function variable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}
