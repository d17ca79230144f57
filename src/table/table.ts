import * as vscode from 'vscode';
import type { SaveOutcome } from '../document/outcome.ts';
import type { Services } from '../service/services.ts';
import { reportFailure } from '../workbench/failure.ts';
import { pageFrame } from '../workbench/pageFrame.ts';
import { plainText } from '../workbench/plainText.ts';
import { problemsIn } from '../worksheet/diagnostics.ts';
import type { RowFacts } from '../worksheet/facts.ts';
import { worksheetSummary } from '../worksheet/lenses.ts';
import type { WorksheetFile } from '../worksheet/worksheetFile.ts';
import { type CellCommands, cellCommands } from './cellCommands.ts';
import { valueProblem, writeCells } from './cellEdits.ts';
import { type Problem, tableColumns, tableRow } from './model.ts';
import { openCell } from './openCell.ts';
import {
  type HostMessage,
  type PageMessage,
  pageMessage,
  type TableColumn,
  type TableRow,
  type TableState,
} from './protocol.ts';
import type { TypedSteps } from './typedSteps.ts';
import { tableWords } from './words.ts';

export interface TableParts extends CellCommands {
  readonly services: Services;
  readonly steps: TypedSteps;
  readonly onDidChange: vscode.Event<WorksheetFile>;
  /** The values that other records have in a field. */
  values(service: string, field: string): Promise<readonly string[]>;
  /** The cursor is on another record. */
  rowSelected(id: number): void;
}

/** What a row of the page was made of. */
interface Made {
  readonly facts: RowFacts;
  readonly outcome: SaveOutcome | undefined;
  readonly problems: string;
  readonly row: TableRow;
}

/** One table. It has no state but what is selected: what it shows is the text, and its edits are edits of the text. */
export function table(panel: vscode.WebviewPanel, open: WorksheetFile, extension: vscode.Uri, parts: TableParts) {
  const { webview } = panel;
  const { uri, worksheet } = open;
  const { services, steps } = parts;
  let columns: readonly TableColumn[] = [];
  let made: readonly Made[] = [];
  let isReady = false;

  const send = (message: HostMessage) => void webview.postMessage(message);
  const commands = cellCommands(open, parts);
  const cell = openCell({
    write: (edit) => writeCells(open, [edit]),
    passed: (edit, value) => steps.passed(uri, edit, value),
    settled: (edit, value) => steps.settled(uri, edit, value),
    answer: (edit, message) => send({ type: 'answer', edit, ...(message !== undefined && { message }) }),
  });

  const stateOf = (document: vscode.TextDocument): TableState => ({
    summary: worksheetSummary(services, document, worksheet),
    error: worksheet.rows.error && problemsIn(document, worksheet)[0]?.[0]?.message,
    isReadOnly: open.isLocked(),
  });

  /** Sends the rows that are others than the page has. */
  const refresh = async (isAll = false): Promise<void> => {
    await open.ready();
    const { document } = open.file;
    if (!document || !isReady) return;
    const state = stateOf(document);
    // The page goes on showing the rows of the last text that had some.
    if (worksheet.rows.error && !isAll) return send({ type: 'update', rows: [], state });
    const facts = worksheet.facts();
    const before = made;
    const wanted = tableColumns(facts, worksheet.name.fields);
    const isOther = isAll || facts.length !== made.length || JSON.stringify(wanted) !== JSON.stringify(columns);
    columns = wanted;
    made = madeRows(open, facts, columns, problemsOf(document), isOther ? [] : before);
    const rows = made.map(({ row }) => row);
    if (isOther) return send({ type: 'show', columns, rows, state, words: tableWords() });
    const changed = rows.flatMap((row, at) => (row === before[at]?.row ? [] : [[at, row] as const]));
    send({ type: 'update', rows: changed, state });
  };
  const refreshSoon = soon(() => refresh().catch(reportFailure));

  const edit = async ({ cells, number, isOpen }: PageMessage & { type: 'edit' }): Promise<void> => {
    const message = valueProblem(open, cells);
    const [only, ...others] = cells;
    if (!only || message !== undefined) return send({ type: 'answer', edit: number, message: message ?? '' });
    if (others.length === 0) return cell.type(only, number, isOpen);
    await cell.flush();
    const refusal = await writeCells(open, cells);
    send({ type: 'answer', edit: number, ...(refusal !== undefined && { message: refusal }) });
  };
  const select = ({ id, ids }: PageMessage & { type: 'select' }): void => {
    const isOther = open.tableSelection?.id !== id;
    open.tableSelection = { id, ids };
    if (isOther && panel.active) parts.rowSelected(id);
  };
  const receive = async (message: PageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        isReady = true;
        return refresh(true);
      case 'edit':
        return edit(message);
      case 'select':
        return select(message);
      case 'values': {
        const values = await parts.values(worksheet.name.service, message.field);
        return send({ type: 'values', field: message.field, values });
      }
      default:
        await cell.flush();
        return commands(message);
    }
  };

  const isOurs = (one: vscode.Uri) => one.toString() === uri.toString();
  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage((data) => {
      const message = pageMessage.safeParse(data).data;
      if (message) receive(message).catch(reportFailure);
    }),
    parts.onDidChange((changed) => changed === open && refreshSoon()),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some(isOurs) && refreshSoon()),
    services.onDidChange(refreshSoon),
    vscode.workspace.onWillSaveTextDocument(({ document, waitUntil }) => {
      if (isOurs(document.uri)) waitUntil(cell.flush());
    }),
    panel.onDidChangeViewState(() => void cell.flush()),
  );
  panel.onDidDispose(() => {
    subscriptions.dispose();
    void cell.flush();
  });
  const file = (...path: readonly string[]) => vscode.Uri.joinPath(extension, ...path);
  webview.options = { enableScripts: true, localResourceRoots: [file('dist'), file('media', 'table')] };
  const files = { script: 'table.js', style: 'table/table.css', title: tableWords().table };
  webview.html = pageFrame(webview, extension, files);
}

function madeRows(
  { worksheet }: WorksheetFile,
  facts: readonly RowFacts[],
  columns: readonly TableColumn[],
  problems: readonly Problem[],
  before: readonly Made[],
): Made[] {
  let next = 0;
  return facts.map((one, at) => {
    const first = next;
    const end = one.offset + one.row.text.length;
    while ((problems[next]?.offset ?? Infinity) < end) next += 1;
    const own = problems.slice(first, next);
    const said = own.map(({ offset, message }) => `${offset - one.offset} ${message}`).join('\n');
    const outcome = worksheet.outcomeOf(one);
    const last = before[at];
    const isSame =
      last?.facts.row === one.row &&
      last.facts.edits === one.edits &&
      last.facts.problem?.kind === one.problem?.kind &&
      last.outcome === outcome &&
      last.problems === said;
    return isSame ? last : { facts: one, outcome, problems: said, row: tableRow(worksheet, one, columns, own) };
  });
}

/** The problems of the Problems view, in the order of the text: a table checks nothing itself. */
function problemsOf(document: vscode.TextDocument): Problem[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range, message }) => ({ offset: document.offsetAt(range.start), message: plainText(message, 500) }))
    .toSorted((one, other) => one.offset - other.offset);
}

/** Runs a task once for all calls until it runs. */
function soon(task: () => void): () => void {
  let waiting: NodeJS.Immediate | undefined;
  return () => {
    waiting ??= setImmediate(() => {
      waiting = undefined;
      task();
    });
  };
}
