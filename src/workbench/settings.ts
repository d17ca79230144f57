import * as vscode from 'vscode';

/**
 * A setting that a workspace can't change. VS Code ignores it there, but not a key such as `history.x`, which would make an
 * object of the setting.
 */
export function userSetting(name: string): unknown {
  const { globalValue, defaultValue } = vscode.workspace.getConfiguration('videoRecords').inspect(name) ?? {};
  return globalValue ?? defaultValue;
}

/** The setting if it is within its bounds, else that of the user, else its default. */
export function numberSetting(name: keyof typeof settingBounds): number {
  const configuration = vscode.workspace.getConfiguration('videoRecords');
  const bounds = settingBounds[name];
  return (
    withinBounds(configuration.get(name), bounds) ??
    withinBounds(userSetting(name), bounds) ??
    configuration.inspect<number>(name)?.defaultValue ??
    bounds.minimum
  );
}

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** The bounds in package.json. VS Code only underlines a value outside of them, and still returns it. */
export const settingBounds = {
  requestTimeout: { minimum: 0.1, maximum: 600 },
  maxRecordSize: { minimum: 0.001, maximum: 200 },
  recentLimit: { minimum: 0, maximum: 1000 },
} as const satisfies Record<string, Bounds>;

/** The maximum for a larger number; undefined for a smaller one than the minimum, and for anything but a number. */
export function withinBounds(value: unknown, { minimum, maximum }: Bounds): number | undefined {
  return typeof value === 'number' && value >= minimum ? Math.min(value, maximum) : undefined;
}
