import { extname } from 'node:path/posix';
import { parseId } from '../record/references.ts';
import { decodeRecord, parseRecord } from '../record/text.ts';
import { RecordTextError } from '../record/textError.ts';
import { UserError } from '../workbench/commands.ts';
import { messageOf } from '../workbench/failureMessages.ts';
import { itemsIn } from '../worksheet/text.ts';
import { maxRecordsInFile, readCsv, tooManyRecords } from './csv.ts';
import { csvWords, leftOut } from './messages.ts';

/** A record as a file has it. */
export interface GivenRecord {
  readonly id: number;
  /** The texts of the fields that it has: cells of a spreadsheet, or JSON. */
  readonly fields: ReadonlyMap<string, string>;
  readonly areCells: boolean;
}

/** What was found in files, and what is left out. */
export interface Given {
  readonly records: readonly GivenRecord[];
  readonly problems: readonly string[];
}

/** The records of a file: a record, a list or lines of them, or rows of a CSV. Throws if it is none of these. */
export function recordsInFile(name: string, bytes: Uint8Array): Given {
  const text = textOf(name, bytes);
  const start = text.trimStart();
  if (start.startsWith('[')) return jsonRecords(name, itemsIn(text));
  if (!start.startsWith('{')) return rowsInFile(name, text);
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== '');
  const areRecords = lines.length > 1 && lines[0]?.trimEnd().endsWith('}');
  return areRecords
    ? jsonRecords(
        name,
        lines.map((line) => ({ text: line })),
      )
    : jsonRecord(name, text);
}

/** All of them, without those whose ID is there more than once: nobody knows which is meant. */
export function together(parts: readonly Given[]): Given {
  const { records: all, problems } = joined(parts);
  const byId = Map.groupBy(all, ({ id }) => id);
  const repeated = [...byId].filter(([, records]) => records.length > 1).map(([id]) => leftOut.repeatedId(id));
  return {
    records: [...byId.values()].flatMap((records) => (records.length > 1 ? [] : records)),
    problems: [...problems, ...repeated],
  };
}

function joined(parts: readonly Given[]): Given {
  return { records: parts.flatMap(({ records }) => records), problems: parts.flatMap(({ problems }) => problems) };
}

function textOf(name: string, bytes: Uint8Array): string {
  try {
    return decodeRecord(bytes);
  } catch (failure) {
    if (!(failure instanceof RecordTextError)) throw failure;
    const isJson = /json/i.test(extname(name));
    throw new UserError(isJson ? csvWords.notUtf8() : csvWords.notCsvUtf8(), { cause: failure });
  }
}

function jsonRecords(name: string, items: Iterable<{ readonly text: string }>): Given {
  const read: Given[] = [];
  for (const { text } of items) {
    if (read.length === maxRecordsInFile) throw tooManyRecords();
    read.push(jsonRecord(name, text, read.length));
  }
  return joined(read);
}

/** `at` is the place in a list. */
function jsonRecord(name: string, text: string, at?: number): Given {
  const where = at === undefined ? name : leftOut.item(name, at + 1);
  try {
    const { fields } = parseRecord(text);
    return given(where, new Map(Array.from(fields, ([key, { raw }]) => [key, raw])), false);
  } catch (failure) {
    return { records: [], problems: [leftOut.because(where, messageOf(failure))] };
  }
}

function rowsInFile(name: string, text: string): Given {
  const { rows, problems } = readCsv(text);
  const read = rows.map(({ line, cells }) => given(leftOut.line(name, line), cells, true));
  return joined([{ records: [], problems: problems.map((one) => leftOut.because(name, one)) }, ...read]);
}

function given(where: string, fields: GivenRecord['fields'], areCells: boolean): Given {
  const id = parseId(fields.get('id')?.trim() ?? '');
  if (id === undefined) return { records: [], problems: [leftOut.because(where, leftOut.noId())] };
  return { records: [{ id, fields, areCells }], problems: [] };
}
