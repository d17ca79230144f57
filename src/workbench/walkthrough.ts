import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { quietTimers } from './scheduling.ts';

/** What happened to a record. */
interface Happening {
  readonly kind: string;
  readonly active?: boolean;
}

type TourStep = 'connect' | 'open' | 'save' | 'conflicts';

const quietMs = 300;

/** Completes the steps of the walkthrough as they are done. */
export function walkthrough(
  services: Pick<Services, 'all' | 'onDidChange'>,
  onDidHappen: vscode.Event<Happening>,
): vscode.Disposable {
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

function stepsOf({ kind, active }: Happening): readonly TourStep[] {
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
