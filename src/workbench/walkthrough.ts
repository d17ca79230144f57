import * as vscode from 'vscode';
import { quietTimers } from './scheduling.ts';

/** The events that complete steps of the walkthrough. */
export interface WalkthroughEvents {
  readonly services: { all(): readonly unknown[]; readonly onDidChange: vscode.Event<void> };
  readonly onDidHappen: vscode.Event<{ readonly kind: string; readonly active?: boolean }>;
}

type TourStep = 'connect' | 'open' | 'save' | 'conflicts';

const quietMs = 300;

/** Completes the steps of the walkthrough as they are done. */
export function walkthrough({ services, onDidHappen }: WalkthroughEvents): vscode.Disposable {
  const timers = quietTimers();
  const connected = () => {
    if (services.all().length > 0) complete('connect');
  };
  return vscode.Disposable.from(
    timers,
    services.onDidChange(connected),
    // Once for many records: with each change of a context the workbench evaluates all its conditions.
    onDidHappen((event) => {
      for (const step of stepsOf(event)) timers.schedule(step, quietMs, () => complete(step));
    }),
  );
}

function stepsOf({ kind, active }: { readonly kind: string; readonly active?: boolean }): readonly TourStep[] {
  if (kind === 'read') return ['connect', 'open'];
  if (kind === 'saved') return ['save'];
  return kind === 'conflict' && active ? ['conflicts'] : [];
}

/**
 * VS Code completes a step when its context becomes true while it listens. A context that was true before would never
 * complete the step, so each is true for a moment only.
 */
function complete(step: TourStep): void {
  for (const value of [true, false]) {
    void vscode.commands.executeCommand('setContext', `videoRecords.done.${step}`, value);
  }
}
