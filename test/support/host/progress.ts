import * as vscode from 'vscode';
import { noticeableMs } from '../../../src/workbench/progress.ts';

/** Tells what progress would be shown, and cancels it at its first message. */
export async function cancellingProgress<T>(task: () => Promise<T>) {
  const { window } = vscode;
  const { withProgress } = window;
  const shown: { readonly options: vscode.ProgressOptions; readonly messages: string[] }[] = [];
  Reflect.set(window, 'withProgress', (options: vscode.ProgressOptions, run: (...given: unknown[]) => unknown) => {
    const messages: string[] = [];
    shown.push({ options, messages });
    const cancelled = new vscode.CancellationTokenSource();
    const report = ({ message }: { readonly message: string }) => {
      messages.push(message);
      cancelled.cancel();
    };
    return run({ report }, cancelled.token);
  });
  try {
    return { result: await task(), shown };
  } finally {
    Reflect.set(window, 'withProgress', withProgress);
  }
}

/** Shows progress without waiting for how long the task takes, which depends on the machine. */
export async function progressAtOnce<T>(task: () => Promise<T>): Promise<T> {
  const { setTimeout: later } = globalThis;
  const atOnce = (run: (...given: unknown[]) => void, milliseconds?: number, ...given: unknown[]) => {
    if (milliseconds !== noticeableMs) return later(run, milliseconds, ...given);
    run();
    return undefined;
  };
  Reflect.set(globalThis, 'setTimeout', atOnce);
  try {
    return await task();
  } finally {
    Reflect.set(globalThis, 'setTimeout', later);
  }
}
