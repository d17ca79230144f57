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

/** A row of the page, and what it was made of. */
interface Made {
  readonly facts: RowFacts;
  readonly outcome: SaveOutcome | undefined;
  readonly problems: string;
  readonly row: TableRow;
}

/** What the page shows of a worksheet. Only rows that have changed are made and sent again. */
export class ShownRows {
  readonly #open: WorksheetFile;
  readonly #services: Services;
  #columns: readonly TableColumn[] = [];
  #made: readonly Made[] = [];

  constructor(open: WorksheetFile, services: Services) {
    this.#open = open;
    this.#services = services;
  }

  /** What the page has to know since the last time; all of it for a new page. */
  news(document: vscode.TextDocument, isNewPage: boolean): HostMessage {
    const { worksheet } = this.#open;
    const state = this.#state(document);
    // The page goes on showing the rows of the last text that had some.
    if (worksheet.rows.error && !isNewPage) return { type: 'update', rows: [], state };
    const facts = worksheet.facts();
    const columns = tableColumns(facts, worksheet.name.fields);
    const isOther =
      isNewPage || facts.length !== this.#made.length || JSON.stringify(columns) !== JSON.stringify(this.#columns);
    const before = isOther ? [] : this.#made;
    this.#columns = columns;
    this.#made = this.#make(facts, problemsOf(document), before);
    const rows = this.#made.map(({ row }) => row);
    if (isOther) return { type: 'show', columns, rows, state, words: tableWords() };
    const changed = rows.flatMap((row, at) => (row === before[at]?.row ? [] : [[at, row] as const]));
    return { type: 'update', rows: changed, state };
  }

  #state(document: vscode.TextDocument): TableState {
    const { worksheet } = this.#open;
    return {
      summary: worksheetSummary(this.#services, document, worksheet),
      error: worksheet.rows.error && worksheetProblems(document, worksheet)[0]?.[0]?.message,
      isReadOnly: this.#open.isLocked(),
    };
  }

  #make(facts: readonly RowFacts[], problems: readonly Problem[], before: readonly Made[]): Made[] {
    const { worksheet } = this.#open;
    let next = 0;
    return facts.map((one, at) => {
      const first = next;
      const end = one.offset + one.row.text.length;
      while ((problems[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next += 1;
      const own = problems.slice(first, next);
      const said = own.map(({ offset, message }) => `${offset - one.offset} ${message}`).join('\n');
      const made = { facts: one, outcome: worksheet.outcomeOf(one), problems: said };
      const last = before[at];
      if (last && isSame(last, made)) return last;
      return { ...made, row: tableRow(worksheet, one, this.#columns, own) };
    });
  }
}

function isSame(one: Made, other: Omit<Made, 'row'>): boolean {
  const [a, b] = [one.facts, other.facts];
  const areFactsSame = a.row === b.row && a.edits === b.edits && a.problem?.kind === b.problem?.kind;
  return areFactsSame && one.outcome === other.outcome && one.problems === other.problems;
}

/** The problems of the Problems view, in the order of the text: a table checks nothing itself. */
function problemsOf(document: vscode.TextDocument): Problem[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range, message }) => ({ offset: document.offsetAt(range.start), message: plainText(message, 500) }))
    .toSorted((one, other) => one.offset - other.offset);
}
