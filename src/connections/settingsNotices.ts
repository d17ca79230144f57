import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { isObject } from '../record/valueShapes.ts';
import { offer, runCommand } from '../workbench/failure.ts';
import { sentences } from '../workbench/plainText.ts';
import type { ConfiguredServices } from './configuredServices.ts';
import { openServiceSettings } from './manageServices.ts';
import { settingProblemMessage, words } from './messages.ts';

const shownKey = 'toldOfIgnoredServices';

/** Notifications about the settings of services. */
export function settingsNotices(services: ConfiguredServices, memory: vscode.Memento) {
  let shown: ReadonlySet<string> = new Set();
  return {
    /** Each problem once, until it is gone. */
    async showProblems(): Promise<void> {
      const problems = services.problems().map(settingProblemMessage);
      const newOnes = problems.filter((problem) => !shown.has(problem));
      shown = new Set(problems);
      if (newOnes.length === 0) return;
      await offer(sentences(...newOnes), [[words.openSettings(), openServiceSettings]], 'warning');
    },
    /** VS Code silently drops the services of an untrusted workspace from the settings, so its files are read. */
    async showIgnoredServices(): Promise<void> {
      if (memory.get(shownKey) === true || !(await workspaceNamesServices())) return;
      await memory.update(shownKey, true);
      await offer(words.servicesIgnored(), [[words.manageTrust(), () => runCommand('workbench.trust.manage')]]);
    },
  };
}

const servicesKey = 'videoRecords.services';

async function workspaceNamesServices(): Promise<boolean> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const files = workspaceFolders.map(({ uri }) => vscode.Uri.joinPath(uri, '.vscode', 'settings.json'));
  const settings = await Promise.all([
    ...files.map(readJson),
    workspaceFile ? readJson(workspaceFile).then((workspace) => member(workspace, 'settings')) : undefined,
  ]);
  return settings.some((setting) => {
    const services = member(setting, servicesKey);
    const isSingle = isObject(setting) && Object.keys(setting).some((name) => name.startsWith(`${servicesKey}.`));
    return isSingle || (isObject(services) && Object.keys(services).length > 0);
  });
}

async function readJson(uri: vscode.Uri): Promise<unknown> {
  try {
    return parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  } catch {
    return undefined;
  }
}

function member(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}
