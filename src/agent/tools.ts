import * as vscode from 'vscode';
import { editRecords } from './editTool.ts';
import { findRecords } from './findTool.ts';
import { checkRecords, readRecords } from './readTool.ts';
import { saveRecords } from './saveTool.ts';
import { type Answer, answerText, failedRecord, withoutCredentials } from './toolAnswers.ts';
import { parseInput, type ToolInput, type ToolName, ToolRefusal } from './toolInputs.ts';
import type { ToolParts } from './toolTargets.ts';

type Run<N extends ToolName> = (input: ToolInput<N>, signal: AbortSignal) => Promise<Answer>;

/** The tools, loaded when the first of them is used. Whatever happens is an answer, not an error. */
export function tools(parts: ToolParts): Record<ToolName, vscode.LanguageModelTool<unknown>> {
  const { services } = parts;
  const safeTool = <N extends ToolName>(name: N, run: Run<N>) =>
    tool<N>(name, async (input, signal) => {
      const origins = new Set(services.all().map(({ address }) => address.origin));
      // Read first: where they can't be read, nothing is answered, and nothing is done.
      const secrets = await Promise.all(Array.from(origins, (origin) => services.secrets(origin)));
      return withoutCredentials(await run(input, signal), secrets.flat());
    });
  return {
    find: safeTool('find', (input, signal) => findRecords(parts, input, signal)),
    read: safeTool('read', (input, signal) => readRecords(parts, input, signal)),
    check: safeTool('check', (input, signal) => checkRecords(parts, input, signal)),
    edit: safeTool('edit', (input) => editRecords(parts, input)),
    save: safeTool('save', (input, signal) => saveRecords(parts, input, signal)),
  };
}

function tool<N extends ToolName>(name: N, run: Run<N>): vscode.LanguageModelTool<unknown> {
  const answerTo = async (given: unknown, token: vscode.CancellationToken): Promise<Answer> => {
    const abort = new AbortController();
    const listener = token.onCancellationRequested(() => abort.abort());
    try {
      if (token.isCancellationRequested) abort.abort();
      abort.signal.throwIfAborted();
      return await run(parseInput(name, given), abort.signal);
    } catch (failure) {
      if (abort.signal.aborted) return { says: 'Cancelled by the user.' };
      if (failure instanceof ToolRefusal) return { says: failure.message };
      return { says: 'The call failed.', records: [failedRecord({}, failure)] };
    } finally {
      listener.dispose();
    }
  };
  return {
    async invoke({ input }, token) {
      const text = answerText(await answerTo(input, token));
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}
