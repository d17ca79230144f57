import type * as vscode from 'vscode';
import { askInDialog } from '../workbench/dialog.ts';

export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly agree: string;
}

/** What the user has agreed to once and for all. */
export interface Consents {
  /** Resolves at once where the user agreed before; asks otherwise. A refusal is not remembered. */
  ask(subject: string, question: Question): Promise<boolean>;
}

const memoryKey = 'consents';

export function rememberedConsents(memory: vscode.Memento): Consents {
  const asking = new Map<string, Promise<boolean>>();
  const given = (): string[] => {
    const stored = memory.get<unknown>(memoryKey);
    return Array.isArray(stored) ? stored.filter((subject) => typeof subject === 'string') : [];
  };
  const ask = async (subject: string, { message, detail, agree }: Question) => {
    const agreed = (await askInDialog(message, detail, agree)) === agree;
    if (agreed) await memory.update(memoryKey, [...new Set([...given(), subject])]);
    return agreed;
  };
  return {
    ask(subject, question) {
      if (given().includes(subject)) return Promise.resolve(true);
      // Requests that run side by side share one dialog.
      const answer = asking.get(subject) ?? ask(subject, question).finally(() => asking.delete(subject));
      asking.set(subject, answer);
      return answer;
    },
  };
}
