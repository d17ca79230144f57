import * as vscode from 'vscode';
import type { PlainText } from './plainText.ts';

export const noticeableMs = 700;

/**
 * Runs a task that can be cancelled. Progress with a Cancel button appears only once the task takes noticeable time.
 * The promise settles when the task does, even if it was cancelled.
 */
export async function withProgress<T>(
  title: PlainText,
  task: (signal: AbortSignal, report: (message: PlainText, percent: number) => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let shown: vscode.Progress<{ readonly message: string; readonly increment: number }> | undefined;
  let reported = 0;
  const running = task(abort.signal, (message, percent) => {
    if (!shown) return;
    shown.report({ message, increment: percent - reported });
    reported = percent;
  });
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        shown = progress;
        token.onCancellationRequested(() => abort.abort());
        return Promise.allSettled([running]);
      },
    );
  }, noticeableMs);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}

/** With a moving bar in a view, and no words. */
export async function withProgressIn<T>(viewId: string, task: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, task);
}
