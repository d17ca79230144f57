import * as vscode from 'vscode';

const noticeableMs = 700;

/**
 * Runs a task that can be cancelled. Progress with a Cancel button appears only once the task takes noticeable time.
 * The promise settles when the task does: a cancelled task decides itself what is left to say.
 */
export async function withProgress<T>(title: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const running = task(abort.signal);
  const settled = running.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_, token) => {
        token.onCancellationRequested(() => abort.abort());
        return settled;
      },
    );
  }, noticeableMs);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}
