import * as vscode from 'vscode';
import type { SaveOutcome } from '../document/outcome.ts';
import type { Services } from '../service/services.ts';
import { plainText } from '../workbench/plainText.ts';
import { worksheetProblems } from '../worksheet/diagnostics.ts';
import type { RowFacts } from '../worksheet/facts.ts';
import { worksheetSummary } from '../worksheet/lenses.ts';
import type { WorksheetFile } from '../worksheet/worksheetFile.ts';
import { type Problem, tableColumns, tableRow } from './model.ts';
import type { HostMessage, TableColumn, TableRow, TableState } from './protocol.ts';
import { tableWords } from './words.ts';

/** A row that the page has, and what it was made of. */
interface Sent {
  readonly facts: RowFacts;
  readonly outcome: SaveOutcome | undefined;
  readonly problems: readonly Problem[];
  readonly row: TableRow;
}

/** What the page shows of a worksheet. Only rows that look different are sent again. */
export class SentRows {
  readonly #open: WorksheetFile;
  readonly #services: Services;
  #columns: readonly TableColumn[] = [];
  #rows: readonly Sent[] = [];

  constructor(open: WorksheetFile, services: Services) {
    this.#open = open;
    this.#services = services;
  }

  /** What the page has to know since the last time; all of it for a new page. */
  news(document: vscode.TextDocument, isNewPage: boolean): HostMessage {
    const { worksheet } = this.#open;
    const state = this.#state(document);
    // The page goes on showing the rows of the last text that had some.
    if (worksheet.rows.error) return isNewPage ? this.#whole(state) : { type: 'update', rows: [], state };
    const facts = worksheet.facts();
    const columns = tableColumns(facts, worksheet.name.fields);
    const hasOtherColumns = JSON.stringify(columns) !== JSON.stringify(this.#columns);
    const last = isNewPage || hasOtherColumns || facts.length !== this.#rows.length ? [] : this.#rows;
    this.#columns = columns;
    this.#rows = this.#make(facts, columns, problemsOf(document), last);
    if (last.length === 0) return this.#whole(state);
    const changed = this.#rows.flatMap(({ row }, at) => (row === last[at]?.row ? [] : [[at, row] as const]));
    return { type: 'update', rows: changed, state };
  }

  #whole(state: TableState): HostMessage {
    return { type: 'show', columns: this.#columns, rows: this.#rows.map(({ row }) => row), state, words: tableWords() };
  }

  #state(document: vscode.TextDocument): TableState {
    const { worksheet } = this.#open;
    return {
      summary: worksheetSummary(this.#services, document, worksheet),
      error: worksheet.rows.error && worksheetProblems(document, worksheet)[0]?.[0]?.message,
      isReadOnly: this.#open.isLocked(),
    };
  }

  #make(
    all: readonly RowFacts[],
    columns: readonly TableColumn[],
    problems: readonly Problem[],
    last: readonly Sent[],
  ): Sent[] {
    let next = 0;
    return all.map((facts, at) => {
      const first = next;
      const end = facts.offset + facts.row.text.length;
      while ((problems[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next += 1;
      const outcome = this.#open.worksheet.outcomeOf(facts);
      const made = { facts, outcome, problems: problems.slice(first, next) };
      const before = last[at];
      if (before && isSame(made, before)) return { ...made, row: before.row };
      const row = tableRow(facts, outcome, columns, made.problems);
      return { ...made, row: before && JSON.stringify(before.row) === JSON.stringify(row) ? before.row : row };
    });
  }
}

/** As most rows are. Those with problems are made again, because their places are of the whole text. */
function isSame(made: Omit<Sent, 'row'>, last: Sent): boolean {
  const hasProblem = ({ facts, problems }: Omit<Sent, 'row'>) => facts.problem !== undefined || problems.length > 0;
  if (hasProblem(made) || hasProblem(last)) return false;
  const { row, edits } = made.facts;
  return row === last.facts.row && edits === last.facts.edits && made.outcome === last.outcome;
}

/** The problems of the Problems view, in the order of the text: a table checks nothing itself. */
function problemsOf(document: vscode.TextDocument): Problem[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range, message }) => ({ offset: document.offsetAt(range.start), message: plainText(message, 500) }))
    .toSorted((one, other) => one.offset - other.offset);
}
