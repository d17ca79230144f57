import * as vscode from 'vscode';
import type { ToolParts } from './tools.ts';

const names = ['find', 'read', 'edit', 'save'] as const;

/** Registers the tools for language models. What they do is loaded when the first of them is used. */
export function agentTools(parts: ToolParts): vscode.Disposable {
  const load = async () => (await import('./tools.ts')).tools(parts);
  const registrations = names.map((name) =>
    vscode.lm.registerTool(`videoRecords_${name}`, {
      prepareInvocation: async (options, token) => (await load())[name].prepareInvocation?.(options, token),
      invoke: async (options, token) => (await load())[name].invoke(options, token),
    }),
  );
  return vscode.Disposable.from(...registrations);
}
