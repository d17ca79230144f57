export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** What package.json allows. VS Code only underlines a value outside of it, and hands it over all the same. */
export const settingBounds = {
  requestTimeout: { minimum: 1, maximum: 600 },
  maxRecordSize: { minimum: 1, maximum: 200 },
  recentLimit: { minimum: 1, maximum: 10_000 },
} as const satisfies Record<string, Bounds>;

/** The nearest number that is allowed; undefined for what is no number at all. */
export function withinBounds(value: unknown, { minimum, maximum }: Bounds): number | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return undefined;
  return Math.min(Math.max(value, minimum), maximum);
}
