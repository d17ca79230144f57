import type { RecordName } from '../service/services.ts';

/** Which records a command means: rows, names, URIs, or the active editor. */
export interface Targets {
  /** Whether the arguments are such, rather than text that names records. */
  areNamedBy(argument: unknown, several: unknown): boolean;
  of(argument?: unknown, several?: unknown): readonly RecordName[];
  one(argument?: unknown): RecordName;
}

export function commandTargets(one: (argument: unknown) => RecordName, selection: () => readonly unknown[]): Targets {
  const named = (values: readonly unknown[]) => values.filter((value) => !isGroup(value)).map(one);
  return {
    one,
    areNamedBy: (argument, several) =>
      Array.isArray(several) ||
      (typeof argument === 'object' && argument !== null) ||
      (typeof argument === 'string' && argument.startsWith('videorecord://')),
    of(argument, several) {
      if (Array.isArray(several) && several.length > 0) return named(several);
      // A key brings the row that has the focus in a list, and nothing in it while VS Code builds the tree anew.
      const given = Array.isArray(argument) ? argument.filter((value) => value !== undefined) : [argument];
      // As everywhere, one of the selected rows stands for all of them.
      return named(given.length === 1 && selection().includes(given[0]) ? selection() : given);
    },
  };
}

/** A selection may hold rows that are no records. */
function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind !== 'record';
}
