import * as vscode from 'vscode';
import { plainText } from '../workbench/plainText.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { openServiceSettings } from './openSettings.ts';

/** Tells what is wrong with the settings, once for each fault. */
export function serviceNotices(services: ConfiguredServices): vscode.Disposable {
  let told: ReadonlySet<string> = new Set();
  const tell = async () => {
    const problems = services.problems();
    const news = problems.filter((problem) => !told.has(problem));
    told = new Set(problems);
    if (news.length === 0) return;
    const message = plainText(news.join(' '), 600);
    if ((await vscode.window.showWarningMessage(message, 'Open Settings')) !== undefined) await openServiceSettings();
  };
  void tell();
  return services.onDidChange(tell);
}
