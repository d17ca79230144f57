import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configure } from './records.ts';
import { withStandIn } from './standIn.ts';

/** What a language model tool of ours answers. */
export async function invoke(tool: string, input: unknown, token?: vscode.CancellationToken): Promise<string> {
  const options = { input: input as object, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`videoRecords_${tool}`, options, token);
  assert.equal(content.length, 1);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

/** What stands in the frame of an answer, one object per record. */
export function quoted(answer: string): Record<string, unknown>[] {
  const inside = /<record-content>\n([\s\S]*)\n<\/record-content>$/.exec(answer)?.[1];
  assert.ok(inside !== undefined, answer);
  return inside.split('\n').map((line) => JSON.parse(line));
}

export interface Asked {
  readonly message: string;
  readonly detail: string;
  readonly choices: readonly string[];
}

/** Answers every modal dialog while the task runs. Returns the task's result and what was asked. */
export async function answeringDialogs<T>(
  answer: (asked: Asked) => string | undefined | Promise<string | undefined>,
  task: () => Promise<T>,
): Promise<{ readonly result: T; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const noted = async (message: string, options: vscode.MessageOptions, ...choices: string[]) => {
    assert.ok(options.modal);
    const one = { message, detail: options.detail ?? '', choices };
    asked.push(one);
    return answer(one);
  };
  return { result: await withStandIn('showWarningMessage', noted, task), asked };
}

/** Runs a task as in a workspace that the user does not trust. */
export async function untrusted<T>(task: () => Promise<T>): Promise<T> {
  const original = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
  assert.ok(original);
  Object.defineProperty(vscode.workspace, 'isTrusted', { ...original, get: () => false });
  try {
    return await task();
  } finally {
    Object.defineProperty(vscode.workspace, 'isTrusted', original);
  }
}

/** Runs a task as in a trusted workspace whose settings have these services. */
export async function withWorkspaceServices<T>(services: object, task: () => Promise<T>): Promise<T> {
  const { workspace } = vscode;
  const { getConfiguration } = workspace;
  Reflect.set(workspace, 'getConfiguration', (section?: string) => {
    const configuration = getConfiguration.call(workspace, section);
    if (section !== 'videoRecords') return configuration;
    const get = (key: string, fallback: unknown) => (key === 'services' ? services : configuration.get(key, fallback));
    const inspect = (key: string) => ({ ...configuration.inspect(key), workspaceValue: services });
    return Object.create(configuration, { get: { value: get }, inspect: { value: inspect } });
  });
  try {
    // The settings are read again when they change.
    await configure({}, { requestTimeout: 29 });
    return await task();
  } finally {
    Reflect.set(workspace, 'getConfiguration', getConfiguration);
    await configure({}, { requestTimeout: 30 });
  }
}
