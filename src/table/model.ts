import type { SaveOutcome } from '../document/outcome.ts';
import { type FieldType, fieldType } from '../record/fields.ts';
import { formatString } from '../record/format.ts';
import { stringValue } from '../record/json.ts';
import type { RecordText } from '../record/text.ts';
import { cut } from '../record/textEdits.ts';
import { fieldWords } from '../workbench/fieldWords.ts';
import { oneLine } from '../workbench/plainText.ts';
import type { RowFacts } from '../worksheet/facts.ts';
import { rowTitle } from '../worksheet/messages.ts';
import type { CellKind, CellMark, TableColumn, TableRow } from './protocol.ts';

export interface Problem {
  readonly offset: number;
  readonly message: string;
}

/** A longer value is edited as JSON. */
const longest = 20_000;
const maxProblems = 20;

const kinds: Readonly<Record<FieldType, CellKind>> = {
  text: 'text',
  textOrNull: 'text',
  texts: 'list',
  list: 'list',
  flag: 'flag',
  integer: 'number',
  integerOrNull: 'number',
  numberOrNull: 'number',
};

/** `id`, `title` if it is there, and the other fields as they were chosen, else as the rows have them. */
export function tableColumns(facts: readonly RowFacts[], chosen: readonly string[] | undefined): TableColumn[] {
  const names = new Set(chosen);
  if (!chosen) for (const { row } of facts) for (const name of row.record?.fields.keys() ?? []) names.add(name);
  const isFirst = (name: string) => Number(name === 'title');
  const rest = [...names].filter((name) => name !== 'id').toSorted((one, other) => isFirst(other) - isFirst(one));
  return ['id', ...rest].map((field) => {
    const type = fieldType(field);
    return {
      field,
      label: oneLine(fieldWords(field)?.label ?? field, 60),
      ...(type && { kind: kinds[type] }),
      isNullable: !type || type.endsWith('OrNull'),
    };
  });
}

/** What the page shows of a row. The problems are in the order of the text. */
export function tableRow(
  facts: RowFacts,
  outcome: SaveOutcome | undefined,
  columns: readonly TableColumn[],
  problems: readonly Problem[],
): TableRow {
  const { row, id, problem } = facts;
  const raws = columns.map(({ field }) => row.record?.fields.get(field)?.raw ?? null);
  const isCut = raws.flatMap((raw, column) => ((raw?.length ?? 0) > longest ? [column] : []));
  return {
    id: id ?? 0,
    cells: raws.map((raw, column) => (raw !== null && isCut.includes(column) ? beginning(raw) : raw)),
    cut: isCut,
    marks: marksOf(facts, columns, problems),
    // Changed cells are marked themselves.
    status: rowTitle({ ...facts, id: undefined, edits: undefined }, outcome),
    isLocked: id === undefined || problem !== undefined,
  };
}

function beginning(raw: string): string {
  return formatString(cut(raw.startsWith('"') ? stringValue(raw) : raw, 1_000));
}

/** A problem that is at no field is said at the ID. */
function marksOf({ row, offset, edits }: RowFacts, columns: readonly TableColumn[], problems: readonly Problem[]) {
  const marks: Record<number, CellMark> = {};
  const changes = new Map(edits?.changes.map(({ field, kind }) => [field, kind]));
  const messages = Map.groupBy(problems, (problem) => fieldAt(row.record, problem.offset - offset) ?? 'id');
  for (const [column, { field }] of columns.entries()) {
    const change = changes.get(field);
    const said = messages.get(field)?.map(({ message }) => message) ?? [];
    if (change || said.length > 0) {
      marks[column] = { ...(change && { change }), problems: said.slice(0, maxProblems) };
    }
  }
  return marks;
}

function fieldAt(record: RecordText | undefined, place: number): string | undefined {
  const fields = [...(record?.fields.values() ?? [])];
  return fields.find(({ keyOffset, offset, length }) => keyOffset <= place && place <= offset + length)?.key;
}
