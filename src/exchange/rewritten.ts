/** A cell of a spreadsheet, as it was written and as it came back. */
export interface ChangedCell {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** A column that a spreadsheet rewrote, with an example. */
export interface RewrittenColumn extends ChangedCell {
  readonly count: number;
}

/** The columns of which most cells changed in the same way, as a spreadsheet does without being asked. */
export function rewrittenColumns(
  cells: readonly ChangedCell[],
  filledIn: (field: string) => number,
): readonly RewrittenColumn[] {
  const columns = Map.groupBy(cells, ({ field }) => field);
  return [...columns.values()].flatMap((changed) => {
    const ways = Map.groupBy(changed, wayOf);
    ways.delete(undefined);
    return [...ways.values()].flatMap(([first, ...others]) => {
      const count = 1 + others.length;
      return first && count * 2 > filledIn(first.field) ? [{ ...first, count }] : [];
    });
  });
}

/** How a spreadsheet would rewrite such a cell: as a date, as a number, or without its zeros and blanks. */
function wayOf({ before, after }: ChangedCell): 'date' | 'number' | 'blanks' | undefined {
  if (before === '') return undefined;
  if (isSameDate(before, after)) return 'date';
  if (/^[-+]?[\d.,]+(e[-+]?\d+)?$/i.test(after) && isNearly(before, after)) return 'number';
  return before.trim() === after.trim() ? 'blanks' : undefined;
}

/** `2014-05-17` as `17.05.2014`, `5/17/14` or with a time: the same numbers in another form. */
function isSameDate(before: string, after: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(before) ?? [];
  if (year === '' || /^\d{4}-\d{2}-\d{2}T/.test(after) || !/^[\d./: -]+$/.test(after)) return false;
  if (formOf(before) === formOf(after)) return false;
  const numbers = new Set(after.match(/\d+/g)?.map(Number));
  const hasYear = numbers.has(Number(year)) || numbers.has(Number(year.slice(2)));
  return hasYear && numbers.has(Number(month)) && numbers.has(Number(day));
}

function formOf(text: string): string {
  return text.replace(/\d/g, '0');
}

/** To the digits that a spreadsheet shows if it drops some, else to the 15 that it keeps. */
function isNearly(before: string, after: string): boolean {
  const [one, other] = [Number(before), Number(after.replace(',', '.'))];
  const isShorter = after.replace(/e.*|\D/gi, '').length < before.replace(/\D/g, '').length;
  return Math.abs(one - other) <= Math.abs(one) * (isShorter ? 0.01 : 1e-14);
}
