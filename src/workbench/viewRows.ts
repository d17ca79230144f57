import type { RecordName } from '../service/services.ts';

/** Which records a command acts on: rows of a view, names, URIs, or the active editor. */
export interface CommandTargets {
  /** Whether the arguments name records by themselves, rather than in text that has to be read. */
  areNamed(argument: unknown, several: unknown): boolean;
  of(argument?: unknown, several?: unknown): readonly RecordName[];
  one(argument?: unknown): RecordName;
}

export function commandTargets(
  one: (argument: unknown) => RecordName,
  selection: () => readonly unknown[],
): CommandTargets {
  const named = (values: readonly unknown[]) => values.filter((value) => !isOtherRow(value)).map(one);
  return {
    one,
    areNamed: (argument, several) =>
      Array.isArray(several) ||
      (typeof argument === 'object' && argument !== null) ||
      (typeof argument === 'string' && argument.startsWith('videorecord://')),
    of(argument, several) {
      if (Array.isArray(several) && several.length > 0) return named(several);
      // A key passes the focused row in a list, which is empty while VS Code rebuilds the tree.
      const given = Array.isArray(argument) ? argument.filter((value) => value !== undefined) : [argument];
      // As in VS Code's own views, one of the selected rows stands for all of them.
      return named(given.length === 1 && selection().includes(given[0]) ? selection() : given);
    },
  };
}

/** Whether an argument is a row of a view: VS Code passes the focused one to every command in the view's title. */
export function isRow(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'kind' in argument;
}

/** A selection may contain rows that are not records. */
function isOtherRow(value: unknown): boolean {
  return isRow(value) && (value as { kind: unknown }).kind !== 'record';
}
