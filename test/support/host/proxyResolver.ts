import * as vscode from 'vscode';
import { proxyModule } from '../../../src/connections/proxies.ts';

/**
 * Answers in place of VS Code's own proxy resolver, until the returned function is called. VS Code's knows no PAC script
 * without a desktop, and sends nothing for this machine through a proxy.
 */
export function replaceResolver(resolver: unknown): () => void {
  const module = proxyModule(vscode.env.appRoot) as { resolveProxyURL: unknown };
  const own = module.resolveProxyURL;
  module.resolveProxyURL = resolver;
  return () => {
    module.resolveProxyURL = own;
  };
}
