import * as vscode from 'vscode';
import type { SaveOutcome } from '../document/outcome.ts';
import { outcomeMessage, quoted } from '../document/outcomeWords.ts';
import {
  changeProblems,
  diagnosticOf,
  fieldMessages,
  maxProblems,
  serviceProblems,
  type TextProblem,
} from '../document/textProblems.ts';
import type { RecordTextError } from '../record/textError.ts';
import { isRecordError } from '../service/recordError.ts';
import { isStill } from '../workbench/edits.ts';
import { worksheetScheme } from '../workbench/ids.ts';
import { plainText } from '../workbench/plainText.ts';
import { textErrorMessage } from '../workbench/problemMessages.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { actionCommand, type WorksheetAction } from './actions.ts';
import type { RowFacts } from './facts.ts';
import { lensWords, problemMessage } from './messages.ts';
import type { Worksheet } from './worksheet.ts';
import type { WorksheetFile } from './worksheetFile.ts';

const quietMs = 100;

/**
 * Keeps the problems of open worksheets shown, with what can be done about them: problems of their text, of changed
 * values, and of records that were not saved.
 */
export function worksheetDiagnostics(
  ready: (uri: vscode.Uri) => Promise<WorksheetFile>,
  onDidChange: vscode.Event<WorksheetFile>,
  checked: () => void,
): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('videoWorksheets');
  const timers = quietTimers();

  const check = async (open: WorksheetFile) => {
    const { uri, file } = open;
    const { document } = file;
    if (!document) return collection.delete(uri);
    await open.ready();
    const { version } = document;
    const problems = worksheetProblems(document, open.worksheet).flat().slice(0, maxProblems);
    if (!isStill(document, version)) return;
    checked();
    if (problems.length > 0 || collection.has(uri)) {
      collection.set(
        uri,
        problems.map((problem) => diagnosticOf(document, problem)),
      );
    }
  };

  const provider = {
    async provideCodeActions(document: vscode.TextDocument, range: vscode.Range) {
      const { worksheet } = await ready(document.uri);
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      const facts = worksheet.facts().find(({ row, offset }) => offset <= end && start <= offset + row.text.length);
      const here = vscode.languages.getDiagnostics(document.uri).filter((one) => one.range.intersection(range));
      return facts ? actionsFor(document.uri, worksheet, facts, here) : [];
    },
  };

  return vscode.Disposable.from(
    collection,
    timers,
    onDidChange((open) => timers.schedule(open.uri.toString(), quietMs, () => void check(open))),
    vscode.languages.registerCodeActionsProvider({ scheme: worksheetScheme }, provider),
  );
}

/** The problems of each row, or of a text that is no list. */
export function worksheetProblems(document: vscode.TextDocument, worksheet: Worksheet): readonly TextProblem[][] {
  const { error } = worksheet.rows;
  if (error) return [[syntaxProblem(document, error)]];
  return worksheet.facts().map((facts) => problemsOf(document, worksheet, facts));
}

function problemsOf(document: vscode.TextDocument, worksheet: Worksheet, facts: RowFacts): TextProblem[] {
  const { row, offset, id, problem, edits } = facts;
  if (problem?.kind === 'syntax') return row.error ? [syntaxProblem(document, row.error, offset)] : [];
  if (problem) {
    const field = row.record?.fields.get(problem.kind === 'otherField' ? problem.field : 'id');
    const place = field ? { offset: offset + field.keyOffset, length: field.keyLength } : headOf(facts);
    return [{ ...place, message: problemMessage(problem), code: problem.kind }];
  }
  if (id === undefined || !edits || !row.record) return [];
  const outcome = worksheet.outcomeOf(facts);
  const message = outcome && outcomeMessage({ service: worksheet.name.service, id }, outcome);
  const { places, areAll } = rejections(facts, outcome);
  const severity = outcome && wasCancelled(outcome) ? 'information' : 'error';
  return [
    ...(outcome && message && !areAll ? [{ ...headOf(facts), message, severity, code: outcome.kind } as const] : []),
    ...places,
    ...changeProblems(row.record, edits.changes, offset),
  ];
}

/** Whoever cancels a save needs no error for it, if the service is known to have nothing of it. */
function wasCancelled(outcome: SaveOutcome): boolean {
  if (outcome.kind !== 'notStored' || outcome.reason !== 'lost') return outcome.kind === 'notStarted';
  const { failure } = outcome;
  return [failure, failure?.cause].some((one) => isRecordError(one, 'cancelled'));
}

/** `start` is where the text with the error begins. */
function syntaxProblem(document: vscode.TextDocument, error: RecordTextError, start = 0): TextProblem {
  const offset = start + error.offset;
  const { line, character } = document.positionAt(offset);
  const message = plainText(textErrorMessage(error, { line: line + 1, column: character + 1 }));
  return { offset, length: 1, message, code: error.kind };
}

/** What the service said of fields, and whether all that is wrong with the row is said at its fields. */
function rejections({ row, offset }: RowFacts, outcome: SaveOutcome | undefined) {
  // The checks find it again, and have its place.
  if (outcome?.kind === 'invalid') return { places: [], areAll: true };
  const failure = outcome?.kind === 'failed' && isRecordError(outcome.failure) ? outcome.failure : undefined;
  const messages = fieldMessages(failure?.fields);
  const places = messages.flatMap(([name, message]) => serviceProblems(row.record, name, message, offset));
  const isMoreSaid = failure?.details.said?.length !== 0 || places.length < messages.length;
  return { places, areAll: places.length > 0 && !isMoreSaid };
}

/** The start of a row up to its ID: a record may be many lines long. */
function headOf({ row, offset }: RowFacts): { readonly offset: number; readonly length: number } {
  const id = row.record?.fields.get('id');
  return { offset, length: id ? id.offset + id.length : 1 };
}

/** What can be done about a record that was not saved, and about a field that the worksheet does not have. */
function actionsFor(
  uri: vscode.Uri,
  worksheet: Worksheet,
  facts: RowFacts,
  here: vscode.Diagnostic[],
): vscode.CodeAction[] {
  const { id, problem } = facts;
  const outcome = worksheet.outcomeOf(facts);
  const action = (title: string, what: WorksheetAction['action'], field?: string) => {
    const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    made.command = { title, ...actionCommand({ uri: uri.toString(), action: what, id, field }) };
    made.diagnostics = here;
    return made;
  };
  if (problem?.kind === 'otherField') {
    const title = vscode.l10n.t('Reopen the worksheet with {0}', quoted([problem.field]));
    return [action(title, 'reopenWith', problem.field)];
  }
  if (id === undefined || !outcome) return [];
  const choices =
    outcome.kind === 'conflict'
      ? [action(lensWords.keepMine(), 'keepMine'), action(lensWords.takeTheirs(), 'takeTheirs')]
      : [];
  return [action(lensWords.compare(), 'compare'), ...choices, action(vscode.l10n.t('Open Record {0}', id), 'open')];
}
