import assert from 'node:assert/strict';
import * as vscode from 'vscode';

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
