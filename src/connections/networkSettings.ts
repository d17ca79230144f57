import * as vscode from 'vscode';
import type { TransportSettings } from '../service/transport.ts';
import type { Protocol } from './transportSettings.ts';

/** VS Code's network settings, for a dispatcher of our own: undici reads none of them. */
export async function networkSettings(
  protocol: Protocol,
  connectTimeout: number,
  warn: (message: string) => void,
): Promise<TransportSettings> {
  const { parseHttpSettings, proxySettings } = await import('./transportSettings.ts');
  const configuration = vscode.workspace.getConfiguration('http');
  const http = parseHttpSettings((key) => configuration.get(key));
  const settings = proxySettings(protocol, http, process.env);
  if (protocol === 'http:' && !settings.proxy?.startsWith('https:')) return { ...settings, connectTimeout };
  const { trustedCertificates } = await import('./trustedCertificates.ts');
  const extraCertificates = await trustedCertificates(http.systemCertificates, process.env, warn);
  return { ...settings, connectTimeout, extraCertificates };
}
