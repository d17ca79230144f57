import * as vscode from 'vscode';
import { recordOf, recordScheme, sameRecord } from '../document/recordUri.ts';
import type { RecordName } from '../service/services.ts';
import { isUnsaved, onDidCloseDocument, rangeAt } from '../workbench/documents.ts';
import { quietTimers } from '../workbench/scheduling.ts';
import { diagnosticSource, serviceSource } from './languageMessages.ts';
import type { ParsedDocuments } from './parsedDocuments.ts';
import { problemsIn, type Rejection, rejectionsOf, type TextProblem } from './problems.ts';

export interface RecordDiagnostics extends vscode.Disposable {
  /** Shows what the service reported for fields, and reveals the first error after a failed save. */
  saveFailed(name: RecordName, messages: FieldMessages): Promise<void>;
}

export type FieldMessages = Readonly<Record<string, readonly string[]>>;

const quietMs = 250;

/** Keeps the problems of open records shown. */
export function recordDiagnostics(
  documents: ParsedDocuments,
  onDidChangeStanding: vscode.Event<vscode.Uri>,
): RecordDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('videoRecords');
  const timers = quietTimers();
  const rejections = new Map<string, ReadonlyMap<string, Rejection>>();
  const savedByUser = new WeakSet<vscode.TextDocument>();

  const check = async (document: vscode.TextDocument) => {
    const { uri, version } = document;
    const edits = await documents.edits(document);
    if (document.isClosed || document.version !== version) return;
    const problems = problemsIn(
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

  const registrations = vscode.Disposable.from(
    collection,
    timers,
    vscode.workspace.onDidOpenTextDocument(schedule),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document)),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === vscode.TextDocumentSaveReason.Manual) savedByUser.add(document);
      else savedByUser.delete(document);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => savedByUser.delete(document)),
    onDidChangeStanding((uri) => {
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
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
  vscode.workspace.textDocuments.forEach(schedule);

  return {
    async saveFailed(name, messages) {
      const document = vscode.workspace.textDocuments.find(({ uri }) => sameRecord(recordOf(uri), name));
      if (!document) return;
      const rejected = rejectionsOf(documents.parsed(document), messages);
      if (rejected.size > 0) rejections.set(document.uri.toString(), rejected);
      await check(document);
      if (savedByUser.has(document)) revealFirstError(document, collection.get(document.uri) ?? []);
    },
    dispose: () => registrations.dispose(),
  };
}

function diagnosticOf(document: vscode.TextDocument, problem: TextProblem): vscode.Diagnostic {
  const { offset, length, message, severity, code } = problem;
  const level = severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(rangeAt(document, offset, length), message, level);
  const source = code === 'service' ? serviceSource() : diagnosticSource;
  return Object.assign(diagnostic, { source, code });
}

function revealFirstError(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): void {
  const first = diagnostics.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  for (const editor of vscode.window.visibleTextEditors) {
    if (!first || editor.document !== document) continue;
    editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
