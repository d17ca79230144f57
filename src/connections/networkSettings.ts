import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import type { TransportSettings } from '../service/transport.ts';

/** The `http.*` settings of VS Code. */
export interface HttpSettings {
  readonly proxy: string;
  readonly noProxy: readonly string[];
  readonly proxyAuthorization: string;
  readonly proxyStrictSSL: boolean;
  readonly proxySupport: string;
  readonly systemCertificates: boolean;
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export type Environment = Readonly<Record<string, string | undefined>>;
export type Protocol = 'http:' | 'https:';
export type ProxySettings = Omit<TransportSettings, 'connectTimeout' | 'extraCertificates'>;

/** A settings file may contain anything. A value of the wrong type counts as the default, the safe one for TLS. */
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

/** The proxy of the settings, else of the environment, as in VS Code itself. */
export function proxySettings(protocol: Protocol, http: HttpSettings, environment: Environment): ProxySettings {
  const strictSSL = http.proxyStrictSSL;
  const proxy = http.proxy.trim() || environmentProxy(protocol, environment);
  if (http.proxySupport === 'off' || !proxy) return { strictSSL };
  const noProxy = http.noProxy.length > 0 ? http.noProxy : environmentNoProxy(environment);
  return {
    proxy,
    strictSSL,
    noProxy,
    ...(http.proxyAuthorization ? { proxyAuthorization: http.proxyAuthorization } : {}),
  };
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

/**
 * The certificates of the system and of `NODE_EXTRA_CA_CERTS`, which not every Node that VS Code runs on reads itself.
 * What can't be read is left out with a warning: the certificates bundled with Node are trusted anyway.
 */
export async function trustedCertificates(
  systemCertificates: boolean,
  environment: Environment,
  warn: (message: string) => void,
): Promise<readonly string[]> {
  const file = environment.NODE_EXTRA_CA_CERTS;
  const extra = file ? await readCertificates(file, warn) : [];
  return [...new Set([...(systemCertificates ? readSystem(warn) : []), ...extra])];
}

function readSystem(warn: (message: string) => void): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    warn(`The system certificates could not be read: ${(error as Error).message}`);
    return [];
  }
}

async function readCertificates(file: string, warn: (message: string) => void): Promise<readonly string[]> {
  try {
    const found = (await readFile(file, 'utf8')).match(certificate);
    if (!found) warn(`NODE_EXTRA_CA_CERTS names ${file}, which contains no certificate.`);
    return found ?? [];
  } catch (error) {
    warn(`NODE_EXTRA_CA_CERTS names ${file}, which could not be read: ${(error as Error).message}`);
    return [];
  }
}
