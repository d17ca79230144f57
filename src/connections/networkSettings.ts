import * as vscode from 'vscode';
import type { TransportSettings } from '../service/transport.ts';
import type { HttpSettings, Protocol } from './transportSettings.ts';

/** VS Code's network settings, for a dispatcher of our own: undici reads none of them. */
export async function networkSettings(
  protocol: Protocol,
  connectTimeout: number,
  warn: (message: string) => void,
): Promise<TransportSettings> {
  const { proxySettings } = await import('./transportSettings.ts');
  const http = httpSettings();
  const settings = proxySettings(protocol, http, process.env);
  if (protocol === 'http:' && !settings.proxy?.startsWith('https:')) return { ...settings, connectTimeout };
  const { trustedCertificates } = await import('./trustedCertificates.ts');
  const extraCertificates = await trustedCertificates(http.systemCertificates, process.env, warn);
  return { ...settings, connectTimeout, extraCertificates };
}

function httpSettings(): HttpSettings {
  const http = vscode.workspace.getConfiguration('http');
  return {
    proxy: http.get<string>('proxy') ?? '',
    noProxy: http.get<string[]>('noProxy') ?? [],
    proxyAuthorization: http.get<string | null>('proxyAuthorization') ?? '',
    proxyStrictSSL: http.get('proxyStrictSSL', true),
    proxySupport: http.get('proxySupport', 'override'),
    systemCertificates: http.get('systemCertificates', true),
  };
}
