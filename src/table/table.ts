import * as vscode from 'vscode';
import type { RecordCatalogue } from '../document/knownRecord.ts';
import { sharedLists } from '../record/fields.ts';
import type { Services } from '../service/services.ts';
import { reportFailure } from '../workbench/failure.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { TableSelection, WorksheetFile } from '../worksheet/worksheetFile.ts';
import { type CellCommands, cellCommands } from './cellCommands.ts';
import { laidOut, valueProblem, writeCells } from './cellEdits.ts';
import { openCell } from './openCell.ts';
import { type CellEdit, type EditAnswer, type HostMessage, type PageMessage, pageMessage } from './protocol.ts';
import { SentRows } from './sentRows.ts';
import type { TypedSteps } from './typedSteps.ts';

export interface TableParts extends CellCommands {
  readonly services: Services;
  readonly steps: TypedSteps;
  readonly onDidChange: vscode.Event<WorksheetFile>;
  /** The values that other records have in a field. */
  readonly seen: RecordCatalogue['values'];
  /** The cursor is on another record. */
  rowSelected(id: number): void;
}

/** One table. It has no state but what is selected: what it shows is the text, and its edits are edits of the text. */
export function table(panel: vscode.WebviewPanel, open: WorksheetFile, parts: TableParts): void {
  const { webview } = panel;
  const { worksheet } = open;
  const { services, steps } = parts;
  const rows = new SentRows(open, services);
  let isReady = false;
  let selected: TableSelection | undefined;

  const send = (message: HostMessage) => void webview.postMessage(message);
  const refresh = async (isNewPage = false): Promise<void> => {
    await open.ready();
    const { document } = open.file;
    if (document && isReady) send(rows.news(document, isNewPage));
  };
  const answer: Answer = (edit, answered) => send({ type: 'answer', edit, ...answered });
  const commands = cellCommands(open, parts);
  const { cell, edit } = editing(open, steps, refresh, answer);

  const select = ({ id, ids }: PageMessage & { type: 'select' }): void => {
    const isOther = selected?.id !== id;
    selected = { id, ids };
    if (!panel.active) return;
    open.tableSelection = selected;
    if (isOther && id > 0) parts.rowSelected(id);
  };
  const receive = async (message: PageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        await cell.leave();
        isReady = true;
        return refresh(true);
      case 'edit':
        return edit(message);
      case 'select':
        return select(message);
      case 'values': {
        const field = sharedLists.find((shared) => shared === message.field);
        if (field) send({ type: 'values', field, values: (await parts.seen(worksheet.name.service))(field) });
        return;
      }
      case 'save':
        await cell.flush();
        // As the user would: it saves the active editor.
        if (panel.active) await vscode.commands.executeCommand('workbench.action.files.save');
        return;
      default:
        await cell.flush();
        return commands(message);
    }
  };

  follow(panel, open, parts, {
    receive: (message) => receive(message).catch(reportFailure),
    refresh: () => refresh().catch(reportFailure),
    flush: cell.flush,
    activated() {
      open.tableSelection = selected;
    },
  });
}

type Answer = (edit: number, answered: EditAnswer) => void;

/** Writes what is typed and pasted. The page has the new value before the answer: it may open the cell again at once. */
function editing(open: WorksheetFile, steps: TypedSteps, refresh: () => Promise<void>, answer: Answer) {
  const shown = async (answered: EditAnswer): Promise<EditAnswer> => {
    await refresh();
    return answered;
  };
  const cell = openCell({
    async write(edit, isFirst) {
      const { document } = open.file;
      const write = () => answerTo(open, [edit]);
      return shown(await (document ? steps.follow(document, isFirst, write) : write()));
    },
    answer,
  });
  const edit = async ({ cells, number, isOpen }: PageMessage & { type: 'edit' }): Promise<void> => {
    const [only, ...others] = cells;
    const problem = valueProblem(open, cells);
    if (problem !== undefined) answer(number, { message: problem });
    if (!only || (problem !== undefined && others.length > 0)) return;
    if (others.length > 0) {
      const written = cells.map((one) => ({ ...one, text: laidOut(one) }));
      return cell.behind(async () => answer(number, await shown(await answerTo(open, written))));
    }
    // What was typed before a wrong character is no value that anyone wanted.
    return cell.type({ ...only, text: problem === undefined ? laidOut(only) : only.old }, number, isOpen);
  };
  return { cell, edit };
}

/** Writes values. If the text has others than the page saw, the answer has that of the first cell. */
async function answerTo(open: WorksheetFile, cells: readonly CellEdit[]): Promise<EditAnswer> {
  const message = await writeCells(open, cells);
  if (message === undefined) return {};
  const row = open.worksheet.facts().find(({ id }) => id === cells[0]?.id)?.row.record;
  return { message, current: row && (row.fields.get(cells[0]?.field ?? '')?.raw ?? null) };
}

interface TableEvents {
  receive(message: PageMessage): void;
  refresh(): void;
  flush(): Promise<void>;
  /** The user went to this table. */
  activated(): void;
}

/** Connects a table with what happens to its page, its document and its services. */
function follow(panel: vscode.WebviewPanel, open: WorksheetFile, parts: TableParts, events: TableEvents): void {
  const isOurs = (uri: vscode.Uri) => uri.toString() === open.uri.toString();
  const { receive, flush } = events;
  const timers = quietTimers();
  // Once for all that happens together.
  const refresh = () => timers.schedule('', 0, events.refresh);
  const subscriptions = vscode.Disposable.from(
    timers,
    panel.webview.onDidReceiveMessage((data) => {
      const message = pageMessage.safeParse(data).data;
      if (message) receive(message);
    }),
    parts.onDidChange((changed) => changed === open && refresh()),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some(isOurs) && refresh()),
    parts.services.onDidChange(refresh),
    // What is typed belongs to the save that follows it.
    vscode.workspace.onWillSaveTextDocument(({ document, waitUntil }) => {
      if (isOurs(document.uri)) waitUntil(flush());
    }),
    panel.onDidChangeViewState(() => {
      if (panel.active) events.activated();
      void flush();
    }),
  );
  panel.onDidDispose(() => {
    subscriptions.dispose();
    void flush();
  });
}
