/** One line of the table: what was measured, against what, and whether it is where it should be. */
export interface Figure {
  readonly figure: string;
  readonly ours: string;
  /** What VS Code, undici or the smaller case needs by itself, measured in the same run. */
  readonly against: string;
  readonly result: string;
  readonly target: string;
  readonly met: boolean;
}

export function ratioFigure(
  figure: string,
  { ours, floor }: Medians,
  against: string,
  most: number,
  unit = milliseconds,
): Figure {
  const ratio = ours / floor;
  return {
    figure,
    ours: unit(ours),
    against: `${unit(floor)} (${against})`,
    result: `${ratio.toFixed(2)} ×`,
    target: `≤ ${most} ×`,
    met: ratio <= most,
  };
}

export function bounded(figure: string, ours: number, unit: (value: number) => string, most: number): Figure {
  return { figure, ours: unit(ours), against: '', result: unit(ours), target: `≤ ${unit(most)}`, met: ours <= most };
}

export interface Medians {
  readonly ours: number;
  readonly floor: number;
}

export function milliseconds(value: number): string {
  return value < 1 ? `${(value * 1000).toFixed(0)} µs` : `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}

const columns = ['figure', 'ours', 'against', 'result', 'target', 'met'] as const;

export function markdownTable(figures: readonly Figure[]): string {
  const rows = figures.map(cells).map((row) => `| ${row.join(' | ')} |`);
  return [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`, ...rows, ''].join('\n');
}

export function terminalTable(figures: readonly Figure[]): string {
  const rows = [[...columns], ...figures.map(cells)];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')).join('\n');
}

function cells(row: Figure): string[] {
  return columns.map((column) => (column === 'met' ? (row.met ? 'yes' : 'NO') : row[column]));
}
