import * as vscode from 'vscode';

export function setContext(key: string, value: boolean | string): void {
  void vscode.commands.executeCommand('setContext', `videoRecords.${key}`, value);
}

export type TourStep = 'connect' | 'open' | 'save' | 'conflicts';

/**
 * A step of the walkthrough is done when its context becomes true while VS Code looks. One that was true before it
 * looked would never be, so each is true for a moment only.
 */
export function tickOff(step: TourStep): void {
  setContext(`done.${step}`, true);
  setContext(`done.${step}`, false);
}
