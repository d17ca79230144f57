export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** What package.json allows. VS Code only underlines a value outside of it, and hands it over all the same. */
export const settingBounds = {
  requestTimeout: { minimum: 0.1, maximum: 600 },
  maxRecordSize: { minimum: 0.001, maximum: 200 },
  recentLimit: { minimum: 0, maximum: 10_000 },
} as const satisfies Record<string, Bounds>;

/** The most for a number above it; undefined for one that is too small to mean anything, and for what is no number. */
export function withinBounds(value: unknown, { minimum, maximum }: Bounds): number | undefined {
  return typeof value === 'number' && value >= minimum ? Math.min(value, maximum) : undefined;
}
