import * as vscode from 'vscode';

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
  const ask = async (subject: string, question: Question) => {
    const agreed = await askInDialog(question);
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

async function askInDialog({ message, detail, agree }: Question): Promise<boolean> {
  try {
    return (await vscode.window.showWarningMessage(message, { modal: true, detail }, agree)) === agree;
  } catch {
    // A window that can't show dialogs, as in tests of extensions, can't agree to anything.
    return false;
  }
}
