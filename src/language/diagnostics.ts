import * as vscode from 'vscode';
import type { RecordEvents } from '../document/events.ts';
import { documentsOf } from '../document/spellings.ts';
import {
  changeProblems,
  diagnosticOf,
  fieldMessages,
  maxProblems,
  serviceProblems,
  type TextProblem,
} from '../document/textProblems.ts';
import { isUnsaved, onDidCloseDocument, openDocument } from '../files/tabs.ts';
import type { Change } from '../record/changes.ts';
import { isRecordError, type RecordError } from '../service/recordError.ts';
import type { RecordName } from '../service/services.ts';
import { isStill } from '../workbench/edits.ts';
import { recordScheme } from '../workbench/ids.ts';
import { plainText } from '../workbench/plainText.ts';
import { textErrorMessage } from '../workbench/problemMessages.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import type { ParsedDocuments, ParsedText } from './parsedDocuments.ts';

const quietMs = 250;

/** Keeps the problems of open records shown. */
export function recordDiagnostics(documents: ParsedDocuments, events: RecordEvents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('videoRecords');
  const timers = quietTimers();
  const rejections = new Map<string, ReadonlyMap<string, Rejection>>();
  const savedByUser = new WeakSet<vscode.TextDocument>();

  const check = async (document: vscode.TextDocument) => {
    const { uri, version } = document;
    const edits = await documents.edits(document);
    if (!isStill(document, version)) return;
    const problems = recordProblems(
      documents.parsed(document),
      edits?.changes ?? [],
      rejections.get(uri.toString()) ?? new Map(),
    );
    const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
    // Most records have no problem, and every update reaches the whole workbench.
    if (diagnostics.length > 0 || collection.has(uri)) collection.set(uri, diagnostics);
  };

  const schedule = (document: vscode.TextDocument) => {
    if (document.uri.scheme !== recordScheme) return;
    timers.schedule(document.uri.toString(), quietMs, () => void check(document));
  };

  /** Shows what the service reported for fields, and reveals the first error after a failed save. */
  const saveFailed = async (name: RecordName, failure: unknown) => {
    const [document] = documentsOf(name);
    if (!document) return;
    const rejected = rejectionsOf(documents.parsed(document), isRecordError(failure) ? failure.fields : {});
    if (rejected.size > 0) rejections.set(document.uri.toString(), rejected);
    await check(document);
    if (savedByUser.delete(document)) revealFirstError(document, collection.get(document.uri) ?? []);
  };

  vscode.workspace.textDocuments.forEach(schedule);
  return vscode.Disposable.from(
    collection,
    timers,
    vscode.workspace.onDidOpenTextDocument(schedule),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document)),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === vscode.TextDocumentSaveReason.Manual) savedByUser.add(document);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => savedByUser.delete(document)),
    events.happened.event(async (event) => {
      if (event.kind === 'failed') await saveFailed(event.name, event.failure);
    }),
    events.standingChanged.event((uri) => {
      const document = openDocument(uri);
      if (!document) return;
      if (!isUnsaved(document)) rejections.delete(uri.toString());
      schedule(document);
    }),
    onDidCloseDocument(({ uri }) => {
      timers.cancel(uri.toString());
      rejections.delete(uri.toString());
      collection.delete(uri);
    }),
  );
}

function revealFirstError(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): void {
  const first = diagnostics.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  for (const editor of vscode.window.visibleTextEditors) {
    if (!first || editor.document !== document) continue;
    editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** What the service reported for a field. It applies only to this value. */
interface Rejection {
  readonly raw: string | undefined;
  readonly message: string;
}

/** Everything wrong with a record: invalid JSON, problems of changed fields, and what the service reported for them. */
export function recordProblems(
  parsed: ParsedText,
  changes: readonly Change[],
  rejections: ReadonlyMap<string, Rejection>,
): TextProblem[] {
  const { record, error } = parsed;
  if (error) {
    const { offset, kind } = error;
    return [{ offset, length: 1, message: plainText(textErrorMessage(error)), code: kind }];
  }
  const rejected = [...rejections].flatMap(([name, { raw, message }]) =>
    record?.fields.get(name)?.raw === raw ? serviceProblems(record, name, message) : [],
  );
  return [...rejected, ...(record ? changeProblems(record, changes) : [])].slice(0, maxProblems);
}

/** The service's messages for fields, with the values they are about. */
export function rejectionsOf({ record }: ParsedText, messages: RecordError['fields']): Map<string, Rejection> {
  return new Map(
    fieldMessages(messages).map(([name, message]) => [name, { raw: record?.fields.get(name)?.raw, message }]),
  );
}
