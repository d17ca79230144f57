import * as vscode from 'vscode';

export function setContext(key: string, value: boolean | string): void {
  void vscode.commands.executeCommand('setContext', `videoRecords.${key}`, value);
}

/**
 * A step of the walkthrough is done when its context becomes true while VS Code looks. One that was true before it
 * looked would never be, so each is true for a moment only.
 */
export function tickOff(...steps: readonly ('connect' | 'open' | 'save' | 'conflicts')[]): void {
  for (const step of steps) {
    setContext(`done.${step}`, true);
    setContext(`done.${step}`, false);
  }
}
