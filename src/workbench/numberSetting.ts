import * as vscode from 'vscode';
import { settingBounds, withinBounds } from './settingBounds.ts';

/** The setting if it is within its bounds, else its default. */
export function numberSetting(name: keyof typeof settingBounds): number {
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const { minimum } = settingBounds[name];
  return (
    withinBounds(configuration.get(name), settingBounds[name]) ??
    configuration.inspect<number>(name)?.defaultValue ??
    minimum
  );
}
