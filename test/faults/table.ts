import { actions } from './actions.ts';
import type { Cell } from './cells.ts';
import { faults } from './faults.ts';
import { legend, word } from './outcomes.ts';

const notRun = '·';
const broken = 'BROKEN';

export type CellState = 'held' | 'broken' | 'not run';

/** Rows are faults, columns are actions; every cell is there. */
export function markdownTable(cells: readonly Cell[], stateOf: (cell: Cell) => CellState): string {
  const shown = (cell: Cell) => {
    if ('reason' in cell.outcome) return word(cell.outcome, cell.action);
    const state = stateOf(cell);
    if (state === 'held') return word(cell.outcome, cell.action);
    return state === 'broken' ? broken : notRun;
  };
  const lines = [
    ['fault', ...actions.map(({ name }) => name)],
    ['', ...actions.map(() => '')],
    ...faults.map((fault) => [fault.name, ...cells.filter((cell) => cell.fault === fault).map(shown)]),
  ];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const [head, , ...body] = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...body].map((line) => `| ${line?.join(' | ')} |`).join('\n');
}

export function explanation(cells: readonly Cell[], stateOf: (cell: Cell) => CellState): string {
  const count = (state: CellState) =>
    cells.filter((cell) => !('reason' in cell.outcome) && stateOf(cell) === state).length;
  const left = count('not run');
  return [
    `${count('held')} cells held, ${count('broken')} broken, ${left} not run.`,
    ...(left > 0 ? [`${notRun}: not run in the short form; \`npm run test:faults -- --long\` runs every cell.`] : []),
    ...Object.entries(legend).map(([name, meaning]) => `${name}: ${meaning}`),
  ].join('\n\n');
}
