import type { Action } from './action.ts';
import { actions } from './actions.ts';
import { type Fault, faults } from './faults.ts';
import { expected, type NotApplicable, type Outcome } from './outcomes.ts';

export interface Cell {
  readonly fault: Fault;
  readonly action: Action;
  readonly outcome: Outcome | NotApplicable;
  /** Part of the short form. */
  readonly short: boolean;
}

/** Each fault with each action. In the short form each fault meets one action, each in turn. */
export function matrix(): readonly Cell[] {
  return faults.flatMap((fault, row) => {
    const cells = actions.map((action) => ({ fault, action, outcome: expected(fault.class, action) }));
    const possible = cells.filter(({ outcome }) => !('reason' in outcome));
    const chosen = possible[row % possible.length];
    return cells.map((cell) => ({ ...cell, short: cell === chosen }));
  });
}
