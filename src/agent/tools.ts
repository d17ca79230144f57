import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { words } from '../worksheet/messages.ts';
import { editRecords } from './editTool.ts';
import { findRecords } from './findTool.ts';
import { checkRecords, readRecords } from './readTool.ts';
import { saveRecords } from './saveTool.ts';
import { type Answer, answerText, failedRecord } from './toolAnswers.ts';
import { parseInput, type ToolInput, type ToolName } from './toolInputs.ts';
import { type ToolParts, ToolRefusal } from './toolTargets.ts';

/** The tools, loaded when the first of them is used. Whatever happens is an answer, not an error. */
export function tools(parts: ToolParts): Record<ToolName, vscode.LanguageModelTool<unknown>> {
  return {
    find: tool('find', (input, signal) => findRecords(parts, input, signal)),
    read: tool('read', (input, signal) => readRecords(parts, input, signal)),
    check: tool('check', (input, signal) => checkRecords(parts, input, signal)),
    edit: tool('edit', (input) => editRecords(parts, input)),
    save: tool('save', (input, signal) => saveRecords(parts, input, signal)),
  };
}

function tool<N extends ToolName>(
  name: N,
  run: (input: ToolInput<N>, signal: AbortSignal) => Promise<Answer>,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation({ input: given }) {
      const parsed = parseInput(name, given);
      return 'input' in parsed ? { invocationMessage: invocationMessages[name](parsed.input) } : {};
    },
    async invoke({ input: given }, token) {
      const parsed = parseInput(name, given);
      const answer =
        'input' in parsed ? await orAnswer((signal) => run(parsed.input, signal), token) : { says: parsed.wrong };
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answerText(answer))]);
    },
  };
}

async function orAnswer(
  run: (signal: AbortSignal) => Promise<Answer>,
  token: vscode.CancellationToken,
): Promise<Answer> {
  const abort = new AbortController();
  const listener = token.onCancellationRequested(() => abort.abort());
  try {
    if (token.isCancellationRequested) abort.abort();
    abort.signal.throwIfAborted();
    return await run(abort.signal);
  } catch (failure) {
    if (abort.signal.aborted) return { says: 'Cancelled by the user.' };
    if (failure instanceof ToolRefusal) return { says: failure.message };
    return { says: 'The call failed.', records: [failedRecord({}, failure)] };
  } finally {
    listener.dispose();
  }
}

/** What the chat shows while a tool runs. */
const invocationMessages: { readonly [N in ToolName]: (input: ToolInput<N>) => string } = {
  find: () => l10n.t('Searching recent records'),
  read: ({ ids }) => {
    const [first] = ids;
    return ids.length === 1 ? l10n.t('Reading record {0}', first ?? '') : words.reading(ids.length);
  },
  check: () => l10n.t('Checking records'),
  edit: ({ records }) => {
    const [first] = records;
    return records.length === 1
      ? l10n.t('Editing record {0}, without saving', first?.id ?? '')
      : l10n.t('Editing {0} records, without saving', records.length);
  },
  save: () => l10n.t('Asking to save records'),
};
