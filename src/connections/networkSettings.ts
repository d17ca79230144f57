import * as vscode from 'vscode';
import type { TransportSettings } from '../service/transport.ts';

/** VS Code's network settings, for a dispatcher of our own: undici reads none of them. */
export async function transportSettings(timeout: number): Promise<TransportSettings> {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy');
  return {
    ...(proxy ? { proxy } : {}),
    strictSSL: http.get('proxyStrictSSL', true),
    connectTimeout: timeout,
  };
}
