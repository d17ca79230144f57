import * as vscode from 'vscode';
import { lazy } from '../workbench/lazy.ts';
import { configuredServices } from './configuredServices.ts';
import type { ConnectionFeature } from './feature.ts';

/** The configured services. Everything but the settings is loaded with the first request or command. */
export function connections(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
  const feature = lazy(async (): Promise<ConnectionFeature> => {
    const { connectionFeature } = await import('./feature.ts');
    return connectionFeature(context, services, log);
  });
  const services = configuredServices(async () => (await feature()).clients, context.globalState);
  let hasProblems = false;
  const showProblems = async () => {
    const hadProblems = hasProblems;
    hasProblems = services.problems().length > 0;
    // Once they are gone, they may come back as new ones.
    if (hasProblems || hadProblems) await (await feature()).showProblems();
  };
  const registrations = vscode.Disposable.from(services, feature, services.onDidChange(showProblems));
  if (!vscode.workspace.isTrusted) void feature().then((loaded) => loaded.showIgnoredServices());
  return { services, feature, dispose: () => registrations.dispose() };
}
