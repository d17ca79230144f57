import type { RecordName } from '../service/services.ts';

/** Which records a command acts on: rows of a view, names, URIs, or the active editor. */
export interface CommandTargets {
  /** Whether the arguments name records directly, not as text to parse. */
  areNamed(argument: unknown, several: unknown): boolean;
  /** A menu passes the row it was opened on, and all selected rows if that is one of several. */
  of(argument?: unknown, several?: unknown): readonly RecordName[];
  one(argument?: unknown): RecordName;
}

export function commandTargets(one: (argument: unknown) => RecordName): CommandTargets {
  return {
    one,
    areNamed: (argument, several) =>
      Array.isArray(several) ||
      (typeof argument === 'object' && argument !== null) ||
      (typeof argument === 'string' && argument.startsWith('videorecord://')),
    of(argument, several) {
      const given = Array.isArray(several) && several.length > 0 ? several : [argument].flat();
      return given.filter((value) => !isOtherRow(value)).map(one);
    },
  };
}

/** Whether an argument is a row of a view: VS Code passes the focused one to every command in the view's title. */
export function isRow(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'kind' in argument;
}

/** A selection may contain rows that are not about a record. */
function isOtherRow(value: unknown): boolean {
  return isRow(value) && !Number.isSafeInteger((value as { id?: unknown }).id);
}
