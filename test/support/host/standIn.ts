import * as vscode from 'vscode';

type Question =
  | 'createQuickPick'
  | 'setStatusBarMessage'
  | 'showErrorMessage'
  | 'showInformationMessage'
  | 'showInputBox'
  | 'showQuickPick'
  | 'showWarningMessage';

/** Runs a task while a function answers one of VS Code's questions: inside the extension host nobody can click. */
export async function withStandIn<T>(
  question: Question,
  // biome-ignore lint/suspicious/noExplicitAny: each question has its own arguments.
  answer: (...args: any[]) => unknown,
  task: () => PromiseLike<T>,
): Promise<T> {
  const original = Reflect.get(vscode.window, question);
  Reflect.set(vscode.window, question, answer);
  try {
    return await task();
  } finally {
    Reflect.set(vscode.window, question, original);
  }
}
