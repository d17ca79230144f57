import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { RecordText } from '../record/text.ts';
import { UserError } from '../workbench/commands.ts';
import { cellOf, guarded, unguarded } from './cells.ts';
import { csvWords } from './messages.ts';

/** A row under the header, with the line that it begins on. */
export interface CsvRow {
  readonly line: number;
  /** By column. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Whatever is exported can be compared again. */
export const maxRecordsInFile = 20_000;
const maxRowMegabytes = 20;
/** Twice as many as 20,000 records have. Each takes memory and time, however short it is. */
const maxCells = 2_000_000;
const longestHeader = 1_000_000;

/** `id` first, `updated` last: it tells later whether someone changed the record. */
export function columnsOf(records: Iterable<RecordText>, fields?: readonly string[]): readonly string[] {
  const all = new Set(fields ?? [...records].flatMap((record) => [...record.fields.keys()]));
  return ['id', ...[...all].filter((field) => field !== 'id' && field !== 'updated'), 'updated'];
}

/** For spreadsheets: UTF-8 with a byte order mark, CRLF, every cell in quotes. */
export function csvText(records: Iterable<RecordText>, columns: readonly string[]): string {
  const rows = Array.from(records, ({ fields }) => columns.map((column) => cellOf(column, fields.get(column)?.raw)));
  return stringify([columns.map(guarded), ...rows], {
    bom: true,
    quoted: true,
    quoted_empty: true,
    record_delimiter: '\r\n',
  });
}

/** The rows of a CSV with a column `id`. Columns without a name of their own and rows of another length are left out. */
export function readCsv(text: string): { readonly rows: readonly CsvRow[]; readonly problems: readonly string[] } {
  // Within a cell too, where the parser would count two lines.
  const content = text.replaceAll('\r\n', '\n');
  const start = content.slice(0, longestHeader);
  const delimiter = [',', ';', '\t'].find((one) => headerOf(start, one)?.includes('id'));
  if (delimiter === undefined) throw new UserError(csvWords.noId());
  const [header, ...lines] = rowsOf(content, delimiter);
  const columns = header?.cells.map(unguarded) ?? [];
  const byName = Map.groupBy(columns, (column) => column);
  const isUsable = (column: string) => column !== '' && byName.get(column)?.length === 1;
  if (!isUsable('id')) throw new UserError(csvWords.repeatedColumn('id'));
  const unusable = [...new Set(columns.filter((column) => !isUsable(column)))];
  const problems = unusable.map((column) =>
    column === '' ? csvWords.namelessColumn() : csvWords.repeatedColumn(column),
  );
  const rows = lines.flatMap(({ line, cells }): CsvRow | [] => {
    if (cells.length !== columns.length) {
      problems.push(csvWords.otherLength(line, cells.length, columns.length));
      return [];
    }
    const named = columns.map((column, at) => [column, cells[at] ?? ''] as const);
    return { line, cells: new Map(named.filter(([column]) => isUsable(column))) };
  });
  return { rows, problems };
}

export function tooManyRecords(): UserError {
  return new UserError(csvWords.tooMany(maxRecordsInFile));
}

function headerOf(text: string, delimiter: string): readonly string[] | undefined {
  try {
    const [header] = parse(text, { ...options, delimiter, to: 1 });
    return header?.map(unguarded);
  } catch {
    return undefined;
  }
}

function rowsOf(text: string, delimiter: string) {
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let end = 0;
  let count = 0;
  const add = (cells: string[], { lines }: { readonly lines: number }) => {
    end = lines;
    // The header is a row too.
    if (rows.length > maxRecordsInFile) throw tooManyRecords();
    count += cells.length;
    if (count > maxCells) throw new UserError(csvWords.tooManyCells(maxCells));
    rows.push({ line: lines - (cells.join('').match(/[\r\n]/g)?.length ?? 0), cells });
    return null;
  };
  try {
    parse(text, { ...options, delimiter, on_record: add });
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    if (failure.code === 'CSV_MAX_RECORD_SIZE') throw new UserError(csvWords.longRow(end + 1, maxRowMegabytes));
    const isUnclosed = failure.code === 'CSV_QUOTE_NOT_CLOSED';
    throw new UserError(isUnclosed ? csvWords.unclosedQuote(end + 1) : csvWords.strayQuote(end + 1));
  }
  return rows;
}

const options = {
  record_delimiter: ['\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxRowMegabytes * 1024 * 1024,
};
