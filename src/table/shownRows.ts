import * as vscode from 'vscode';
import type { Services } from '../service/services.ts';
import { plainText } from '../workbench/plainText.ts';
import { worksheetProblems } from '../worksheet/diagnostics.ts';
import type { RowFacts } from '../worksheet/facts.ts';
import { worksheetSummary } from '../worksheet/lenses.ts';
import type { WorksheetFile } from '../worksheet/worksheetFile.ts';
import { type Problem, tableColumns, tableRow } from './model.ts';
import type { HostMessage, TableColumn, TableRow, TableState } from './protocol.ts';
import { tableWords } from './words.ts';

/** What the page shows of a worksheet. Only rows that look different are sent again. */
export class ShownRows {
  readonly #open: WorksheetFile;
  readonly #services: Services;
  #columns = '';
  /** The rows that the page has, as JSON. */
  #rows: readonly string[] = [];

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
    const rows = this.#make(facts, columns, problemsOf(document));
    const [lastColumns, last] = [this.#columns, this.#rows];
    this.#columns = JSON.stringify(columns);
    this.#rows = rows.map((row) => JSON.stringify(row));
    if (isNewPage || rows.length !== last.length || this.#columns !== lastColumns) {
      return { type: 'show', columns, rows, state, words: tableWords() };
    }
    const changed = rows.flatMap((row, at) => (this.#rows[at] === last[at] ? [] : [[at, row] as const]));
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

  #make(facts: readonly RowFacts[], columns: readonly TableColumn[], problems: readonly Problem[]): TableRow[] {
    let next = 0;
    return facts.map((one) => {
      const first = next;
      const end = one.offset + one.row.text.length;
      while ((problems[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next += 1;
      return tableRow(this.#open.worksheet, one, columns, problems.slice(first, next));
    });
  }
}

/** The problems of the Problems view, in the order of the text: a table checks nothing itself. */
function problemsOf(document: vscode.TextDocument): Problem[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range, message }) => ({ offset: document.offsetAt(range.start), message: plainText(message, 500) }))
    .toSorted((one, other) => one.offset - other.offset);
}
